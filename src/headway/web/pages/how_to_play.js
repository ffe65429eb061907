// How a game is played under its rules, in a few lines.
import { h } from "./dom.js";

export function howToPlay(lines, isOpen) {
  const items = lines.map((line) => h("li", {}, line));
  return h("details", { class: "how-to-play", open: isOpen }, h("summary", {}, "How to play"), h("ul", {}, items));
}
