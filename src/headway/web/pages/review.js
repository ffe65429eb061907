// The review of a game beside the analysis board: the chart, and the mistakes with what was better.
import { h } from "./dom.js";
import { ValueChart } from "./value_chart.js";

const SEATS = ["P1", "P2"];

export class ReviewSection {
  // `onShow` gets a ply; `onMistake` a mistake and the sentence about it.
  constructor(review, onShow, onMistake) {
    const wrong = review.plies.filter(({ sentence }) => sentence);
    const points = [{ value: review.start, endless: review.starts_endless }, ...review.plies.map(pointOf)];
    const mistakes = wrong.map(({ ply, by }) => [ply, SEATS.indexOf(by)]);
    this.chart = new ValueChart({ points, mistakes, told: review.chart.text, onShow });
    const texts = review.mistakes_text;
    const buttons = wrong.map((ply, index) =>
      h(
        "li",
        {},
        h("button", { type: "button", "data-ply": ply.ply, onclick: () => onMistake(ply, texts[index]) }, texts[index]),
      ),
    );
    const lines = review.lines.filter((line) => !texts.includes(line));
    this.element = h(
      "section",
      { class: "review", "aria-label": "Review" },
      h("h2", {}, review.heading),
      this.chart.element,
      buttons.length ? h("ul", { class: "mistakes" }, buttons) : null,
      h(
        "ul",
        {},
        lines.map((line) => h("li", {}, line)),
      ),
    );
  }
}

const pointOf = ({ after, endless }) => ({ value: after, endless });
