// What the page knows of a table, and what it says about the table besides the server's sentences.
import { computerName, seatName } from "./names.js";

export class TableState {
  constructor(id) {
    Object.assign(this, {
      id,
      fixed: null,
      now: null,
      you: null,
      moves: [],
      status: "",
      offerTexts: {},
      present: null,
    });
  }

  update({ now, you, moves, status, offer_texts: offerTexts }) {
    Object.assign(this, { now, you, moves, status, offerTexts });
  }

  get isMyTurn() {
    return this.you !== null && this.now.to_move === this.you && this.player(this.you) === "human";
  }

  get otherSeat() {
    return this.you === "P1" ? "P2" : "P1";
  }

  // "human", or the name of the computer player.
  player(seat) {
    return this.now.players[seat === "P1" ? 0 : 1];
  }

  isPresent(seat) {
    return this.present?.seats[seat === "P1" ? 0 : 1];
  }

  get isOtherAbsent() {
    return this.you && this.player(this.otherSeat) === "human" && !this.isPresent(this.otherSeat);
  }

  describePlayers() {
    return [this.describeViewer(), this.describeOpponent(), this.describeMatch(), describeRules(this.fixed)]
      .filter(Boolean)
      .join(" ");
  }

  describeViewer() {
    if (!this.you) return "You are watching.";
    const shape = { P1: "circle", P2: "square" }[this.you];
    return `You are ${seatName[this.you]}, the ${shape}${this.fixed.pieces[0].length > 1 ? "s" : ""}.`;
  }

  describeOpponent() {
    if (!this.you || this.player(this.otherSeat) === "human") return "";
    return `${seatName[this.otherSeat]} is the computer, ${computerName(this.player(this.otherSeat))}.`;
  }

  describeMatch() {
    const { goal, score } = this.now.match;
    return goal > 1 ? `First to ${goal} wins: Player 1 has ${score[0]}, Player 2 has ${score[1]}.` : "";
  }

  describeRoller() {
    const { roller } = this.now;
    return roller ? `${roller === this.you ? "You" : seatName[roller]} rolled` : "The last roll";
  }
}

// The rules that differ from the rule book's.
export function describeRules({ changed }) {
  const rules = Object.entries(changed).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  return rules.length ? `Rules: ${rules.join(", ")}.` : "";
}
