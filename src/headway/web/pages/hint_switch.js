// The switch for hints in a game against the computer, and what they say: the value of the position, and the worth of
// each move, which stands on its button.
import { request } from "./api.js";
import { h } from "./dom.js";

export class HintSwitch {
  // `onWorths` is called when the worths of moves are known, and when they no longer hold.
  constructor(id, send, onWorths) {
    Object.assign(this, { id, send, onWorths, gameNumber: null, panel: null, asked: 0 });
    this.worths = null; // by move, in words; null without hints
    this.input = h("input", { type: "checkbox" });
    this.input.addEventListener("change", () => this.change());
    this.values = h("div", { class: "hints", hidden: true });
    this.element = h("label", { class: "switch", hidden: true }, this.input, "Hints, which the record will mention");
  }

  get isOn() {
    return this.input.checked && !this.element.hidden;
  }

  draw(state) {
    const { now, you } = state;
    this.state = state;
    this.element.hidden = !you || now.result !== null || state.player(state.otherSeat) === "human";
    this.clear();
    if (!this.isOn) return;
    if (this.gameNumber !== now.game_number) this.change();
    else this.ask();
  }

  // Hints are switched on for one game; the record keeps that they were.
  async change() {
    this.clear();
    if (!this.isOn) return;
    this.gameNumber = this.state.now.game_number;
    this.send({ type: "hints" });
    const { HintPanel } = await import("./hint_panel.js");
    this.panel ||= new HintPanel();
    this.values.replaceChildren(this.panel.element);
    await this.ask(); // where they were on before, no message follows
  }

  // What was said holds no longer.
  clear() {
    this.asked += 1;
    this.values.hidden = !this.isOn;
    this.panel?.show(null, "");
    this.worths = this.isOn ? new Map() : null;
    this.onWorths();
  }

  async ask() {
    this.asked += 1;
    const number = this.asked;
    try {
      const hints = await request(`/api/tables/${this.id}/hints`);
      if (number !== this.asked || hints.ply !== this.state.now.ply || !this.panel) return;
      this.panel.show(hints, hints.sentence);
      this.worths = this.panel.worthsIn(hints);
      this.onWorths();
    } catch (error) {
      if (number === this.asked && error.name !== "no-hints") this.panel?.show(null, error.message);
    }
  }
}
