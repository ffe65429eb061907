// What is seen on a board when something happens: pieces that travel, captures and wins. It can be skipped at any time.
import { arrangement, keyOf, NEUTRAL, translation } from "./board_pieces.js";
import { s } from "./dom.js";

const SQUARE_TIME = 130; // milliseconds
const LONGEST = 900;
const FLIGHT = 450;
const HOP = 16; // pixels above the squares that a piece passes

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Ends all motion on the page; what is shown afterwards is the present position.
export function skipMotion() {
  for (const animation of document.getAnimations()) animation.finish();
}

// Which pieces stand elsewhere, the mover's first, then the neutral ones.
export function shifts(before, after, mover) {
  const found = after.flatMap((side, seat) =>
    side
      .map((to, index) => ({ of: [seat, index], from: before[seat][index], to }))
      .filter(({ from, to }) => from !== to),
  );
  const rank = ({ of: [side] }) => (side === mover ? 0 : side === NEUTRAL ? 1 : 2);
  return found.sort((one, other) => rank(one) - rank(other));
}

// The piece that was moved goes square by square, hopping over what stands there; then the others fly to their squares.
// A neutral one never flies: it is not captured.
export function travel(board, before, after, { mover = 0, delay = 0 } = {}) {
  if (isCalm()) return;
  const slots = arrangement(after, board.fixed, board.layout);
  const starts = arrangement(before, board.fixed, board.layout);
  const [first, ...others] = shifts(before, after, mover);
  if (!first) return;
  const walked = Math.min(LONGEST, SQUARE_TIME * Math.abs(first.to - first.from));
  move(board, first, path(first, board.layout, starts, slots), { duration: walked, delay });
  for (const shift of others) {
    if (shift.of[0] === NEUTRAL) {
      move(board, shift, path(shift, board.layout, starts, slots), { duration: FLIGHT, delay: delay + walked });
      continue;
    }
    move(board, shift, flight(shift, starts, slots), { duration: FLIGHT, delay: delay + walked });
    burst(board, shift.from, delay + walked);
  }
}

function move(board, { of }, keyframes, timing) {
  const piece = board.piece(keyOf(of));
  piece.parentNode.append(piece); // above the others
  piece.animate(keyframes, { ...timing, easing: "ease-in-out", fill: "backwards" });
}

function path({ of, from, to }, layout, starts, slots) {
  const points = [starts.get(keyOf(of))];
  const step = Math.sign(to - from);
  for (let place = from + step; place !== to; place += step) {
    const [x, y] = layout.middle(place);
    points.push({ x, y: y - layout.stack / 4, isPassing: true });
  }
  points.push(slots.get(keyOf(of)));
  return points.map((point) => ({ transform: translation(point, point.isPassing ? HOP : 0) }));
}

function flight({ of }, starts, slots) {
  const [start, end] = [starts.get(keyOf(of)), slots.get(keyOf(of))];
  const summit = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) };
  return [
    { transform: translation(start) },
    { transform: `${translation(summit, 3 * HOP)} rotate(${end.x < start.x ? -180 : 180}deg)` },
    { transform: `${translation(end)} rotate(0deg)` },
  ];
}

// A ring that opens where a piece is captured.
function burst(board, place, delay) {
  const [x, y] = board.layout.middle(place);
  const ring = s("circle", { class: "burst", cx: x, cy: y, r: board.layout.cell / 2 });
  board.layers.pieces.append(ring);
  const keyframes = [
    { opacity: 0, transform: "scale(0.2)" },
    { opacity: 1, offset: 0.3 },
    { opacity: 0, transform: "scale(1.6)" },
  ];
  ring.animate(keyframes, { duration: FLIGHT, delay, fill: "backwards" }).finished.finally(() => ring.remove());
}

// The winner's pieces jump for joy, once.
export function celebrate(board, seat) {
  if (isCalm()) return;
  const slots = arrangement(board.positions, board.fixed, board.layout);
  board.positions[seat].forEach((_, index) => {
    const slot = slots.get(keyOf([seat, index]));
    const keyframes = [0, 2 * HOP, 0, HOP, 0].map((lift) => ({ transform: translation(slot, lift) }));
    board
      .piece(keyOf([seat, index]))
      .animate(keyframes, { duration: 900, delay: 700 + 90 * index, easing: "ease-out" });
  });
}
