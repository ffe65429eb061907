// What the page knows of a table, and the sentences about it.
import { computerName, seatName } from "./names.js";

export class TableState {
  constructor(id) {
    Object.assign(this, { id, fixed: null, now: null, you: null, legal: [], present: null });
  }

  update({ now, you, legal }) {
    Object.assign(this, { now, you, legal });
  }

  get isMyTurn() {
    return this.you !== null && this.now.to_move === this.you;
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
    return [this.describeViewer(), this.describeOpponent(), this.describeMatch(), this.describeRules()]
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

  describeRules() {
    const rules = Object.entries(this.fixed.changed).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    return rules.length ? `Rules: ${rules.join(", ")}.` : "";
  }

  describeTurn() {
    if (this.now.result) return this.describeResult();
    const { chosen, to_move: mover, secret, ask } = this.now;
    const choice = chosen ? ` ${chosen === this.you ? "You have" : `${seatName[chosen]} has`} chosen.` : "";
    if (!this.isMyTurn) {
      const computer = this.player(mover) === "human" ? "" : " (computer)";
      return `${seatName[mover]}'s turn${computer}${secret ? ", to choose in secret" : ""}.${choice}`;
    }
    const question = ask
      .trim()
      .replace(/^Player \d's turn\.\s*/, "")
      .replace(/\s*Player \d:$/, "")
      .replace(/:$/, ".");
    return `Your turn.${choice} ${question}`;
  }

  describeResult() {
    const { result } = this.now;
    if (result === this.you) return "You have won.";
    return { draw: "A draw.", unfinished: "Unfinished." }[result] || `${seatName[result]} has won.`;
  }
}
