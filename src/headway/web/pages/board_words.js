// What is said of a board, from the contract's data.
import { NEUTRAL } from "./board_pieces.js";
import { capitalised } from "./move_label.js";
import { nameOf, SEATS } from "./seats.js";

// A place as it is written on its square: the squares beyond the ends stand for all that lies there.
export function squareLabel(place, [first, last]) {
  if (place < first) return `≤${place}`;
  return place > last ? `≥${place}` : String(place);
}

// The squares that a side makes for, as they are written on the board: "10", "≥10", "4 or 6".
export function goalsInWords(goals, [first, last]) {
  const drawn = goals.map((goal) => Math.min(last + 1, Math.max(first - 1, goal)));
  return [...new Set(drawn)].map((place) => squareLabel(place, [first, last])).join(" or ");
}

// The beginning of a sentence about what a side makes for; `names` are those of the players, by seat.
export const makesFor = (seat, names) => `${capitalised(nameOf(SEATS[seat], names))} makes for`;

// The whole board, for screen readers.
export function describeBoard({ pieces, goals, track }, positions, names) {
  const places = positions.map((side, seat) => {
    const standing = side.map((place, index) => `${pieces[seat][index]} on ${place}`).join(", ");
    return standing && seat === NEUTRAL ? `${standing}, neutral` : standing;
  });
  const aims = goals.map((squares, seat) =>
    squares.length ? ` ${makesFor(seat, names)} ${squares.join(" or ")}.` : "",
  );
  return `The track from ${track[0]} to ${track[1]}. ${places.filter(Boolean).join("; ")}.${aims.join("")}`;
}
