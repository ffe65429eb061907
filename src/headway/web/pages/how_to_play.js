// How a game is played under its rules, in a few lines.
import { h } from "./dom.js";

export function howToPlay(lines) {
  const items = lines.map((line) => h("li", {}, line));
  return h("details", { class: "how-to-play" }, h("summary", {}, "How to play"), h("ul", {}, items));
}
