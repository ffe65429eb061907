// The switch for hints in a game against the computer: the value of the position, and what each move is worth.
import { request } from "./api.js";
import { h } from "./dom.js";

export class Hints {
  constructor(id, send) {
    Object.assign(this, { id, send, gameNumber: null, panel: null, asked: 0 });
    this.input = h("input", { type: "checkbox" });
    this.input.addEventListener("change", () => this.change());
    this.place = h("div", {});
    const label = h("label", { class: "switch" }, this.input, "Hints, which the record will mention");
    this.element = h("div", { class: "hints", hidden: true }, label, this.place);
  }

  draw(state) {
    const { now, you } = state;
    this.state = state;
    this.element.hidden = !you || now.result !== null || state.player(state.otherSeat) === "human";
    if (this.element.hidden || !this.input.checked) return;
    if (this.gameNumber !== now.game_number) this.change();
    else this.show();
  }

  // Hints are switched on for one game; the record keeps that they were.
  async change() {
    this.place.hidden = !this.input.checked;
    if (!this.input.checked) return;
    this.gameNumber = this.state.now.game_number;
    this.send({ type: "hints" });
    const { HintPanel } = await import("./hint_panel.js");
    this.panel ||= new HintPanel();
    this.place.replaceChildren(this.panel.element);
    await this.show(); // where they were on before, no message follows
  }

  async show() {
    this.asked += 1;
    const number = this.asked;
    try {
      const hints = await request(`/api/tables/${this.id}/hints`);
      if (number === this.asked && hints.ply === this.state.now.ply) this.panel?.draw(hints, this.state);
    } catch (error) {
      if (number === this.asked && error.name !== "no-hints") this.panel?.refuse(error.message);
    }
  }
}
