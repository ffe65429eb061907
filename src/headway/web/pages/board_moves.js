// The moves on the board itself: tap a piece, then a square that lights up; or arrow keys and Enter.
import { keyOf, pieceElement, place as placePiece } from "./board_pieces.js";
import { s } from "./dom.js";
import { moveLabel } from "./move_label.js";
import { onPreview } from "./preview.js";

export class BoardMoves {
  constructor(board, onPlay) {
    Object.assign(this, { board, onPlay, all: [], selected: null, previewed: null });
    this.onPreview = () => {};
    const { svg, element } = board;
    svg.addEventListener("click", (event) => this.onTap(event));
    this.press = onPreview(svg, (isShown, event) => this.preview(isShown ? this.moveAt(event) : null));
    element.addEventListener("keydown", (event) => this.onKey(event));
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
    this.onPreview(move ? moveLabel(move, this.task) : "");
  }

  // -- pointers

  squareOf(event) {
    const { left, top } = this.board.svg.getBoundingClientRect();
    return this.board.layout.squareAt(event.clientX - left, event.clientY - top);
  }

  // The move of the selected piece to the square of an event.
  moveAt(event) {
    const square = this.squareOf(event);
    return this.movesOf(this.selected).find(({ to }) => this.board.layout.squareOf(to) === square) || null;
  }

  onTap(event) {
    if (this.press.wasLong) return;
    const move = this.moveAt(event);
    const tapped = event.target.closest(".piece.movable:not(.grouped)")?.dataset.piece;
    const piece = tapped || this.pieceOn(this.squareOf(event));
    if (move) this.onPlay(move.move);
    else if (piece && piece !== this.selected) this.select(piece);
    else if (this.movable.length > 1) this.select(null);
  }

  // A movable piece on the square; the one after the selected if there are several, so that taps go round.
  pieceOn(square) {
    const here = this.movable.filter((key) => this.board.layout.squareOf(this.movesOf(key)[0].from) === square);
    return here[(here.indexOf(this.selected) + 1) % here.length] || null;
  }

  // -- keys

  onKey(event) {
    const current = this.previewed || this.all.find(({ move }) => move === document.activeElement?.dataset?.target);
    if (event.key === "Escape") {
      this.board.element.focus();
      this.preview(null);
    } else if (event.key.startsWith("Arrow") && this.all.length) {
      this.focusMove(this.next(current, event.key));
      event.preventDefault();
      event.stopPropagation();
    } else if (current && (event.key === "Enter" || (event.key === " " && event.target !== this.board.element))) {
      this.onPlay(current.move);
      event.preventDefault();
    }
  }

  focusMove(move) {
    this.select(keyOf(move.of));
    this.preview(move);
    this.board.layers.targets.querySelector(`[data-target="${CSS.escape(move.move)}"]`)?.focus({ preventScroll: true });
  }

  // Left and right go along the line, up and down to another piece.
  next(current, key) {
    const pieces = this.movable;
    const piece = current ? keyOf(current.of) : this.selected || pieces[0];
    const moves = this.movesOf(piece).sort((one, other) => one.to - other.to);
    if (!current) return moves[key === "ArrowLeft" || key === "ArrowUp" ? moves.length - 1 : 0];
    const step = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    const turn = (list, index) => list[(index + step + list.length) % list.length];
    if (pieces.length > 1 && /Up|Down/.test(key)) return this.movesOf(turn(pieces, pieces.indexOf(piece)))[0];
    return turn(moves, moves.indexOf(current));
  }
}

// Of moves that bring a piece to the same place, the first: the others are buttons.
function distinct(moves) {
  const isSame = (one, other) => keyOf(one.of) === keyOf(other.of) && one.to === other.to;
  return moves.filter((move, index) => moves.findIndex((other) => isSame(move, other)) === index);
}
