// How the dice are rolled, with the hash of the number that the server has fixed, in games with dice.
import { h } from "./dom.js";

const TOLD =
  "Each roll is made from a number that the server fixed before the game and one that the browser of the roller " +
  "adds. The server cannot choose your rolls. After the game this page checks them against the hash of its number:";

export class DicePromise {
  constructor() {
    this.hash = h("p", { class: "hash" });
    const summary = h("summary", {}, "How the dice are rolled");
    this.details = h("details", { class: "soft small" }, summary, h("p", {}, TOLD), this.hash);
    this.element = h("div", {});
  }

  draw({ fixed, now }) {
    this.hash.textContent = now.commitment;
    if (fixed.has_chance !== this.element.hasChildNodes()) {
      this.element.replaceChildren(...(fixed.has_chance ? [this.details] : []));
    }
  }
}
