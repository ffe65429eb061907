// The tables at which this browser has a seat: whose turn it is, and the games that were finished there.
import { gamePage, post } from "./api.js";
import { h } from "./dom.js";
import { savedTables, saveFacts } from "./storage.js";

const MOST_FINISHED = 10;

// The element is filled when the server has answered; until then, and without an answer, it lists what was saved.
export function ownTables() {
  const saved = savedTables();
  const element = h("div", { class: "own-tables" }, openSection(saved.filter(({ isOver }) => !isOver)));
  if (saved.length) fill(element, saved);
  return element;
}

async function fill(element, saved) {
  const seats = saved.map(({ id, link, seatKey }) => ({ table: id, token: link || seatKey, key: seatKey }));
  let tables;
  try {
    tables = await post("/api/own-tables", { seats });
  } catch {
    return;
  }
  const known = tables.map((table) => ({ ...saved.find(({ id }) => id === table.table), ...table }));
  for (const { id, is_over: isOver } of known) saveFacts(id, { isOver });
  const open = known.filter(({ is_over: isOver }) => !isOver);
  open.sort((one, other) => other.is_your_turn - one.is_your_turn);
  element.replaceChildren(...openSection(open), ...finishedSection(known));
}

function openSection(tables) {
  const items = tables.map(({ id, title, opponent, begun, at, status, is_your_turn: isYourTurn }) => {
    const told = status ? h(isYourTurn ? "strong" : "span", {}, status) : null;
    return item(h("a", { href: `/t/${id}` }, title), opponent, told, `Begun ${date(begun ?? at)}`);
  });
  return section("Your open tables", items);
}

function finishedSection(tables) {
  const games = tables.flatMap(({ id, title, at, ended, finished }) =>
    finished.map((game) => ({ ...game, id, title, endedAt: ended?.[game.number] ?? at })),
  );
  games.sort((one, other) => other.endedAt - one.endedAt || other.number - one.number);
  const items = games.slice(0, MOST_FINISHED).map(({ id, title, number, opponent, status, endedAt }) => {
    const address = gamePage(id, number);
    const review = { href: `${address}/review`, "aria-label": `Review of ${title}, game ${number}` };
    const told = [h("span", {}, status), " ", h("a", review, "Review")];
    return item(h("a", { href: address }, title), opponent, told, date(endedAt));
  });
  return section("Your finished games", items, true);
}

// A table or a game: what and against whom, how it stands or ended, and when.
function item(link, opponent, told, when) {
  const against = opponent ? ` against ${opponent}. ` : " ";
  return h("li", {}, link, against, told, " ", h("span", { class: "small soft when" }, when));
}

function section(label, items, isFolded = false) {
  if (!items.length) return [];
  const list = h("ul", {}, items);
  const contents = isFolded ? h("details", {}, h("summary", {}, label), list) : [h("h2", {}, label), list];
  return [h("section", { class: "card", "aria-label": label }, contents)];
}

const date = (at) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
