// The log of a game: a line for everything that has happened.
import { h } from "./dom.js";

export class Log {
  constructor() {
    this.element = h("ol", { class: "log card", "aria-label": "What has happened", tabindex: 0 });
  }

  clear() {
    this.element.replaceChildren();
  }

  add(lines, isNew) {
    this.element.append(...lines.map(({ text }) => h("li", { class: isNew ? "reveal" : null }, text)));
    this.element.scrollTop = this.element.scrollHeight;
  }

  get lastText() {
    return this.element.lastElementChild?.textContent || "";
  }
}
