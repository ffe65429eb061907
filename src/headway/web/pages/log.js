// The log of a game: a line for everything that has happened.
import { h } from "./dom.js";
import { seatName } from "./names.js";

export class Log {
  constructor() {
    this.element = h("ol", { class: "log card", "aria-label": "What has happened", tabindex: 0 });
    this.roller = null; // the seat that rolled last
  }

  clear() {
    this.element.replaceChildren();
  }

  add(line, isNew) {
    if (line.turn) this.roller = line.turn;
    const speaker = line.turn ? h("strong", {}, `${seatName[line.turn]}: `) : null;
    this.element.append(h("li", { class: isNew ? "reveal" : null }, speaker, line.text.trim()));
    this.element.scrollTop = this.element.scrollHeight;
  }

  get lastText() {
    return this.element.lastElementChild?.textContent || "";
  }

  firstParagraph(line) {
    return `${line.turn ? `${seatName[line.turn]}: ` : ""}${line.text.trim().split("\n\n")[0]}`;
  }
}
