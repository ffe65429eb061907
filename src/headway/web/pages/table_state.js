// What the page knows of a table, and what it says about the table besides the server's sentences.
import { seatIndex } from "./seats.js";

const FRIEND_IS_AWAITED = "Your friend is to move, and has not opened the link yet.";

export class TableState {
  constructor() {
    Object.assign(this, {
      fixed: null,
      now: null,
      you: null,
      moves: [],
      status: "",
      turnWords: "",
      owners: "", // who plays which pieces, in a sentence, once the players have swapped sides
      offerTexts: {},
      confirm: {}, // what this player may do, and the question whether it is meant
      noTakeback: "", // why no move can be taken back, in a sentence
      present: null,
      playerNames: [],
      notice: "",
      connection: "", // what is wrong with it, in a sentence
      unanswered: null, // the id of the message with a move that was sent, until its answer comes
    });
  }

  update({ type, now, you, moves, status, turn_words: turnWords, player_names: playerNames, notice = "", ...rest }) {
    const { offer_texts: offerTexts, no_takeback: noTakeback = "", owners = "", confirm = {} } = rest;
    // what opened a turn stays until the next turn is opened
    if (turnWords || type === "welcome") this.turnWords = turnWords || "";
    if (playerNames) Object.assign(this, { playerNames, confirm, notice });
    const isReasonNew = Boolean(now.draw_reason) && now.draw_reason !== this.now?.draw_reason;
    Object.assign(this, { now, you, moves, status, offerTexts, noTakeback, owners, isReasonNew });
  }

  get isMyTurn() {
    return this.you !== null && this.now.to_move === this.you && this.player(this.you) === "human";
  }

  get isConnected() {
    return !this.connection;
  }

  // Can this player move now? Moves wait for a connection that is lost, and for the answer to the last one.
  get canMove() {
    return this.isConnected && this.now !== null && this.isMyTurn && this.unanswered === null;
  }

  // The name that this player has at the table.
  get ownName() {
    return this.you && this.now.names[seatIndex(this.you)];
  }

  get otherSeat() {
    return this.you === "P1" ? "P2" : "P1";
  }

  // "human", or the name of the computer player.
  player(seat) {
    return this.now.players[seatIndex(seat)];
  }

  isPresent(seat) {
    return this.present?.seats[seatIndex(seat)];
  }

  // Has a player come to the other seat at any time?
  get isOtherTaken() {
    return this.present?.taken[seatIndex(this.otherSeat)];
  }

  // In how many seconds a computer may take the other seat.
  get otherVacantIn() {
    const seconds = this.present?.vacant_in[seatIndex(this.otherSeat)] ?? 0;
    return Math.max(0, Math.ceil(seconds - (Date.now() - this.presentSince) / 1000));
  }

  setPresent(present) {
    Object.assign(this, { present, presentSince: Date.now() });
  }

  get isOtherAbsent() {
    return this.you && this.player(this.otherSeat) === "human" && !this.isPresent(this.otherSeat);
  }

  // Whose turn it is, that the player who is to move has never come, or what is wrong with the connection.
  describeTurn() {
    if (!this.isConnected || !this.now) return this.connection;
    const isAwaited = !this.now.result && !this.isMyTurn && this.isOtherAbsent && !this.isOtherTaken;
    return isAwaited ? FRIEND_IS_AWAITED : this.status;
  }

  describeFacts() {
    return [this.now.match_text, describeRules(this.fixed), this.notice].filter(Boolean).join(" ");
  }
}

// The rules that differ from the rule book's, after a word or two that introduce them; nothing if none does.
export function describeRules({ changed_text: changed }, introduction = "Rules") {
  return changed ? `${introduction}: ${changed}.` : "";
}
