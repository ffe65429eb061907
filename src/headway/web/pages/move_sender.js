// Sends the moves of this player, one at a time, with what the rolls of games with dice need.
import { gameAddress } from "./api.js";
import { DiceNotes } from "./dice_notes.js";

const ANSWER_DELAY = 3000; // milliseconds, after which a move without an answer is mentioned
const NOT_CONNECTED = "You are not connected. The move was not made; try again when the connection is back.";
const NOT_ANSWERED = "Your move was sent; the server has not answered yet.";

export class MoveSender {
  // `onTrouble` gets a sentence.
  constructor(id, state, send, onTrouble) {
    Object.assign(this, { id, state, sendMessage: send, onTrouble, diceNotes: null, timer: null });
  }

  // Returns whether the move was sent.
  send(move) {
    const { now, fixed, canMove } = this.state;
    if (!canMove) return false;
    const message = { type: "play", ply: now.ply, move };
    if (fixed.has_chance) message.client_seed = this.diceNotes.seedFor(now.ply, move);
    const messageId = this.sendMessage(message);
    if (messageId === null) {
      this.onTrouble(NOT_CONNECTED);
      return false;
    }
    this.state.unanswered = messageId;
    this.timer = setTimeout(() => this.state.isConnected && this.onTrouble(NOT_ANSWERED), ANSWER_DELAY);
    return true;
  }

  // The state is as the server has it now; after a welcome no answer is awaited. Keeps what is needed to check the
  // dice; a game that was over when it was opened cannot be checked so.
  onNews({ type, done }) {
    if (type === "welcome" || done === this.state.unanswered) this.stopWaiting();
    const { now, you, fixed } = this.state;
    if (!you || !fixed.has_chance) return;
    const address = gameAddress(this.id, now.game_number);
    if (this.diceNotes?.address !== address) this.diceNotes = new DiceNotes(address);
    if (!now.result || this.diceNotes.kept) this.diceNotes.update(now);
  }

  // An error may be about something else than the move: `done` is the id of the message that was refused.
  onError(done) {
    const { unanswered } = this.state;
    if (unanswered === null || done !== unanswered) return;
    this.stopWaiting();
    this.diceNotes?.onRefusal();
  }

  stopWaiting() {
    this.state.unanswered = null;
    clearTimeout(this.timer);
  }
}
