// The moves of a game in a compact list: number, who, and what. Each is a link to its position.

import { shifts } from "./board_motion.js";
import { h } from "./dom.js";
import { moveText } from "./move_label.js";
import { nameOf, seatSign, sideOf } from "./seats.js";

export class MoveList {
  // `onShow` gets the entry whose position is to be shown.
  constructor(onShow) {
    Object.assign(this, { onShow, names: null });
    this.element = h("ol", { class: "move-list", "aria-label": "Moves of this game", tabindex: 0 });
    this.entries = []; // by ply: the lines of the log that a move has made
  }

  // Begins the list of a game.
  begin() {
    this.entries = [];
  }

  // Adds what happened; moves that were taken back go.
  add(lines, { ply, called }, address) {
    this.names = called;
    for (const line of lines) {
      if (!line.made) continue;
      this.entries = this.entries.filter((entry) => entry.ply < line.ply);
      this.entries.push(line);
    }
    this.entries = this.entries.filter((entry) => entry.ply <= ply);
    this.draw(address);
  }

  draw(address) {
    this.element.replaceChildren(
      ...this.entries.map((entry, index) => this.item(entry, this.entries[index + 1], address)),
    );
    this.element.scrollTo?.(this.element.scrollWidth, this.element.scrollHeight); // the list alone, not the page
  }

  // The server numbers what the players did; a roll, and that it was asked for, are one entry.
  item(entry, next, address) {
    const number = entry.move_number;
    const who = entry.made.roller || entry.by;
    const text = entryText(entry.made, next?.made);
    const label = `${number}. ${nameOf(who, this.names)} ${text}`;
    const onclick = (event) => {
      event.preventDefault();
      this.onShow(entry);
    };
    const link = {
      href: `${address}#${entry.ply}`,
      "aria-label": label,
      title: entry.text,
      "data-ply": entry.ply,
      onclick,
    };
    return h("li", {}, h("a", link, h("span", { class: "soft" }, `${number}.`), seatSign(who, entry.made.sides), text));
  }

  // Marks the entry whose position is shown; none is the last.
  mark(ply) {
    for (const link of this.element.querySelectorAll("a")) {
      if (Number(link.dataset.ply) === ply) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  before(ply) {
    return this.entries.findLast((entry) => entry.ply < ply) || null;
  }

  after(ply) {
    return this.entries.find((entry) => entry.ply > ply) || null;
  }
}

// Where a move has led, as its button said it. A secret is unknown until the answer to it tells it.
export function entryText({ sends, ...made }, next) {
  const { move, chosen, roller, piece, to } = made;
  if (move === null) return next?.chosen ? leading(next.chosen, next) : "?";
  if (chosen !== null) return `${move} ${move === chosen ? "✓" : "✗"}`;
  return roller ? leading(move, { piece, to }) : moveText(made);
}

const leading = (token, { piece, to }) => (piece ? `${token}: to ${to}` : token);

// The places before an entry. The entry before it is not known where a long list was shortened.
export function placesBefore({ made }) {
  const places = made.positions.map((side) => [...side]);
  for (const { of, from } of [made, ...(made.sends || [])]) {
    if (of) places[of[0]][of[1]] = from;
  }
  return places;
}

// The pieces that an entry has moved, the mover's own first.
export const shiftsOf = (entry) => shifts(placesBefore(entry), entry.made.positions, moverOf(entry));

// The side whose piece an entry moves first: of a guess the one who has chosen, of a roll the one who rolled.
export function moverOf({ by, made }) {
  const index = sideOf(made.roller || by, made.sides);
  return made.chosen === null ? index : 1 - index;
}
