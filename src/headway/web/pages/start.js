// The first page: the games, each with its board, and a form that makes a table.
import { fetched, h, named, show } from "./dom.js";
import { openTables, remember } from "./memory.js";
import { Track } from "./track.js";

export async function startPage() {
  document.title = "Headway";
  const [games, opponents] = await Promise.all([fetched("/api/games"), fetched("/api/opponents")]);
  const cards = games.map((game) => card(game, opponents));
  show(h("h1", {}, "Two-player games on a line"),
    h("p", {}, "Pick a game and send the link to a friend, or play the computer. No account."), ownTables(),
    h("p", { class: "soft small" }, "Above the squares, a small circle marks the goal of Player 1, a small square that of Player 2."),
    h("div", { class: "games" }, cards.map(([element]) => element)));
  for (const [, draw] of cards) draw();
}

const KNOWN_FOR = { 1: " (easy)", 9: " (hard)", perfect: " (never errs)", reader: " (learns your habits)" };

function ownTables() {
  const found = openTables();
  if (!found.length) return [];
  const items = found.map(({ id, title, at }) => h("li", {}, h("a", { href: `/t/${id}` }, title), ` – ${new Date(at).toLocaleString()}`));
  return h("section", { class: "card", "aria-label": "Your open tables" }, h("h2", {}, "Your open tables"), h("ul", {}, items));
}

function card(game, opponents) {
  const track = new Track(game);
  const trouble = h("p", { class: "trouble", role: "alert" });
  const button = h("button", { class: "main" }, "Make a table");
  const form = h("form", {}, h("div", { class: "row" }, chosen("opponent", "Play against", [["human", "a friend, by link"],
      ...opponents.map((name) => [name, `computer, ${named(name)}${KNOWN_FOR[name] || ""}`])]),
    chosen("first", "First to move", [["P1", "me"], ["P2", "the other"], ["random", "by lot"]]),
    labelled("Wins needed", h("input", { name: "wins", type: "number", min: 1, max: 100, value: 1, required: true }))),
    h("details", {}, h("summary", {}, "Other rules"), game.rules.map(ruleField)), trouble, h("div", { class: "row" }, button,
      h("a", { href: `/rules/${game.name}` }, `Rules of ${game.title}`)));
  form.opponent.addEventListener("change", () => { button.textContent = form.opponent.value === "human" ? "Make a table" : "Play"; });
  form.addEventListener("invalid", (event) => { const closed = event.target.closest("details"); if (closed) closed.open = true; }, true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    trouble.textContent = "";
    try {
      await makeTable(game, new FormData(form));
    } catch (error) {
      trouble.textContent = error.message;
      button.disabled = false;
    }
  });
  const element = h("article", { class: "card", "aria-labelledby": `title-${game.name}` },
    h("h2", { id: `title-${game.name}` }, game.title), h("p", {}, game.summary), track.element, form);
  return [element, () => track.draw(game.positions)];
}

const quoted = (text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
const labelled = (text, field, more) => h("label", {}, text, more ? h("span", {}, more) : null, field);
const chosen = (name, text, options) => labelled(text, h("select", { name }, options.map(([value, shown]) => h("option", { value }, shown))));

function ruleField(rule) {
  const name = `rule.${rule.name}`;
  const label = rule.name[0].toUpperCase() + rule.name.slice(1).replaceAll("_", " ");
  if (rule.choices) return labelled(label, h("select", { name }, rule.choices.map((choice) =>
    h("option", { value: choice, selected: choice === rule.default }, choice))), rule.sentence);
  if (rule.is_board) return labelled(label, h("input", { name, placeholder: "dealt at random, or 4,2,6,...", inputmode: "numeric" }), rule.sentence);
  return labelled(label, h("input", { name, type: "number", value: rule.default, min: rule.range[0], max: rule.range[1],
    step: rule.step || 1, required: true }), rule.sentence);
}

async function makeTable(game, data) {
  const rules = {};
  for (const rule of game.rules) {
    const value = data.get(`rule.${rule.name}`);
    if (rule.is_board) {
      if (!value.trim()) continue;
      rules[rule.name] = value.split(",").map((entry) => (entry.trim() ? Number(entry) : NaN));
      if (rules[rule.name].some((number) => !Number.isInteger(number))) throw new Error(`${quoted(value)} is no board. Enter whole numbers with commas between them, or nothing.`);
    } else if (String(value) !== String(rule.default)) {
      rules[rule.name] = rule.choices ? value : Number(value);
    }
  }
  const asked = { game: game.name, rules, first: data.get("first"), opponent: data.get("opponent"), wins: Number(data.get("wins")) };
  const made = await fetched("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
  const invite = asked.opponent === "human" ? made.tokens[1] : null;
  location.href = remember(made.table, made.tokens[0], invite) ? `/t/${made.table}` : `/t/${made.table}#${made.tokens[0]}`;
}
