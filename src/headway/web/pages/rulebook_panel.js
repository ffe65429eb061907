// The rules beside the board: how the game is played as it is set up here, then the rule book, loaded when opened.
import { h } from "./dom.js";
import { rulebookArticle } from "./rulebook.js";
import { describeRules } from "./table_state.js";

export class RulebookPanel {
  constructor() {
    this.summary = h("summary", {});
    this.here = h("div", {});
    this.book = h("div", {});
    const contents = h("div", { class: "rules-beside", tabindex: 0, role: "region", "aria-label": "The rules" });
    contents.append(this.here, this.book);
    this.element = h("details", {}, this.summary, contents);
    this.element.addEventListener("toggle", () => this.load());
  }

  draw(fixed) {
    if (this.fixed === fixed) return;
    this.fixed = fixed;
    this.summary.textContent = `Rules of ${fixed.title}`;
    const lines = fixed.how_to_play.map((line) => h("li", {}, line));
    const changed = describeRules(fixed, "Unlike the book");
    const page = h(
      "a",
      { href: `/rules/${fixed.game}`, target: "_blank", rel: "noopener" },
      "The book on its own page",
    );
    this.here.replaceChildren(
      h("h2", {}, "As it is played here"),
      h("ul", {}, lines),
      ...(changed ? [h("p", {}, changed)] : []),
      h("p", { class: "small" }, page),
    );
    this.book.replaceChildren();
    this.load();
  }

  async load() {
    if (!this.element.open || !this.fixed || this.book.hasChildNodes()) return;
    this.book.append(h("p", {}, "Loading…"));
    try {
      this.book.replaceChildren(await rulebookArticle(this.fixed.game, 1));
    } catch (error) {
      this.book.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  }
}
