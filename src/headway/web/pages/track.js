// The track as SVG, for all games alike: squares from the track and the board, pieces from the positions.
import { h, s } from "./dom.js";

const CELL = 46, NARROWEST = 31, LARGEST = 1.7, TOP = 20, ROW = 92, SIZE = 16, GOAL = 5;

export class Track {
  constructor(fixed) {
    this.fixed = fixed;
    this.row = fixed.board ? ROW + 20 : ROW;  // with room for the number on the square, above its pieces
    this.drawing = s("svg", { role: "img", "aria-label": "The track" });
    this.element = h("div", { class: "track" }, this.drawing);
    this.pieces = new Map();
    this.columns = 0;
    this.positions = null;
    new ResizeObserver(() => this.positions && this.draw(this.positions)).observe(this.element);
  }

  draw(positions) {
    this.positions = positions;
    const [first, last] = this.fixed.track;
    // goals off the track: the nearest is drawn
    const near = this.fixed.goals.flat().filter((place) => place >= first - 1 && place <= last + 1);
    const places = [...positions.flat(), ...near];
    const low = Math.min(first, ...places), high = Math.max(last, ...places);
    const width = this.element.clientWidth || 640;
    const rows = Math.ceil((high - low + 1) / Math.max(4, Math.floor(width / NARROWEST)));
    const columns = Math.ceil((high - low + 1) / rows);
    if (columns !== this.columns || low !== this.low || high !== this.high) this.drawSquares(low, high, columns);
    this.drawing.setAttribute("width", Math.min(width, this.columns * CELL * LARGEST));
    this.drawPieces(positions);
    this.drawing.setAttribute("aria-label", this.words(positions));
  }

  at(place) {
    const index = place - this.low;
    return [(index % this.columns) * CELL + CELL / 2, Math.floor(index / this.columns) * this.row];
  }

  drawSquares(low, high, columns) {
    Object.assign(this, { low, high, columns });
    const count = high - low + 1, rows = Math.ceil(count / columns);
    const [wide, tall] = [columns * CELL, rows * this.row];
    this.drawing.replaceChildren();
    this.pieces.clear();
    this.drawing.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    this.drawing.style.maxWidth = "100%";
    for (let place = low; place <= high; place++) {
      const [x, y] = this.at(place);
      const inside = place >= this.fixed.track[0] && place <= this.fixed.track[1];
      const number = this.fixed.board && place > 0 ? this.fixed.board[place - 1] : null;
      this.drawing.append(s("rect", { class: "square", x: x - CELL / 2 + 2, y: y + TOP, width: CELL - 4,
        height: this.row - TOP - 4, rx: 5, "stroke-dasharray": inside ? null : "4 3" }));
      this.drawing.append(s("text", { class: "place", x, y: y + 10 }, String(place)));
      this.fixed.goals.forEach((goals, seat) => {
        if (goals.includes(place)) this.drawing.append(shape(seat, GOAL, `goal side${seat}`, x + (seat ? 16 : -16), y + 10));
      });
      if (number !== null && number !== undefined) this.drawing.append(s("text", { x, y: y + TOP + 12 }, String(number)));
    }
  }

  drawPieces(positions) {
    const standing = new Map();
    positions.forEach((side, seat) => side.forEach((place, which) => {
      standing.set(place, [...(standing.get(place) || []), [seat, which]]);
    }));
    for (const [place, here] of standing) {
      const crowd = [0, 1].map((seat) => here.filter(([side]) => side === seat).length);
      const shown = here.filter(([seat], index) => crowd[seat] < 3 || here.findIndex(([side]) => side === seat) === index);
      for (const [seat, which] of here) {
        const index = shown.findIndex(([side, other]) => side === seat && (other === which || crowd[seat] > 2));
        const isShown = shown.some(([side, other]) => side === seat && other === which);
        const [x, y] = this.at(place);
        const up = (index - (shown.length - 1) / 2) * Math.min(32, 44 / Math.max(1, shown.length - 1));
        const piece = this.piece(seat, which);
        const name = this.fixed.pieces[seat][which];
        piece.lastElementChild.textContent = crowd[seat] > 2 ? `${crowd[seat]}×${name.replace(/\d+$/, "")}` : name;
        piece.style.transform = `translate(${x}px, ${y + this.row - ROW / 2 + 9 + up}px)`;
        piece.style.opacity = isShown ? 1 : 0;
      }
    }
  }

  piece(seat, which) {
    const key = `${seat}.${which}`;
    if (!this.pieces.has(key)) {
      const piece = s("g", { class: `piece side${seat}` }, shape(seat, SIZE, "body", 0, 0), s("text", {}, this.fixed.pieces[seat][which]));
      this.drawing.append(piece);
      this.pieces.set(key, piece);
    }
    return this.pieces.get(key);
  }

  words(positions) {
    const told = positions.map((side, seat) => side.map((place, which) => `${this.fixed.pieces[seat][which]} on ${place}`).join(", "));
    const goals = this.fixed.goals.map((places, seat) => (places.length ? ` Player ${seat + 1} makes for ${places.join(" or ")}.` : ""));
    return `The track from ${this.fixed.track[0]} to ${this.fixed.track[1]}. ${told.join("; ")}.${goals.join("")}`;
  }
}

// One side is round and the other square, whatever it is that is drawn.
function shape(seat, size, name, x, y) {
  return seat === 0 ? s("circle", { class: name, r: size, cx: x, cy: y }) :
    s("rect", { class: name, x: x - size + 1, y: y - size + 1, width: 2 * size - 2, height: 2 * size - 2, rx: size / 5 });
}

const PIPS = { 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] };

export function die(face) {
  if (!(face in PIPS)) return h("p", { class: "turn" }, face);
  return s("svg", { class: "die", viewBox: "0 0 64 64", role: "img", "aria-label": `The die shows ${face}` },
    s("rect", { x: 3, y: 3, width: 58, height: 58, rx: 10 }),
    PIPS[face].map(([column, row]) => s("circle", { cx: 16 + 16 * column, cy: 16 + 16 * row, r: 5.5 })));
}
