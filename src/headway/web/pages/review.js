// The review of a game: a chart of the value, the mistakes, and how they add up to the result.
import { h, s } from "./dom.js";
import { seatName } from "./names.js";

const HEADING = "What Player 1 could expect after each move: 100 % is a certain win, 0 % a certain loss";
const ENDLESS = "Dotted: with best play the game would never end, which counts as 50 %, like a draw.";
const [WIDTH, HEIGHT, LEFT] = [400, 130, 58];

const percent = (value) => `${(100 * value).toFixed(2)} %`;

export function reviewSection(review) {
  const mistakes = review.plies.filter((ply) => ply.sentence);
  const list = h(
    "ul",
    {},
    mistakes.map((ply) => h("li", {}, `${ply.ply}. ${seatName[ply.by]}: ${ply.sentence}`)),
  );
  return h(
    "section",
    { "aria-label": "Review" },
    h("h3", {}, HEADING),
    chart(review),
    review.plies.some((ply) => ply.endless) ? h("p", { class: "small" }, ENDLESS) : null,
    mistakes.length ? list : h("p", {}, "Neither player gave anything away."),
    h("p", { class: "small" }, summary(review)),
  );
}

function summary({ start, luck, given_away: givenAway, result }) {
  return (
    `Start ${percent(start)}, luck ${percent(luck)}, given away by Player 1 ${percent(givenAway.p1)}, ` +
    `by Player 2 ${percent(givenAway.p2)}, result ${result === null ? "open" : percent(result)}.`
  );
}

function chart(review) {
  const values = [review.start, ...review.plies.map((ply) => ply.after)];
  const x = (index) => LEFT + (index * (WIDTH - LEFT - 6)) / Math.max(1, values.length - 1);
  const y = (value) => 10 + (1 - value) * (HEIGHT - 20);
  const points = values.flatMap((value, index) => {
    const corner = index ? [`${x(index)},${y(values[index - 1])}`] : [];
    return [...corner, `${x(index)},${y(value)}`];
  });
  const label = `From ${percent(review.start)} to ${percent(values.at(-1))} over ${values.length - 1} moves`;
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    [0, 0.5, 1].map((value) => [
      s("line", { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
      s("text", { x: 27, y: y(value) }, `${100 * value} %`),
    ]),
    s("polyline", { points: points.join(" ") }),
    review.plies.map(({ endless, after }, index) => {
      const [start, end] = [x(index + 1), x(Math.min(index + 2, values.length - 1))];
      return endless ? s("line", { class: "endless", x1: start, x2: end, y1: y(after), y2: y(after) }) : null;
    }),
  );
}
