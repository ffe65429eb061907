// The review of a game beside the analysis board: the chart, and the mistakes with what was better.
import { h } from "./dom.js";
import { SEATS } from "./seats.js";
import { ValueChart } from "./value_chart.js";

export class ReviewSection {
  // `onShow` gets a ply; `onMistake` a mistake.
  constructor(review, onShow, onMistake) {
    this.mistakes = review.plies.filter(({ text }) => text);
    const marks = this.mistakes.map(({ move_number: number, by }) => [number, SEATS.indexOf(by)]);
    this.chart = new ValueChart({ points: pointsOf(review), mistakes: marks, told: review.chart.text, onShow });
    const buttons = this.mistakes.map((mistake) => {
      const attributes = { type: "button", "data-ply": mistake.ply, onclick: () => onMistake(mistake) };
      return h("li", {}, h("button", attributes, mistake.text));
    });
    const lines = review.lines.map((line) => h("li", {}, line));
    this.element = h(
      "section",
      { class: "review", "aria-label": "Review" },
      h("h2", {}, review.heading),
      this.chart.element,
      buttons.length ? h("ul", { class: "mistakes" }, buttons) : null,
      h("ul", {}, lines),
      sumTable(review.sums),
    );
  }
}

// How luck and mistakes add up to the result.
function sumTable({ heading, rows }) {
  const cells = rows.map(({ name, percent }) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, percent)));
  return h("table", { class: "sums" }, h("caption", {}, heading), h("tbody", {}, cells));
}

// The chance that the review is about at the start and after each move; a request for a roll and the roll are one move.
function pointsOf({ seat, start, starts_endless: endless, plies }) {
  const chance = (value) => (seat === "P2" ? 1 - value : value);
  const points = [{ value: chance(start), endless, ply: 0 }];
  for (const ply of plies) points[ply.move_number] = { value: chance(ply.after), endless: ply.endless, ply: ply.ply };
  return points;
}
