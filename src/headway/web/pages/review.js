// The review of a game, as the server draws and tells it.
import { h } from "./dom.js";

export function reviewSection({ heading, chart, lines }) {
  const image = { class: "chart", src: `data:image/svg+xml,${encodeURIComponent(chart.svg)}`, alt: chart.text };
  return h(
    "section",
    { "aria-label": "Review" },
    h("h3", {}, heading),
    h("img", image),
    h(
      "ul",
      {},
      lines.map((line) => h("li", {}, line)),
    ),
  );
}
