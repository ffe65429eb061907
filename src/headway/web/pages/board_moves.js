// The moves on the board itself: the pieces that can be moved, the squares that light up, and previews.
import { BoardKeys } from "./board_keys.js";
import { keyOf, pieceElement, place as placePiece } from "./board_pieces.js";
import { BoardTaps } from "./board_taps.js";
import { s } from "./dom.js";
import { moveLabel } from "./move_label.js";

export class BoardMoves {
  constructor(board, onPlay) {
    Object.assign(this, { board, onPlay, all: [], selected: null, previewed: null });
    this.onPreviewText = () => {}; // gets the sentence about the move that is previewed, or ""
    new BoardTaps(this);
    new BoardKeys(this);
    const { element } = board;
    element.addEventListener("focusout", (event) => element.contains(event.relatedTarget) || this.preview(null));
  }

  // The moves that can be made now. A move that moves no piece, such as a roll, is a button only.
  set(moves, task) {
    this.all = distinct(moves.filter(({ piece }) => piece));
    this.task = task;
    const movable = this.movable;
    this.selected = movable.length === 1 ? movable[0] : null;
    this.previewed = null;
    this.draw();
  }

  get movable() {
    return [...new Set(this.all.map(({ of }) => keyOf(of)))];
  }

  movesOf(piece) {
    return this.all.filter(({ of }) => keyOf(of) === piece);
  }

  select(piece) {
    this.selected = piece;
    this.draw();
  }

  // Selects the piece of a move, and gives the focus to the square that it leads to.
  focusMove(move) {
    this.select(keyOf(move.of));
    this.preview(move);
    this.board.layers.targets.querySelector(`[data-target="${CSS.escape(move.move)}"]`)?.focus({ preventScroll: true });
  }

  draw() {
    const { board } = this;
    const movable = this.movable;
    for (const [key, piece] of board.pieces) {
      piece.classList.toggle("movable", movable.includes(key));
      piece.classList.toggle("selected", key === this.selected);
    }
    const targets = this.movesOf(this.selected).map((move) => this.target(move));
    const hadFocus = board.layers.targets.contains(document.activeElement);
    board.layers.targets.replaceChildren(...targets, ...this.ghosts());
    if (hadFocus) board.element.focus({ preventScroll: true });
  }

  target(move) {
    const frame = this.board.frame(move.to, "light");
    const [x, y] = this.board.layout.middle(move.to);
    const label = moveLabel(move, this.task);
    const attributes = { class: "target", role: "button", tabindex: -1, "aria-label": label, "data-target": move.move };
    return s("g", attributes, frame, s("circle", { class: "dot", cx: x, cy: y, r: 6 }));
  }

  // Where the previewed move leads, and where the pieces go that it sends away.
  ghosts() {
    const move = this.previewed;
    if (!move) return [];
    const { board } = this;
    return [move, ...(move.sends || [])].map(({ of, to }) => {
      const ghost = pieceElement(keyOf(of), board.fixed);
      const [slot] = board.layout.slots(to, 1);
      placePiece(ghost, { ...slot, seat: of[0], label: board.fixed.pieces[of[0]][of[1]] });
      ghost.classList.add("ghost");
      return ghost;
    });
  }

  preview(move) {
    if (this.previewed === move) return;
    this.previewed = move;
    this.board.layers.targets.querySelectorAll(".ghost").forEach((ghost) => {
      ghost.remove();
    });
    this.board.layers.targets.append(...this.ghosts());
    this.onPreviewText(move ? moveLabel(move, this.task) : "");
  }
}

// Of moves that bring a piece to the same place, the first: the others are buttons.
function distinct(moves) {
  const isSame = (one, other) => keyOf(one.of) === keyOf(other.of) && one.to === other.to;
  return moves.filter((move, index) => moves.findIndex((other) => isSame(move, other)) === index);
}
