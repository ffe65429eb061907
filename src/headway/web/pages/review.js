// The review of a game: a chart of the value, what was given away, and how it adds up.
import { h, nameOf, s } from "./dom.js";

const percent = (value) => `${(100 * value).toFixed(2)} %`;

export function reviewOf(found) {
  const mistakes = found.plies.filter((ply) => ply.sentence);
  return h("section", { "aria-label": "Review" }, h("h3", {}, "What Player 1 could expect, move by move: 100 % is a sure win, 0 % a sure loss, and a draw is half"), chart(found),
    mistakes.length ? h("ul", {}, mistakes.map((ply) => h("li", {}, `${ply.ply}. ${nameOf[ply.by]}: ${ply.sentence}`))) : h("p", {}, "Nobody gave anything away."),
    h("p", { class: "small" }, `Start ${percent(found.start)}, luck ${percent(found.luck)}, given away by Player 1 ${percent(found.given_away.p1)}, by Player 2 ${percent(found.given_away.p2)}, result ${found.result === null ? "open" : percent(found.result)}.`));
}

function chart(found) {
  const values = [found.start, ...found.plies.map((ply) => ply.after)];
  const [width, height, left] = [400, 130, 58];
  const x = (index) => left + (index * (width - left - 6)) / Math.max(1, values.length - 1);
  const y = (value) => 10 + (1 - value) * (height - 20);
  const points = values.flatMap((value, index) => [index ? `${x(index)},${y(values[index - 1])}` : null, `${x(index)},${y(value)}`]).filter(Boolean);
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `From ${percent(found.start)} to ${percent(values.at(-1))} over ${values.length - 1} moves` },
    [0, 0.5, 1].map((value) => [s("line", { x1: left, x2: width, y1: y(value), y2: y(value) }), s("text", { x: 27, y: y(value) }, `${100 * value} %`)]),
    s("polyline", { points: points.join(" ") }));
}
