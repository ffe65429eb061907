// A die as SVG, or the text of what chance did where it is not a die's face.
import { h, s } from "./dom.js";

const PIPS = {
  1: ["11"],
  2: ["00", "22"],
  3: ["00", "11", "22"],
  4: ["00", "02", "20", "22"],
  5: ["00", "02", "11", "20", "22"],
  6: ["00", "01", "02", "20", "21", "22"],
};

export function die(face) {
  if (!(face in PIPS)) return h("p", { class: "rolled" }, face);
  const pips = PIPS[face].map(([column, row]) => s("circle", { cx: 16 + 16 * column, cy: 16 + 16 * row, r: 5.5 }));
  return s(
    "svg",
    { class: "die", viewBox: "0 0 64 64", role: "img", "aria-label": `The die shows ${face}` },
    s("rect", { x: 3, y: 3, width: 58, height: 58, rx: 10 }),
    pips,
  );
}
