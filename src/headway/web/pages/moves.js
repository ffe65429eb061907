// The moves of the player whose turn it is: a button for each, and keys.
import { h } from "./dom.js";

const KEYS = "Keys: a number makes that move, arrows go from move to move.";
const CHOSEN = "Your choice is made. It stays hidden until it is answered.";

export class Moves {
  constructor(onPlay) {
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Your moves" });
    this.onPlay = onPlay;
    this.moves = [];
    this.lastPiece = null;
  }

  get buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  draw(state) {
    const hadFocus = this.element.contains(document.activeElement);
    this.moves = state.moves;
    if (!state.isMyTurn) {
      const isChosen = state.you && state.now.chosen === state.you;
      this.element.replaceChildren(...(isChosen ? [h("p", {}, CHOSEN)] : []));
      return;
    }
    this.element.replaceChildren(...this.moves.map((move) => this.button(move)));
    if (state.now.secret) this.element.prepend(h("p", { class: "soft small" }, "The other player does not see it."));
    if (this.moves.length > 1) this.element.append(h("p", { class: "soft small keys" }, KEYS));
    if (hadFocus || document.activeElement === document.body) this.focusLastPiece();
  }

  button(move) {
    const attributes = { type: "button", "data-move": move.move, onclick: () => this.onPlay(move.move) };
    return h("button", attributes, move.move, ...effect(move));
  }

  moveOf(button) {
    return this.moves.find((move) => move.move === button?.dataset.move);
  }

  focusLastPiece() {
    const { buttons } = this;
    const samePiece = this.lastPiece && buttons.find((button) => this.moveOf(button).piece === this.lastPiece);
    (samePiece || buttons[0])?.focus({ preventScroll: true });
  }

  disable(token) {
    this.lastPiece = this.moves.find((move) => move.move === token)?.piece;
    for (const button of this.buttons) button.disabled = true;
  }

  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    const { buttons } = this;
    if (!buttons.length) return;
    const focused = buttons.indexOf(document.activeElement);
    if (event.key.startsWith("Arrow")) {
      this.next(buttons, focused, event.key).focus();
      event.preventDefault();
    } else if (/^\d$/.test(event.key)) {
      const move = this.moveForDigit(event.key, this.moveOf(buttons[focused])?.piece);
      if (move) this.onPlay(move.move);
    } else if (event.key === "Enter" && !/^(BUTTON|A)$/.test(event.target.tagName) && this.moves.length === 1) {
      this.onPlay(this.moves[0].move);
    }
  }

  // Left and right go to the neighbouring move, up and down to a move of another piece.
  next(buttons, focused, key) {
    const isForward = key === "ArrowRight" || key === "ArrowDown";
    const neighbour = buttons[(focused + (isForward ? 1 : -1) + buttons.length) % buttons.length];
    if (focused < 0 || !/Up|Down/.test(key)) return neighbour;
    const { piece } = this.moveOf(buttons[focused]);
    const others = buttons.filter((button) => this.moveOf(button).piece !== piece);
    if (!others.length) return neighbour;
    return isForward
      ? others.find((button) => buttons.indexOf(button) > focused) || others[0]
      : others.findLast((button) => buttons.indexOf(button) < focused) || others.at(-1);
  }

  // The move that is called like the digit, or that moves a piece as many squares: the focused piece, or the only one.
  moveForDigit(digit, focusedPiece) {
    const exact = this.moves.find((move) => move.move === digit);
    const far = this.moves.filter((move) => move.piece && Math.abs(move.to - move.from) === Number(digit));
    return exact || far.find((move) => move.piece === focusedPiece) || (far.length === 1 ? far[0] : null);
  }
}

// Where a move leads, and which pieces it sends away, beside its name.
function effect({ piece, to, sends = [] }) {
  if (!piece) return [];
  const sent = sends.map((other) => `, ${other.piece} → ${other.to}`).join("");
  return [h("small", {}, ` → ${to}${sent}`)];
}
