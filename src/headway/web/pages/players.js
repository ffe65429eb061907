// Both players in a line: shape, name, score, and whose turn it is.
import { h } from "./dom.js";
import { sideSign } from "./side_sign.js";

const SEATS = ["P1", "P2"];

export class Players {
  constructor() {
    this.element = h("div", { class: "players" });
  }

  draw(state) {
    const { score, goal } = state.now.match;
    const players = SEATS.map((seat, index) => {
      const isTurn = state.now.to_move === seat;
      const points =
        goal > 1 ? h("b", { class: "score", title: `First to ${goal} wins` }, `${score[index]} of ${goal}`) : null;
      const attributes = { class: `player${isTurn ? " to-move" : ""}`, "aria-current": isTurn ? "true" : null };
      return h("span", attributes, sideSign(seat), h("span", { class: "name" }, state.playerNames[index]), points);
    });
    this.element.replaceChildren(...players, ...(state.you ? [] : [h("span", { class: "soft" }, "You are watching.")]));
  }
}
