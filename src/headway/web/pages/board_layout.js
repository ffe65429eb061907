// Where everything on a board is, in pixels: squares in rows that turn back like a snake, and the pieces on a square.
const NARROWEST = 31;
const WIDEST = 80;
const LABEL = 18; // the height of a square's place, and of the number on it
const SMALL_BOARD_PIECE = 28;
const SMALL_BOARD_STACK = 34;
const LARGEST_PIECE = 44;
const SMALLEST_PIECE = 16; // its name, of 12 pixels, still fits
const LARGEST_GOAL_SIGN = 16;
const SMALLEST_GOAL_SIGN = 11; // where those of both sides are beside each other
const GAP = 4;
const MOST_IN_SMALL_ROW = 25;
const WIDEST_SMALL = 30;
const LEFT_OUT = 20; // the height of the line that stands for rows that a small board leaves out
const MOST_SMALL_ROWS = 2; // with more, those where nothing stands are left out

export class BoardLayout {
  // `lines` counts the labels above the pieces of a square, `pieces` those of both sides, and `goals` the sides that
  // make for one square. `places` are those where something stands, without which a row of a small board is left out.
  constructor([low, high], width, { lines, pieces, goals, isSmall = false, places = [] }) {
    const count = high - low + 1;
    const rows = isSmall
      ? Math.ceil(count / MOST_IN_SMALL_ROW)
      : Math.ceil(count / Math.max(4, Math.floor(width / NARROWEST)));
    const columns = Math.ceil(count / rows);
    const cell = Math.min(isSmall ? WIDEST_SMALL : WIDEST, Math.floor(width / columns));
    const piece = Math.min(LARGEST_PIECE, Math.max(SMALL_BOARD_PIECE, Math.floor(0.6 * cell)));
    const isDense = !isSmall && rows > 2; // with what stands above the pieces in one line
    const top = isSmall ? LABEL * (lines - 1) : LABEL * (isDense ? 1 : lines);
    Object.assign(this, { low, high, rows, columns, cell, piece, isDense, isSmall, top });
    this.placeGoals(goals);
    this.stack = this.stackHeight(pieces);
    this.squareHeight = top + this.stack + 2 * GAP + this.goalRows * this.goalSize;
    this.width = columns * cell;
    this.placeRows(isSmall && rows > MOST_SMALL_ROWS ? new Set(places.map((place) => this.rowOf(place))) : null);
  }

  // The upper edge of every row, and the rows that are left out: all but the `shown` ones.
  placeRows(shown) {
    Object.assign(this, { tops: [], leftOut: [] });
    let y = 0;
    for (let row = 0; row < this.rows; row += 1) {
      const isShown = !shown || shown.has(row);
      const from = this.low + row * this.columns;
      const last = this.leftOut.at(-1);
      this.tops.push(isShown ? y : null);
      if (isShown) y += this.squareHeight + GAP;
      else if (row > 0 && this.tops[row - 1] === null) last.to = Math.min(this.high, from + this.columns - 1);
      else {
        this.leftOut.push({ from, to: Math.min(this.high, from + this.columns - 1), y: y + LEFT_OUT / 2 - GAP / 2 });
        y += LEFT_OUT;
      }
    }
    this.height = y - GAP;
  }

  rowOf(place) {
    return Math.floor((this.squareOf(place) - this.low) / this.columns);
  }

  isShown(place) {
    return this.tops[this.rowOf(place)] !== null;
  }

  // The height of the pieces on a square: of all of them, flat on two rows, and of as many as fit on more rows.
  stackHeight(pieces) {
    if (this.isSmall) return SMALL_BOARD_STACK;
    if (this.isDense) return 3 * SMALLEST_PIECE - this.goalRows * this.goalSize;
    const smallest = SMALLEST_PIECE * Math.min(4, Math.max(3, pieces));
    return this.rows > 1 ? smallest : this.piece * Math.min(4, Math.max(2, pieces));
  }

  // The signs of goals are below the pieces: beside each other, or one above the other where a square is narrow.
  placeGoals(goals) {
    const half = (this.cell - GAP) / 2;
    this.isGoalStacked = goals > 1 && half < SMALLEST_GOAL_SIGN;
    this.goalRows = this.isGoalStacked ? goals : Math.min(1, goals);
    this.goalSize = Math.floor(Math.min(LARGEST_GOAL_SIGN, goals > 1 && !this.isGoalStacked ? half : this.cell - GAP));
  }

  // The middle of the sign of a goal: the side's own place, if both sides make for the square.
  goal(place, seat, isShared) {
    const [x, y] = this.corner(place);
    const bottom = y + this.squareHeight - GAP / 2 - this.goalSize / 2;
    const offset = isShared ? (seat ? 0.5 : -0.5) : 0;
    if (this.isGoalStacked) return [x + this.cell / 2, bottom - (isShared && !seat ? this.goalSize : 0)];
    return [x + this.cell / 2 + offset * Math.max(this.goalSize, this.cell / 2), bottom];
  }

  isSame(other) {
    const names = ["low", "high", "columns", "cell", "squareHeight", "height"];
    return other && names.every((name) => this[name] === other[name]);
  }

  // The square on which a place is drawn.
  squareOf(place) {
    return Math.min(this.high, Math.max(this.low, place));
  }

  // The left upper corner of a square.
  corner(anyPlace) {
    const place = this.squareOf(anyPlace);
    const row = this.rowOf(place);
    const step = (place - this.low) % this.columns;
    const column = row % 2 ? this.columns - 1 - step : step;
    return [column * this.cell, this.tops[row]];
  }

  // The middle of the part of a square where its pieces stand.
  middle(place) {
    const [x, y] = this.corner(place);
    return [x + this.cell / 2, y + this.top + GAP + this.stack / 2];
  }

  // The square at a point, or null.
  squareAt(x, y) {
    const row = Math.floor(y / (this.squareHeight + GAP));
    const column = Math.floor(x / this.cell);
    if (row < 0 || row >= this.rows || column < 0 || column >= this.columns) return null;
    const place = this.low + row * this.columns + (row % 2 ? this.columns - 1 - column : column);
    return place <= this.high ? place : null;
  }

  // The most pieces that can stand on one square and keep their names legible.
  get room() {
    return Math.floor(this.stack / SMALLEST_PIECE);
  }

  get widestPiece() {
    return this.cell - GAP;
  }

  // Where the pieces on a square are, and how large: one above the other, flatter if there are many.
  slots(place, count) {
    const [x, y] = this.middle(place);
    const step = Math.min(this.piece, this.stack / count);
    const height = step - 5; // with room for the frame of a piece that can be moved
    const isFlat = step < this.piece && !this.isSmall;
    const width = Math.min(this.widestPiece, isFlat ? this.piece : height);
    return Array.from({ length: count }, (_, index) => ({ x, y: y + (index - (count - 1) / 2) * step, width, height }));
  }
}
