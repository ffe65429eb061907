// The review of a game beside the analysis board: the chart, and the mistakes with what was better.
import { h } from "./dom.js";
import { SEATS } from "./seats.js";
import { ValueChart } from "./value_chart.js";

export class ReviewSection {
  // `onShow` gets a ply; `onMistake` a mistake.
  constructor(review, onShow, onMistake) {
    this.mistakes = review.plies.filter(({ text }) => text);
    const points = [{ value: review.start, endless: review.starts_endless, number: 0 }, ...review.plies.map(pointOf)];
    const marks = this.mistakes.map(({ ply, by }) => [ply, SEATS.indexOf(by)]);
    this.chart = new ValueChart({ points, mistakes: marks, told: review.chart.text, onShow });
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
    );
  }
}

const pointOf = ({ after, endless, move_number: number }) => ({ value: after, endless, number });
