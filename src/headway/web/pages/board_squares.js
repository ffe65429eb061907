// The squares of a board: places, numbers, goals, homes, and dashed squares beyond the ends of the track.
import { drawGoals } from "./board_goals.js";
import { squareLabel } from "./board_words.js";
import { s } from "./dom.js";

// The first and the last square to draw: the track, and one square beyond an end where goals or pieces are.
// All that is farther beyond is drawn on that square.
export function range({ track: [first, last], goals }, positions) {
  const places = [...goals.flat(), ...positions.flat()];
  return [Math.max(first - 1, Math.min(first, ...places)), Math.min(last + 1, Math.max(last, ...places))];
}

export function drawSquares(fixed, layout, names) {
  const all = Array.from({ length: layout.high - layout.low + 1 }, (_, index) => layout.low + index);
  const places = all.filter((place) => layout.isShown(place));
  const leftOut = layout.leftOut.map(({ from, to, y }) =>
    s("text", { class: "left-out", x: layout.width / 2, y }, `… ${from} to ${to} …`),
  );
  return [...turns(layout), ...leftOut, ...places.flatMap((place) => square(place, fixed, layout, names))];
}

// The bends of the snake: lines from the end of a row to the beginning of the next.
function turns(layout) {
  const rows = Array.from({ length: layout.rows - 1 }, (_, row) => row);
  const both = rows.filter((row) => layout.tops[row] !== null && layout.tops[row + 1] !== null);
  return both.map((row) => {
    const [x, y] = layout.middle(layout.low + (row + 1) * layout.columns - 1);
    return s("line", { class: "turn-back", x1: x, x2: x, y1: y, y2: y + layout.squareHeight });
  });
}

function square(place, { track, goals, homes, board }, layout, names) {
  const [x, y] = layout.corner(place);
  const isOnTrack = place >= track[0] && place <= track[1];
  const goalOf = [0, 1].filter((seat) => goals[seat].some((goal) => layout.squareOf(goal) === place));
  const size = { x: x + 1, y: y + 1, width: layout.cell - 2, height: layout.squareHeight - 2, rx: 6 };
  const name = `square${isOnTrack ? "" : " beyond"}${goalOf.length ? " goal" : ""}`;
  const number = board && place > 0 ? board[place - 1] : undefined;
  const middle = x + layout.cell / 2;
  return [
    s("rect", { class: name, ...size }),
    ...[0, 1].filter((seat) => homes[seat].includes(place)).map((seat) => home(seat, place, layout)),
    ...drawGoals(place, goalOf, homes, layout, names),
    ...labels(squareLabel(place, track), number, middle, y + 11, layout),
  ].filter(Boolean);
}

// The place, and below it the number on the square: beside it where the board is dense, alone where it is small.
function labels(place, number, x, y, { isDense, isSmall, cell }) {
  const [left, right] = isDense && number !== undefined ? [x - cell / 4, x + 0.3 * cell] : [x, x];
  const below = isDense || isSmall ? y : y + 17;
  return [
    isSmall ? null : s("text", { class: "square-label", x: left, y }, place),
    number === undefined ? null : s("text", { class: "number", x: right, y: below }, String(number)),
  ];
}

// Where a side starts: the outline of its piece.
function home(seat, place, layout) {
  const [x, y] = layout.middle(place);
  const size = Math.min(20, layout.cell - 6);
  const middle = y + (seat ? layout.stack / 4 : -layout.stack / 4);
  const box = { x: x - size / 2, y: middle - size / 2, width: size, height: size, rx: seat ? 3 : size / 2 };
  return s("rect", { class: `home-square side${seat}`, ...box });
}
