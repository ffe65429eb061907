// The keys of a board: arrows choose a move, Enter makes it, Escape leaves it.
import { keyOf } from "./board_pieces.js";

export class BoardKeys {
  constructor(moves) {
    this.moves = moves;
    moves.board.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    const { moves } = this;
    const { element } = moves.board;
    const current = moves.previewed || moves.all.find(({ move }) => move === document.activeElement?.dataset?.target);
    if (event.key === "Escape") {
      element.focus();
      moves.preview(null);
    } else if (event.key.startsWith("Arrow") && moves.all.length) {
      moves.focusMove(this.next(current, event.key));
      event.preventDefault();
      event.stopPropagation();
    } else if (current && (event.key === "Enter" || (event.key === " " && event.target !== element))) {
      moves.onPlay(current.move);
      event.preventDefault();
    }
  }

  // Left and right go along the line, up and down to another piece.
  next(current, key) {
    const { movable, selected } = this.moves;
    const piece = current ? keyOf(current.of) : selected || movable[0];
    const moves = this.moves.movesOf(piece).sort((one, other) => one.to - other.to);
    if (!current) return moves[key === "ArrowLeft" || key === "ArrowUp" ? moves.length - 1 : 0];
    const step = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    const turn = (list, index) => list[(index + step + list.length) % list.length];
    const isVertical = key === "ArrowUp" || key === "ArrowDown";
    if (movable.length > 1 && isVertical) return this.moves.movesOf(turn(movable, movable.indexOf(piece)))[0];
    return turn(moves, moves.indexOf(current));
  }
}
