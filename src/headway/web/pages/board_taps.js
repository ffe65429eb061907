// Taps and the mouse on a board: a tap on a piece selects it, and one on a square that lights up makes the move.
import { listenForPreview } from "./preview.js";

export class BoardTaps {
  constructor(moves) {
    this.moves = moves;
    const { svg } = moves.board;
    svg.addEventListener("click", (event) => this.onTap(event));
    this.press = listenForPreview(svg, (isShown, event) => moves.preview(isShown ? this.moveAt(event) : null));
  }

  squareOf(event) {
    const { svg, layout } = this.moves.board;
    const { left, top } = svg.getBoundingClientRect();
    return layout.squareAt(event.clientX - left, event.clientY - top);
  }

  // The move of the selected piece to the square of an event.
  moveAt(event) {
    const { board, selected } = this.moves;
    const square = this.squareOf(event);
    return this.moves.movesOf(selected).find(({ to }) => board.layout.squareOf(to) === square) || null;
  }

  onTap(event) {
    if (this.press.wasLong) return;
    const { moves } = this;
    const move = this.moveAt(event);
    const tapped = event.target.closest(".piece.movable:not(.grouped)")?.dataset.piece;
    const piece = tapped || this.pieceOn(this.squareOf(event));
    if (move) moves.onPlay(move.move);
    else if (piece && piece !== moves.selected) moves.select(piece);
    else if (moves.movable.length > 1) moves.select(null);
  }

  // A movable piece on the square; the one after the selected if there are several, so that taps go round.
  pieceOn(square) {
    const { board, movable, selected } = this.moves;
    const here = movable.filter((key) => board.layout.squareOf(this.moves.movesOf(key)[0].from) === square);
    return here[(here.indexOf(selected) + 1) % here.length] || null;
  }
}
