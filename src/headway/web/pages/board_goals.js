// The goals on a board: on each a target, an outline in the shape and the colour of the side that makes for it, and an
// arrow that comes from where that side starts, or if it has no pieces, from the neutral ones. Nothing is filled like a
// piece or a flag, which would seem to belong to the side whose home the square is.
import { NEUTRAL } from "./board_pieces.js";
import { makesFor } from "./board_words.js";
import { s } from "./dom.js";

// The most sides that make for one square.
export const mostGoals = ([one, two]) =>
  one.some((square) => two.includes(square)) ? 2 : Math.min(1, one.length + two.length);

// The signs on a square for which these seats make; `names` are those of the players.
export function drawGoals(place, seats, homes, layout, names) {
  return seats.map((seat) => {
    const [x, y] = layout.goal(place, seat, seats.length > 1);
    const from = homes[seat].length ? homes[seat] : homes[NEUTRAL] || [];
    const direction = from.every((home) => home > place) ? -1 : 1;
    const room = seats.length > 1 && !layout.isGoalStacked ? layout.cell / 2 : layout.cell;
    return goalSign(seat, [x, y], layout.goalSize - 2, {
      direction,
      room,
      title: `${makesFor(seat, names)} this square`,
    });
  });
}

// The target with its arrow; where there is no room for the arrow, the target alone.
function goalSign(seat, [middle, y], size, { direction, room, title }) {
  const length = size * 0.75; // of the arrow
  const hasArrow = room >= size + length + 4;
  const x = hasArrow ? middle + (direction * length) / 2 : middle;
  return s(
    "g",
    { class: `goal-sign side${seat}` },
    outline("ring", seat, x, y, size - 2),
    outline("core", seat, x, y, size * 0.3),
    hasArrow ? arrow(x - direction * (size / 2 + 1), y, direction * (length - 1)) : null,
    s("title", {}, title),
  );
}

// An arrow to a point; its length is negative if it comes from the right.
function arrow(x, y, length) {
  const [back, up] = [length / 2, Math.abs(length) / 3];
  return s("path", { class: "way", d: `M${x - length} ${y}H${x}m${-back} ${-up}l${back} ${up}l${-back} ${up}` });
}

function outline(name, seat, x, y, size) {
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: seat ? size / 7 : size / 2 };
  return s("rect", { class: name, ...box });
}
