// The shape of a side, as small as a letter.
import { s } from "./dom.js";

export function sideSign(seat) {
  const rx = seat === "P1" ? 6 : 2;
  const body = s("rect", { class: "body", x: 1, y: 1, width: 12, height: 12, rx });
  return s("svg", { class: `sign side${seat === "P1" ? 0 : 1}`, viewBox: "0 0 14 14", "aria-hidden": "true" }, body);
}
