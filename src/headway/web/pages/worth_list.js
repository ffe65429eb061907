// Every legal move with what it is worth: the chance to win after it and, where best play mixes, its odds.
import { h } from "./dom.js";
import { moveLabel } from "./move_label.js";
import { moveButton } from "./preview.js";
import { nameOf } from "./seats.js";

export class WorthList {
  // `onPreview` gets the move that has the focus or the pointer, or null; `names` are those of the players, by seat.
  constructor({ onPlay, onPreview }, names) {
    Object.assign(this, { onPlay, onPreview, names });
    this.heading = h("h2", { id: "worths-title" }, "Moves");
    this.list = h("ul", { class: "worths" });
    this.element = h("section", { "aria-labelledby": "worths-title" }, this.heading, this.list);
  }

  // `moves` with what each does on the board; `values` are not known at first, and in some games never.
  draw(moves, task, values = null) {
    const worths = new Map((values?.moves || []).map((worth) => [worth.move, worth]));
    const most = Math.max(...[...worths.values()].map(({ chance }) => chance));
    const name = values?.seat && nameOf(values.seat, this.names);
    const told = name ? `Moves: the chance that ${name} wins` : "Moves";
    this.heading.textContent = values?.moves_sentence || told;
    this.element.hidden = !moves.length;
    this.isEndlessTold = Boolean(values?.moves_sentence);
    const isBest = (worth) => task !== "Roll" && (worth?.odds === undefined ? worth?.chance === most : worth.odds > 0);
    const hadFocus = this.list.contains(document.activeElement) && document.activeElement.dataset.move;
    this.list.replaceChildren(...moves.map((move) => this.item(move, task, worths.get(move.move), isBest)));
    if (hadFocus) this.list.querySelector(`[data-move="${CSS.escape(hadFocus)}"]`)?.focus({ preventScroll: true });
  }

  item(move, task, worth, isBest) {
    const button = h(
      "button",
      { type: "button", "data-move": move.move, class: isBest(worth) && worth ? "best" : null },
      h("span", {}, moveLabel(move, task)),
      this.worth(worth),
    );
    return h("li", {}, moveButton(button, move, this));
  }

  // Empty while it is not known. What the heading says of all moves together is not said of each.
  worth(worth) {
    const text = worth ? worthInWords(worth, this.isEndlessTold) : "";
    return worth && !text ? null : h("span", { class: "worth" }, text);
  }
}

export function worthInWords({ told, note }, isEndlessTold = false) {
  return [isEndlessTold ? "" : told, note].filter(Boolean).join(", ");
}
