// The track as SVG, the same for all games: squares from the track and the board, pieces from the positions.
import { h, s } from "./dom.js";

const CELL = 46;
const NARROWEST_CELL = 31;
const LARGEST_SCALE = 1.7;
const TOP = 20;
const ROW = 92;
const PIECE_SIZE = 16;
const GOAL_SIZE = 5;

export class Track {
  constructor(fixed) {
    this.fixed = fixed;
    this.rowHeight = fixed.board ? ROW + 20 : ROW; // with room for the number of the square, above its pieces
    this.svg = s("svg", { role: "img", "aria-label": "The track" });
    this.element = h("div", { class: "track" }, this.svg);
    this.pieces = new Map();
    this.columns = 0;
    this.positions = null;
    new ResizeObserver(() => this.positions && this.draw(this.positions)).observe(this.element);
  }

  draw(positions) {
    this.positions = positions;
    const [low, high] = this.range(positions);
    const width = this.element.clientWidth || 640;
    const rows = Math.ceil((high - low + 1) / Math.max(4, Math.floor(width / NARROWEST_CELL)));
    const columns = Math.ceil((high - low + 1) / rows);
    if (columns !== this.columns || low !== this.low || high !== this.high) this.drawSquares(low, high, columns);
    this.svg.setAttribute("width", Math.min(width, this.columns * CELL * LARGEST_SCALE));
    this.drawPieces(positions);
    this.svg.setAttribute("aria-label", this.describe(positions));
  }

  // The squares to draw: the track, the pieces, and of the goals beside the track the nearest.
  range(positions) {
    const [first, last] = this.fixed.track;
    const goals = this.fixed.goals.flat().filter((place) => place >= first - 1 && place <= last + 1);
    const places = [...positions.flat(), ...goals];
    return [Math.min(first, ...places), Math.max(last, ...places)];
  }

  at(place) {
    const index = place - this.low;
    return [(index % this.columns) * CELL + CELL / 2, Math.floor(index / this.columns) * this.rowHeight];
  }

  drawSquares(low, high, columns) {
    Object.assign(this, { low, high, columns });
    const rows = Math.ceil((high - low + 1) / columns);
    this.svg.replaceChildren();
    this.pieces.clear();
    this.svg.setAttribute("viewBox", `0 0 ${columns * CELL} ${rows * this.rowHeight}`);
    this.svg.style.maxWidth = "100%";
    for (let place = low; place <= high; place++) this.drawSquare(place);
  }

  drawSquare(place) {
    const [x, y] = this.at(place);
    const isOnTrack = place >= this.fixed.track[0] && place <= this.fixed.track[1];
    const square = {
      class: "square",
      x: x - CELL / 2 + 2,
      y: y + TOP,
      width: CELL - 4,
      height: this.rowHeight - TOP - 4,
      rx: 5,
      "stroke-dasharray": isOnTrack ? null : "4 3",
    };
    this.svg.append(s("rect", square), s("text", { class: "place", x, y: y + 10 }, String(place)));
    this.fixed.goals.forEach((goals, seat) => {
      if (goals.includes(place)) {
        this.svg.append(shape(seat, GOAL_SIZE, `goal side${seat}`, x + (seat ? 16 : -16), y + 10));
      }
    });
    const number = this.fixed.board && place > 0 ? this.fixed.board[place - 1] : undefined;
    if (number !== undefined) this.svg.append(s("text", { x, y: y + TOP + 12 }, String(number)));
  }

  drawPieces(positions) {
    const occupants = new Map();
    positions.forEach((side, seat) => {
      side.forEach((place, index) => {
        occupants.set(place, [...(occupants.get(place) || []), [seat, index]]);
      });
    });
    for (const [place, here] of occupants) this.drawOccupants(place, here);
  }

  // Three or more pieces of a side on one square are drawn as one: "S1+2" is S1 and two others.
  drawOccupants(place, here) {
    const counts = [0, 1].map((seat) => here.filter(([side]) => side === seat).length);
    const drawn = here.filter(
      ([seat], index) => counts[seat] < 3 || here.findIndex(([side]) => side === seat) === index,
    );
    const [x, y] = this.at(place);
    for (const [seat, index] of here) {
      const isGrouped = counts[seat] > 2;
      const row = drawn.findIndex(([side, other]) => side === seat && (other === index || isGrouped));
      const offset = (row - (drawn.length - 1) / 2) * Math.min(32, 44 / Math.max(1, drawn.length - 1));
      const piece = this.piece(seat, index);
      const name = this.fixed.pieces[seat][index];
      piece.lastElementChild.textContent = isGrouped ? `${name}+${counts[seat] - 1}` : name;
      piece.style.transform = `translate(${x}px, ${y + this.rowHeight - ROW / 2 + 9 + offset}px)`;
      piece.style.opacity = drawn.some(([side, other]) => side === seat && other === index) ? 1 : 0;
    }
  }

  piece(seat, index) {
    const key = `${seat}.${index}`;
    if (!this.pieces.has(key)) {
      const name = s("text", {}, this.fixed.pieces[seat][index]);
      const piece = s("g", { class: `piece side${seat}` }, shape(seat, PIECE_SIZE, "body", 0, 0), name);
      this.svg.append(piece);
      this.pieces.set(key, piece);
    }
    return this.pieces.get(key);
  }

  // The board in words, for screen readers.
  describe(positions) {
    const { pieces, goals, track } = this.fixed;
    const places = positions.map((side, seat) =>
      side.map((place, index) => `${pieces[seat][index]} on ${place}`).join(", "),
    );
    const aims = goals.map((squares, seat) =>
      squares.length ? ` Player ${seat + 1} makes for ${squares.join(" or ")}.` : "",
    );
    return `The track from ${track[0]} to ${track[1]}. ${places.join("; ")}.${aims.join("")}`;
  }
}

// Player 1's shapes are round and Player 2's square, pieces and goals alike.
function shape(seat, size, name, x, y) {
  if (seat === 0) return s("circle", { class: name, r: size, cx: x, cy: y });
  const side = 2 * size - 2;
  return s("rect", { class: name, x: x - size + 1, y: y - size + 1, width: side, height: side, rx: size / 5 });
}
