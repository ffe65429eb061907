// The board of every game, drawn from the contract's data: squares, goals, homes and pieces, and the moves to tap.

import { mostGoals } from "./board_goals.js";
import { BoardLayout } from "./board_layout.js";
import { celebrate, travel } from "./board_motion.js";
import { BoardMoves } from "./board_moves.js";
import { arrangement, pieceElement, place as placePiece } from "./board_pieces.js";
import { drawSquares, range } from "./board_squares.js";
import { describeBoard } from "./board_words.js";
import { h, s } from "./dom.js";

export class Board {
  // `onPlay` gets the moves that are tapped; without it the board is a picture, and can be a small one in one row.
  constructor(fixed, { onPlay = null, isSmall = false } = {}) {
    Object.assign(this, { fixed, isSmall, names: null });
    this.owners = h("p", { class: "owners small", hidden: true });
    this.svg = s("svg", onPlay ? {} : { role: "img", class: isSmall ? "small-board" : null });
    this.layers = Object.fromEntries(["squares", "marks", "targets", "pieces"].map((name) => [name, layer(name)]));
    this.svg.append(...Object.values(this.layers));
    this.description = h("p", { class: "spoken" });
    const group = { tabindex: 0, role: "group", "aria-label": "Board: arrow keys choose a move, Enter makes it" };
    this.element = h(
      "div",
      { class: "board", ...(onPlay ? group : {}) },
      this.svg,
      onPlay ? this.description : null,
      this.owners,
    );
    this.pieces = new Map();
    this.layout = null;
    this.positions = null;
    this.lastMove = null;
    this.moves = onPlay ? new BoardMoves(this, onPlay) : null;
    new ResizeObserver(() => this.positions && this.show(this.positions, this.lastMove)).observe(this.element);
  }

  // What the players of both sides are called, and who plays which pieces, in a sentence, if the sides were swapped.
  setNames(names, owners = "") {
    this.owners.textContent = owners;
    this.owners.hidden = !owners;
    if (String(names) === String(this.names)) return;
    Object.assign(this, { names, layout: null });
    if (this.positions) this.show(this.positions, this.lastMove);
  }

  // Shows a position at once; `lastMove` has the places `from` and `to` that stay marked.
  show(positions, lastMove = null) {
    Object.assign(this, { positions, lastMove });
    this.fit();
    for (const [key, slot] of arrangement(positions, this.fixed, this.layout)) placePiece(this.piece(key), slot);
    this.drawMarks();
    this.moves?.draw();
    const text = describeBoard(this.fixed, positions, this.names);
    this.description.textContent = text;
    if (!this.moves) this.svg.setAttribute("aria-label", text);
  }

  // Shows a position, and how the pieces come there from the one before.
  travel(before, positions, lastMove, options) {
    this.show(positions, lastMove);
    travel(this, before, positions, options);
  }

  celebrate(seat) {
    celebrate(this, seat);
  }

  fit() {
    const width = this.element.clientWidth || 640;
    const { board, pieces, goals, homes } = this.fixed;
    const ends = range(this.fixed, this.positions);
    const sizes = {
      lines: board ? 2 : 1,
      pieces: pieces.flat().length,
      goals: mostGoals(goals),
      isSmall: this.isSmall,
      places: [...goals, ...homes, ...this.positions].flat(),
    };
    const layout = new BoardLayout(ends, width, sizes);
    if (layout.isSame(this.layout)) return;
    this.layout = layout;
    for (const [name, value] of [
      ["width", layout.width],
      ["height", layout.height],
    ])
      this.svg.setAttribute(name, value);
    this.layers.squares.replaceChildren(...drawSquares(this.fixed, layout, this.names));
  }

  piece(key) {
    if (!this.pieces.has(key)) {
      const piece = pieceElement(key, this.fixed);
      this.pieces.set(key, piece);
      this.layers.pieces.append(piece);
    }
    return this.pieces.get(key);
  }

  drawMarks() {
    const marks = this.lastMove
      ? [
          ["from", this.lastMove.from],
          ["to", this.lastMove.to],
        ]
      : [];
    this.layers.marks.replaceChildren(...marks.map(([name, place]) => this.frame(place, `mark ${name}`)));
  }

  // A rectangle inside a square.
  frame(place, name) {
    const [x, y] = this.layout.corner(place);
    const size = { width: this.layout.cell - 4, height: this.layout.squareHeight - 4 };
    return s("rect", { class: name, x: x + 2, y: y + 2, ...size, rx: 5 });
  }
}

const layer = (name) => s("g", { class: name });
