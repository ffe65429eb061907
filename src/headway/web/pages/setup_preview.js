// The board and the rules of a table that is being set up, and what is known of them.
import { post } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";

const DELAY = 200; // milliseconds after a change
const NOT_PLAYABLE = "There is no game by these rules";
const NOT_KNOWN = "Who wins with best play is not known under these rules.";

export class SetupPreview {
  // `wrong` says what is wrong with the fields, if anything is; `ask` gives the request for the table as it is now;
  // `onVariant` gets the game under its rules; `onError` gets the sentence that refuses them, and "" when they are
  // changed: a preview that comes late clears no refusal.
  constructor({ wrong, ask, onVariant, onError }) {
    Object.assign(this, { wrong, ask, onVariant, onError, asked: 0 });
    this.place = h("div", { class: "preview" });
    this.known = h("p", { class: "known", role: "status" });
    this.elements = [this.place, this.known];
  }

  // The rules were changed.
  showSoon() {
    this.onError("");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), DELAY);
  }

  async show() {
    this.asked += 1;
    const number = this.asked;
    this.known.textContent = "";
    try {
      const wrong = this.wrong();
      if (wrong) {
        this.hide(wrong);
        return;
      }
      const request = this.ask();
      const variant = await post("/api/variants", request);
      if (number !== this.asked) return;
      this.draw(variant);
      const known = await whatIsKnown(request);
      if (number === this.asked) this.known.textContent = known;
    } catch (error) {
      if (number !== this.asked) return;
      this.hide();
      this.onError(error.message);
    }
  }

  // What was shown of other rules goes; its room stays, so that nothing jumps.
  hide(wrong = "") {
    const told = wrong ? `${NOT_PLAYABLE}. ${wrong}` : `${NOT_PLAYABLE}: check their values.`;
    this.place.style.minHeight = `${this.place.getBoundingClientRect().height}px`;
    this.place.replaceChildren(h("p", { role: "status" }, told));
  }

  draw(variant) {
    const board = new Board(variant, { isSmall: true });
    const lines = variant.how_to_play.map((line) => h("li", {}, line));
    this.place.style.minHeight = "";
    this.place.replaceChildren(board.element, h("ul", { class: "small" }, lines));
    board.show(variant.positions);
    this.onVariant(variant);
  }
}

async function whatIsKnown(request) {
  try {
    return (await post("/api/variants/known", request)).known;
  } catch (error) {
    return error.name === "too-large" ? NOT_KNOWN : "";
  }
}
