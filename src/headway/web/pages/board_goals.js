// The goals on a board: on each a flag, in the shape and the colour of the side that makes for it, that flies in the
// direction in which that side moves.
import { makesFor } from "./board_words.js";
import { s } from "./dom.js";

// The most sides that make for one square.
export const mostGoals = ([one, two]) =>
  one.some((square) => two.includes(square)) ? 2 : Math.min(1, one.length + two.length);

// The signs on a square for which these seats make; `names` are those of the players.
export function drawGoals(place, seats, homes, layout, names) {
  return seats.map((seat) => {
    const [x, y] = layout.goal(place, seat, seats.length > 1);
    const direction = homes[seat].every((home) => home > place) ? -1 : 1;
    return goalSign(seat, x, y, layout.goalSize - 2, direction, `${makesFor(seat, names)} this square`);
  });
}

// A flag inside a piece of the side that is on its way.
function goalSign(seat, x, y, size, direction, title) {
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: seat ? 2 : size / 2 };
  const length = size * 0.25 * direction;
  const cloth = `l${2 * length} ${size * 0.18}l${-2 * length} ${size * 0.18}`;
  return s(
    "g",
    { class: `goal-sign side${seat}` },
    s("rect", { class: "body", ...box }),
    s("path", { class: "flag", d: `M${x - length} ${y + size * 0.32}V${y - size * 0.32}${cloth}` }),
    s("title", {}, title),
  );
}
