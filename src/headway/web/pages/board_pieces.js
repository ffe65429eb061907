// The pieces on a board: those of Player 1 are round, of Player 2 square, and neutral ones pointed on both sides.
import { s } from "./dom.js";

// A piece is known by its seat and its number: "0.1" is the second piece of Player 1.
export const NEUTRAL = 2; // the place of what is neutral, after both seats

export const keyOf = ([seat, index]) => `${seat}.${index}`;

export function pieceElement(key, { pieces }) {
  const [seat, index] = key.split(".");
  const body = s(Number(seat) === NEUTRAL ? "polygon" : "rect", { class: "body" });
  return s("g", { class: `piece side${seat}`, "data-piece": key }, body, s("text", {}, pieces[seat][index]));
}

// The slot of every piece. Where more stand on a square than fit, those of a side are drawn as one, which is as wide as
// the square: "S1+2".
export function arrangement(positions, { pieces }, layout) {
  const squares = new Map();
  positions.forEach((side, seat) => {
    side.forEach((place, index) => {
      const square = layout.squareOf(place);
      squares.set(square, [...(squares.get(square) || []), [seat, index]]);
    });
  });
  const found = new Map();
  for (const [place, here] of squares) {
    const groups = here.length > layout.room ? grouped(here) : here.map((piece) => [piece]);
    const slots = layout.slots(place, groups.length);
    groups.forEach((group, number) => {
      const others = group.length > 1 ? `+${group.length - 1}` : "";
      group.forEach(([seat, index], position) => {
        const label = pieces[seat][index] + others;
        found.set(keyOf([seat, index]), {
          ...slots[number],
          ...(others ? { width: layout.widestPiece } : {}),
          seat,
          label,
          isGrouped: others !== "",
          isBehind: position > 0,
        });
      });
    });
  }
  return found;
}

function grouped(here) {
  return [0, 1, NEUTRAL].map((seat) => here.filter(([side]) => side === seat)).filter((group) => group.length);
}

export const translation = ({ x, y }, lift = 0) => `translate(${x}px, ${y - lift}px)`;

// Makes the letters of a label narrower if it would be wider than its piece.
function squeeze(text, width) {
  text.removeAttribute("textLength");
  if (text.getComputedTextLength?.() > width) {
    text.setAttribute("textLength", width);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

// The corners of a neutral piece.
function pointed(width, height) {
  const [x, y] = [width / 2, height / 2];
  const shoulder = x - Math.min(y, x / 2);
  const half = [
    [-shoulder, -y],
    [shoulder, -y],
    [x, 0],
  ];
  return [...half, ...half.map(([across, down]) => [-across, -down])].join(" ");
}

// Puts a piece into a slot.
export function place(piece, slot) {
  const { width, height, seat, label, isGrouped, isBehind } = slot;
  const [body, text] = piece.children;
  const box = { x: -width / 2, y: -height / 2, width, height, rx: seat ? 4 : height / 2 };
  const shape = seat === NEUTRAL ? { points: pointed(width, height) } : box;
  for (const [name, value] of Object.entries(shape)) body.setAttribute(name, value);
  text.textContent = label;
  squeeze(text, width - 3);
  piece.style.transform = translation(slot);
  piece.classList.toggle("grouped", isGrouped === true);
  piece.classList.toggle("behind", isBehind === true);
}
