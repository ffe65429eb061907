// The moves of the player whose turn it is as buttons that say where they lead, and the keys that make them.
import { h } from "./dom.js";
import { isTyping } from "./keys.js";
import { moveLabel, moveText, taskOf } from "./move_label.js";
import { moveButton } from "./preview.js";

const QUIETLY = { preventScroll: true };
const CHOSEN = "Your choice is made. It stays hidden until it is answered.";

export class Moves {
  // `onPreview` gets the move that has the focus or the pointer, or null.
  constructor({ onPlay, onPreview }) {
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Your moves" });
    Object.assign(this, { onPlay, onPreview, moves: [] });
  }

  get buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  // `worths` are those of the moves, in words; null without hints.
  draw(state, worths = null) {
    const hadFocus = this.hasFocus && document.activeElement.dataset.move;
    this.moves = state.isMyTurn ? state.moves : [];
    const isChosen = !state.isMyTurn && state.you && state.now.chosen === state.you;
    const task = taskOf(state.now);
    this.element.replaceChildren(
      ...(isChosen ? [h("p", {}, CHOSEN)] : []),
      ...this.moves.map((move) => this.button(move, task, worths)),
    );
    if (hadFocus) (this.buttons.find(({ dataset }) => dataset.move === hadFocus) || this.buttons[0])?.focus(QUIETLY);
  }

  button(move, task, worths) {
    const isAlone = this.moves.length === 1 && !move.piece;
    const attributes = { type: "button", class: isAlone ? "main" : null, "data-move": move.move };
    const worth = worths?.get(move.move) || "";
    const label = [moveLabel(move, task), worth].filter(Boolean).join(": ");
    const lines = [moveText(move, task), worths && h("span", { class: "worth" }, worth)];
    const button = h("button", { ...attributes, "aria-label": label === lines[0] ? null : label }, lines);
    return moveButton(button, move, this);
  }

  disable() {
    for (const button of this.buttons) button.disabled = true;
  }

  onKey(event) {
    if (isTyping(event) || !this.moves.length) return;
    const isOnControl = /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName);
    if (/^\d$/.test(event.key)) {
      const piece = this.moves.find(
        ({ move }) => move === event.target.dataset?.move || move === event.target.dataset?.target,
      )?.piece;
      const move = this.moveForDigit(event.key, piece);
      if (move) this.onPlay(move.move);
    } else if (/^Arrow(Left|Right)$/.test(event.key) && (!isOnControl || this.element.contains(event.target))) {
      this.focusNext(event.key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
    } else if (event.key === "Enter" && !isOnControl && this.moves.length === 1 && !event.defaultPrevented) {
      this.onPlay(this.moves[0].move);
    }
  }

  // The board takes the arrow keys where it has moves; these are for choices, guesses and the like.
  focusNext(step) {
    const { buttons } = this;
    const at = buttons.indexOf(document.activeElement);
    const next = at < 0 ? Math.min(step, 0) : (at + step) % buttons.length;
    buttons.at(next)?.focus({ ...QUIETLY, focusVisible: true });
  }

  // The move that is called like the digit, or that moves a piece as many squares: the focused piece, or the only one.
  moveForDigit(digit, focusedPiece) {
    const exact = this.moves.find((move) => move.move === digit);
    const far = this.moves.filter((move) => move.piece && Math.abs(move.to - move.from) === Number(digit));
    return exact || far.find((move) => move.piece === focusedPiece) || (far.length === 1 ? far[0] : null);
  }
}
