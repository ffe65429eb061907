// What can be done after a game: another game, the review, a check of the dice, and the record.
import { gameAddress, gamePage } from "./api.js";
import { checkDice } from "./dice.js";
import { h } from "./dom.js";

export class AfterGame {
  constructor(id, send) {
    Object.assign(this, { id, send, gameNumber: null });
    this.element = h("fieldset", { class: "end" });
  }

  // Draws the section once for each game, so that a review stays open while other things change.
  draw(state) {
    const { now } = state;
    if (!now.result) {
      this.element.replaceChildren();
      this.gameNumber = null;
      return;
    }
    if (this.gameNumber !== now.game_number) this.create(state);
    this.gameNumber = now.game_number;
    const next = this.element.querySelector("button.main");
    if (next) next.disabled = "rematch" in now.offers;
  }

  create({ now, you, fixed }) {
    const game = new FinishedGame(this.id, now);
    const record = { href: `/api/tables/${this.id}/record`, download: `headway-${fixed.game}-${this.id}.jsonl` };
    const buttons = [you ? this.nextButton(now.match.over) : null, ...game.buttons, recordLink(record)];
    const contents = [h("div", { class: "row" }, buttons), game.output];
    this.element.replaceChildren(h("section", { class: "card", "aria-label": "After the game" }, contents));
  }

  nextButton(isMatchOver) {
    const message = isMatchOver ? { type: "offer", what: "rematch" } : { type: "next" };
    const text = isMatchOver ? "Rematch, seats swapped" : "Next game";
    return h("button", { class: "main", onclick: () => this.send(message) }, text);
  }
}

export const recordLink = (attributes) => h("a", { class: "button", ...attributes }, "Download the record");

// The review, the analysis board and the dice of one game: links and a button, and the element that shows the dice.
export class FinishedGame {
  constructor(table, { game_number: number, chance, commitment }) {
    this.address = gameAddress(table, number);
    this.output = h("div", {});
    this.buttons = [...this.links(gamePage(table, number)), chance ? this.diceButton(commitment) : null];
  }

  // The pages of the game: its review, and the analysis board.
  links(page) {
    return [
      h("a", { class: "button", href: `${page}/review` }, "Review the game"),
      h("a", { class: "button", href: `${page}/analysis` }, "Analysis board"),
    ];
  }

  diceButton(commitment) {
    const check = async () => {
      const [role, told] = await checkDice(this.address, commitment).then(
        (verdict) => ["status", verdict],
        (error) => ["alert", error.message],
      );
      this.output.replaceChildren(h("p", { role }, told));
    };
    return h("button", { onclick: check }, "Check the dice");
  }
}
