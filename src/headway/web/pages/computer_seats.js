// Computers on the seats of players: one may take the seat of a player who is absent, and the player takes it back.
import { request } from "./api.js";
import { h } from "./dom.js";
import { nameOf } from "./seats.js";

export class ComputerSeats {
  constructor(send) {
    Object.assign(this, { computers: [], offered: null });
    const takeBack = h("button", { onclick: () => send({ type: "return" }) }, "Take it back");
    this.own = h("p", { class: "trouble", hidden: true }, "A computer plays on your seat. ", takeBack);
    this.absence = h("p", {});
    this.select = h("select", { "aria-label": "Which computer" });
    this.button = h("button", { onclick: () => send({ type: "computer", player: this.select.value }) });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const choice = h("div", { class: "row" }, this.select, this.button);
    this.other = h("div", { hidden: true }, this.absence, choice, this.trouble);
    this.element = h("div", {}, this.own, this.other);
  }

  async load() {
    try {
      this.computers = await request("/api/computers");
    } catch (error) {
      this.trouble.textContent = error.message;
    }
  }

  draw(state) {
    this.state = state;
    this.own.hidden = !state.you || state.player(state.you) === "human";
    this.other.hidden = !state.isOtherAbsent;
    if (this.other.hidden) return;
    this.absence.textContent = `${nameOf(state.otherSeat, state.now.names)} is not here.`;
    this.drawChoice(state.fixed.computers);
    this.countDown();
  }

  // The computers that differ in this game; the choice stays while they are the same.
  drawChoice(names) {
    const offered = this.computers.filter(({ name }) => names.includes(name));
    const key = offered.map(({ name }) => name).join(" ");
    if (key === this.offered) return;
    this.offered = key;
    this.select.replaceChildren(
      ...offered.map(({ name, title, is_default: isDefault }) =>
        h("option", { value: name, selected: isDefault }, title),
      ),
    );
  }

  countDown() {
    clearTimeout(this.timer);
    const seconds = this.state.otherVacantIn;
    this.button.disabled = seconds > 0 || !this.computers.length;
    this.button.textContent = seconds > 0 ? `Let a computer play (in ${seconds} s)` : "Let a computer play";
    if (seconds > 0) this.timer = setTimeout(() => this.countDown(), 1000);
  }
}
