// How the parts of the analysis board are arranged on its page.
import { h, show } from "./dom.js";
import { describeRules } from "./table_state.js";

// `play` are the elements around the board, `beside` those beside it; `back` leads to the table, if there is one.
export function showAnalysisPage(table, { isReview, play, beside, back }) {
  const title = `${table.title}: ${isReview ? "review" : "analysis"}`;
  document.title = `${title} – Headway`;
  show(
    h("div", { class: "table-head" }, h("h1", {}, title), h("p", {}, describeRules(table))),
    h(
      "div",
      { class: "columns analysis" },
      h("div", { class: "play" }, play),
      h("div", { class: "beside" }, beside, links(back)),
    ),
  );
}

function links(back) {
  const toTable = back ? [h("a", { href: back.href }, back.text), " · "] : [];
  const others = [h("a", { href: "/analysis" }, "Another analysis"), " · ", h("a", { href: "/" }, "All games")];
  return h("p", {}, toTable, others);
}
