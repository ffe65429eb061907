// The row below the board: the last move in words, and the die or the hidden choice that it came from.
import { die } from "./die.js";
import { h, s } from "./dom.js";
import { nameOf } from "./seats.js";

const NARROWEST_CARD = 40;
const [LARGE_TEXT, SMALL_TEXT] = [20, 17]; // pixels, as in board.css: of a digit or two, and of a word
const LETTER_WIDTH = 0.65; // of the size of the text, bold letters on average

export class LastMove {
  // Where a live region says what happened too, screen readers need not read it here.
  constructor(isRead = false) {
    this.props = h("div", { class: "props" });
    this.text = h("p", { class: "happened" });
    this.element = h("div", { class: "last-move", "aria-hidden": isRead ? null : "true" }, this.props, this.text);
    this.shown = [null, "", {}];
  }

  // The last move of a game, as data and as a sentence, the one before it, who has a choice face down, and the names.
  show(made, text, { before, chosen, you, called }) {
    this.shown = [made, text, { before, chosen, you, called }];
    this.text.textContent = text;
    this.props.replaceChildren(...(chosen ? [faceDown(chosen, you, called)] : props(made, before)));
  }

  // A preview replaces the sentence for as long as it lasts.
  preview(text) {
    this.text.textContent = text || this.shown[1];
  }
}

const faceDown = (chosen, you, called) =>
  card("?", chosen === you ? "Your choice, face down" : `A choice of ${nameOf(chosen, called)}, face down`, "down");

// What a move left to see; a roll that a guess led to comes with that guess, since both happen at once.
function props(made, before) {
  if (!made) return [];
  if (made.roller) return [...(before?.chosen ? props(before) : []), die(made.move)];
  if (made.chosen !== null) return [card(made.chosen, "the choice", "revealed"), card(made.move, "the guess", "")];
  return [];
}

// A card, wider for a word than for a number.
function card(text, caption, name) {
  const isWord = text.length > 2;
  const size = isWord ? SMALL_TEXT : LARGE_TEXT;
  const width = Math.max(NARROWEST_CARD, 16 + LETTER_WIDTH * size * text.length);
  const face = s("rect", { x: 2, y: 2, width: width - 4, height: 46, rx: 5 });
  return s(
    "svg",
    { class: `card-face ${name}`, viewBox: `0 0 ${width} 50`, role: "img", "aria-label": caption },
    face,
    s("text", { x: width / 2, y: 26, class: isWord ? "word" : null }, text),
    s("title", {}, caption),
  );
}
