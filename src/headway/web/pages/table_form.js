// The form that makes a table of one game: the opponent, who moves first, the match, and the rules.
import { post } from "./api.js";
import { h } from "./dom.js";
import { saveSeat } from "./storage.js";

const FIRST = [
  ["P1", "me"],
  ["P2", "the other player"],
  ["random", "random"],
];

export function tableForm(game, computers) {
  const error = h("p", { class: "trouble", role: "alert" });
  const button = h("button", { class: "main" }, "Make a table");
  const offered = computers.filter(({ name }) => game.computers.includes(name));
  const kinds = offered.map(({ name, title, note }) => [name, `computer, ${title}${note ? ` (${note})` : ""}`]);
  const form = h(
    "form",
    {},
    h(
      "div",
      { class: "row" },
      choice("opponent", "Play against", [["human", "a friend, by link"], ...kinds]),
      choice("first", "First to move", FIRST),
      label("Wins needed", h("input", { name: "wins", type: "number", min: 1, max: 100, value: 1, required: true })),
    ),
    h("details", {}, h("summary", {}, "Other rules"), game.rules.map(ruleField)),
    error,
    h("div", { class: "row" }, button, h("a", { href: `/rules/${game.name}` }, `Rules of ${game.title}`)),
  );
  form.opponent.addEventListener("change", () => {
    button.textContent = form.opponent.value === "human" ? "Make a table" : "Play";
  });
  form.addEventListener("invalid", openDetails, true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    error.textContent = "";
    try {
      await makeTable(game, new FormData(form));
    } catch (failure) {
      error.textContent = failure.message;
      button.disabled = false;
    }
  });
  return form;
}

// A browser cannot show what is wrong with a field that is folded away.
function openDetails(event) {
  const details = event.target.closest("details");
  if (details) details.open = true;
}

const label = (text, field, explanation) =>
  h("label", {}, text, explanation ? h("span", {}, explanation) : null, field);

function choice(name, text, options) {
  const elements = options.map(([value, shown]) => h("option", { value }, shown));
  return label(text, h("select", { name }, elements));
}

function ruleField(rule) {
  const text = rule.name[0].toUpperCase() + rule.name.slice(1).replaceAll("_", " ");
  return label(text, ruleInput(rule, `rule.${rule.name}`), rule.sentence);
}

function ruleInput(rule, name) {
  if (rule.choices) {
    const options = rule.choices.map((value) => h("option", { value, selected: value === rule.default }, value));
    return h("select", { name }, options);
  }
  if (rule.is_board) return h("input", { name, placeholder: "random, or 4,2,6,...", inputmode: "numeric" });
  const [min, max] = rule.range;
  return h("input", { name, type: "number", value: rule.default, min, max, step: rule.step || 1, required: true });
}

async function makeTable(game, data) {
  const made = await post("/api/tables", {
    game: game.name,
    rules: changedRules(game, data),
    first: data.get("first"),
    opponent: data.get("opponent"),
    wins: Number(data.get("wins")),
  });
  const [seatKey, otherKey] = made.tokens;
  const isSaved = saveSeat(made.table, seatKey, data.get("opponent") === "human" ? otherKey : null);
  location.href = isSaved ? `/t/${made.table}` : `/t/${made.table}#${seatKey}`;
}

function changedRules(game, data) {
  const rules = {};
  for (const rule of game.rules) {
    const value = data.get(`rule.${rule.name}`);
    if (rule.is_board) {
      if (value.trim()) rules[rule.name] = board(value);
    } else if (String(value) !== String(rule.default)) {
      rules[rule.name] = rule.choices ? value : Number(value);
    }
  }
  return rules;
}

function board(text) {
  const numbers = text.split(",").map((entry) => (entry.trim() ? Number(entry) : Number.NaN));
  if (numbers.every(Number.isInteger)) return numbers;
  const quoted = `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
  throw new Error(`${quoted} is not a board. Enter whole numbers separated by commas, or nothing.`);
}
