// The moves of the player whose turn it is: a button for each, and keys.
import { h } from "./dom.js";

const KEYS = "Keys: a number makes that move, arrows go from move to move.";
const pieceOf = (token) => token.split(" ")[0];

export class Moves {
  constructor(onPlay) {
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Your moves" });
    this.onPlay = onPlay;
    this.legal = [];
    this.lastMove = null;
  }

  get buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  draw(state) {
    const hadFocus = this.element.contains(document.activeElement);
    this.legal = state.isMyTurn ? state.legal : [];
    if (!state.isMyTurn) {
      const isChosen = state.you && state.now.chosen === state.you;
      const text = "Your choice is made. It stays hidden until it is answered.";
      this.element.replaceChildren(...(isChosen ? [h("p", {}, text)] : []));
      return;
    }
    this.element.replaceChildren(...this.legal.map((token) => this.button(token)));
    if (state.now.secret) this.element.prepend(h("p", { class: "soft small" }, "The other player does not see it."));
    if (this.legal.length > 1) this.element.append(h("p", { class: "soft small keys" }, KEYS));
    if (hadFocus || document.activeElement === document.body) this.focusLastPiece();
  }

  button(token) {
    return h("button", { type: "button", "data-move": token, onclick: () => this.onPlay(token) }, token);
  }

  focusLastPiece() {
    const { buttons } = this;
    const samePiece = buttons.find((button) => button.dataset.move.startsWith(`${this.lastMove?.split(" ")[0]} `));
    (samePiece || buttons[0])?.focus({ preventScroll: true });
  }

  disable(token) {
    this.lastMove = token;
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
      const token = this.tokenForDigit(event.key, buttons[focused]?.dataset.move);
      if (token) this.onPlay(token);
    } else if (event.key === "Enter" && !/^(BUTTON|A)$/.test(event.target.tagName) && this.legal.length === 1) {
      this.onPlay(this.legal[0]);
    }
  }

  // Left and right go to the neighbouring move, up and down to a move of another piece.
  next(buttons, focused, key) {
    const isForward = key === "ArrowRight" || key === "ArrowDown";
    const neighbour = buttons[(focused + (isForward ? 1 : -1) + buttons.length) % buttons.length];
    if (focused < 0 || !/Up|Down/.test(key)) return neighbour;
    const piece = pieceOf(buttons[focused].dataset.move);
    const others = buttons.filter((button) => pieceOf(button.dataset.move) !== piece);
    if (!others.length) return neighbour;
    return isForward
      ? others.find((button) => buttons.indexOf(button) > focused) || others[0]
      : others.findLast((button) => buttons.indexOf(button) < focused) || others.at(-1);
  }

  tokenForDigit(digit, focusedMove) {
    const tokens = this.legal.filter((token) => token === digit || token.endsWith(` ${digit}`));
    const exact = tokens.find((token) => token === digit);
    const samePiece = focusedMove && tokens.find((token) => token.startsWith(`${pieceOf(focusedMove)} `));
    return exact || samePiece || (tokens.length === 1 ? tokens[0] : null);
  }
}
