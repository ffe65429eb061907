// What can be done after a game: another game, the review, a check of the dice, and the record.
import { request } from "./api.js";
import { checkDice } from "./dice.js";
import { h } from "./dom.js";
import { reviewSection } from "./review.js";

export class AfterGame {
  constructor(id, send) {
    Object.assign(this, { address: `/api/tables/${id}`, id, send, gameNumber: null });
    this.element = h("div", { class: "end" });
  }

  // Draws the section once for each game, so that a review stays open while other things change.
  draw(state, result, lastLine) {
    const { now } = state;
    if (!now.result) {
      this.element.replaceChildren();
      this.gameNumber = null;
      return;
    }
    if (this.gameNumber !== now.game_number) this.create(state, result, lastLine);
    this.gameNumber = now.game_number;
    const next = this.element.querySelector("button.main");
    if (next) next.disabled = "rematch" in now.offers;
  }

  create({ now, you, fixed }, result, lastLine) {
    this.output = h("div", {});
    const download = `headway-${fixed.game}-${this.id}.jsonl`;
    const buttons = [
      you ? this.nextButton(now.match.over) : null,
      this.reviewButton(),
      now.chance ? this.diceButton(now.commitment) : null,
      h("a", { class: "button", href: `${this.address}/record`, download }, "Download the record"),
    ];
    const attributes = { class: "card", "aria-label": "After the game" };
    const contents = [h("h2", {}, result), h("p", {}, lastLine), h("div", { class: "row" }, buttons), this.output];
    this.element.replaceChildren(h("section", attributes, contents));
  }

  nextButton(isMatchOver) {
    const message = isMatchOver ? { type: "offer", what: "rematch" } : { type: "next" };
    const text = isMatchOver ? "Rematch, seats swapped" : "Next game";
    return h("button", { class: "main", onclick: () => this.send(message) }, text);
  }

  reviewButton() {
    const button = h("button", {}, "Review the game");
    button.addEventListener("click", async () => {
      button.disabled = true;
      this.output.replaceChildren(h("p", { role: "status" }, "Analysing…"));
      try {
        this.output.replaceChildren(reviewSection(await request(`${this.address}/review`)));
      } catch (error) {
        this.output.replaceChildren(h("p", { role: "alert" }, error.message));
        button.disabled = false;
      }
    });
    return button;
  }

  diceButton(commitment) {
    const check = async () =>
      this.output.replaceChildren(h("p", { role: "status" }, await checkDice(this.address, commitment)));
    return h("button", { onclick: check }, "Check the dice");
  }
}
