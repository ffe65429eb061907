// The bar beside the board: the exact chance of each side to win.
import { h } from "./dom.js";

export class ValueBar {
  constructor() {
    this.fill = h("span", { class: "value-fill" });
    this.element = h("div", { class: "value-bar unknown", role: "img", "aria-label": "Not known" }, this.fill);
    this.told = h("p", { class: "value-told", role: "status" });
  }

  // `point` has the `value`, the chance that Player 1 wins, and whether best play is `endless`; null is not known.
  show(point, told) {
    const share = point ? point.value : 0.5;
    this.fill.style.width = `${100 * share}%`;
    this.element.classList.toggle("unknown", !point);
    this.element.classList.toggle("endless", point?.endless === true);
    this.element.setAttribute("aria-label", told || "Not known");
    this.told.textContent = told;
  }
}
