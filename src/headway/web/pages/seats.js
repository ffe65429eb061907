// The two seats: what they are called, and the shape and the colour of each.
import { s } from "./dom.js";

export const SEATS = ["P1", "P2"];
const seatNames = ["Player 1", "Player 2"];

export const seatIndex = (seat) => SEATS.indexOf(seat);

// A seat by the name of its player, if there is one; `names` are by seat.
export const nameOf = (seat, names) => names?.[seatIndex(seat)] || seatNames[seatIndex(seat)];

// The side that a seat plays: its own, unless the players have swapped sides.
export const sideOf = (seat, sides) => sides?.[seatIndex(seat)] ?? seatIndex(seat);

// What the players of both sides are called, by side.
export const namesOfSides = ({ called, sides }) => (sides ? sides.map((seat) => nameOf(SEATS[seat], called)) : called);

// The shape of the side that a seat plays, as small as a letter.
export function seatSign(seat, sides) {
  const index = sideOf(seat, sides);
  const body = s("rect", { class: "body", x: 1, y: 1, width: 12, height: 12, rx: index ? 2 : 6 });
  return s("svg", { class: `sign side${index}`, viewBox: "0 0 14 14", "aria-hidden": "true" }, body);
}
