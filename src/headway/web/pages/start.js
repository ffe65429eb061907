// The start page: the games with their boards, each to be played with a friend or against the computer.
import { request } from "./api.js";
import { Board } from "./board.js";
import { h, show } from "./dom.js";
import { howToPlay } from "./how_to_play.js";
import { ownTables } from "./own_tables.js";
import { RecordDrop } from "./record_drop.js";
import { openSetup } from "./setup.js";

const TAGLINE = document.querySelector("meta[name=description]").content; // which the server writes into the page
const INVITATION = "Send a friend the link, or play the computer. No account.";

export async function showStart() {
  document.title = "Headway";
  const [games, computers] = await Promise.all([request("/api/games"), request("/api/computers")]);
  const cards = games.map((game) => card(game, computers));
  show(
    h("h1", {}, TAGLINE),
    h("p", { class: "invitation" }, INVITATION, " ", h("a", { href: "/analysis" }, "Analysis board")),
    new RecordDrop({ hasField: false }).element,
    ownTables(),
    h(
      "div",
      { class: "games" },
      cards.map(([element]) => element),
    ),
  );
  for (const [, draw] of cards) draw();
}

// The card's element, and a function that draws its board once the element is on the page and has a width.
function card(game, computers) {
  const board = new Board(game, { isSmall: true });
  const titleId = `title-${game.name}`;
  const play = (computer) => () => openSetup(game, computer ? computers : null);
  const element = h(
    "article",
    { class: "card", "aria-labelledby": titleId },
    h("div", { class: "card-head" }, h("h2", { id: titleId }, game.title), howToPlay(game.how_to_play)),
    h("p", {}, game.summary),
    board.element,
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: play(false) }, "Play a friend"),
      h("button", { class: "main", onclick: play(true) }, "Play the computer"),
    ),
  );
  return [element, () => board.show(game.positions)];
}
