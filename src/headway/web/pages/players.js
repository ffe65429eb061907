// Both players in a line: shape, name, the square that they make for, score, and whose turn it is.
import { goalsInWords } from "./board_words.js";
import { h } from "./dom.js";
import { SEATS, seatSign, sideOf } from "./seats.js";

export class Players {
  constructor() {
    this.element = h("div", { class: "players" });
  }

  // The players with the sides that they have at a moment, by default now.
  draw(state, sides = state.now.sides) {
    const { score, goal } = state.now.match;
    const { goals, track } = state.fixed;
    const players = SEATS.map((seat, index) => {
      const isTurn = state.now.to_move === seat;
      const points =
        goal > 1 ? h("b", { class: "score", title: `First to ${goal} wins` }, `${score[index]} of ${goal}`) : null;
      const squares = goals[sideOf(seat, sides)];
      const aim = squares.length ? `→ ${goalsInWords(squares, track)}` : "";
      const attributes = { class: `player${isTurn ? " to-move" : ""}`, "aria-current": isTurn ? "true" : null };
      const name = h("span", { class: "name" }, state.playerNames[index]);
      return h(
        "span",
        attributes,
        seatSign(seat, sides),
        name,
        h("span", { class: "aim soft", "aria-hidden": "true" }, aim),
        points,
      );
    });
    this.element.replaceChildren(...players, ...(state.you ? [] : [h("span", { class: "soft" }, "You are watching.")]));
  }
}
