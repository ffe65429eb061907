// The row below the board: what has just happened in words, and the die or the hidden choice that it came from.
import { die } from "./die.js";
import { h, s } from "./dom.js";
import { seatName } from "./names.js";

export class Stage {
  // Where a live region says what happened too, screen readers need not read it here.
  constructor(isRead = false) {
    this.props = h("div", { class: "props" });
    this.text = h("p", { class: "happened" });
    this.element = h("div", { class: "stage", "aria-hidden": isRead ? null : "true" }, this.props, this.text);
    this.shown = [null, "", {}];
  }

  // The last move of a game, as data and as a sentence, and who has a choice face down.
  show(made, text, { chosen, you }) {
    this.shown = [made, text, { chosen, you }];
    this.text.textContent = text;
    this.props.replaceChildren(...props(made, chosen, you));
  }

  // A preview replaces the sentence for as long as it lasts.
  preview(text) {
    this.text.textContent = text || this.shown[1];
  }
}

function props(made, chosen, you) {
  if (chosen) return [card("?", chosen === you ? "Your choice, face down" : `${seatName[chosen]} has chosen`, "down")];
  if (!made) return [];
  if (made.chosen !== null) return [card(made.chosen, "the choice", "revealed"), card(made.move, "the guess", "")];
  return made.roller ? [die(made.move)] : [];
}

function card(text, caption, name) {
  const face = s("rect", { x: 2, y: 2, width: 36, height: 46, rx: 5 });
  return s(
    "svg",
    { class: `card-face ${name}`, viewBox: "0 0 40 50", role: "img", "aria-label": caption },
    face,
    s("text", { x: 20, y: 26 }, text),
    s("title", {}, caption),
  );
}
