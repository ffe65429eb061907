// What is said of a table: the line above the board, the tab's title, who comes and goes, and what is read aloud.
import { h } from "./dom.js";

const LONGEST_LINE = 54; // letters that fit the line above the board of a phone at their usual size

export class TableStatus {
  constructor(state) {
    this.state = state;
    this.turn = h("p", { class: "turn" });
    this.turnWords = h("p", { class: "turn-words small" });
    this.connection = h("p", { class: "connection spoken", role: "status" });
    this.arrival = h("p", { class: "arrival small soft", role: "status" });
    this.spoken = h("p", { class: "spoken", "aria-live": "polite" });
  }

  draw() {
    const { state } = this;
    this.turn.textContent = state.describeTurn();
    this.turn.classList.toggle("long", this.turn.textContent.length > LONGEST_LINE);
    this.turn.classList.toggle("yours", state.canMove);
    this.turn.classList.toggle("lost", !state.isConnected);
    this.turnWords.textContent = state.turnWords;
    if (this.connection.textContent !== state.connection) this.connection.textContent = state.connection;
    if (state.now) this.drawTitle();
  }

  drawTitle() {
    const { isMyTurn, fixed } = this.state;
    const parts = [isMyTurn ? "Your turn" : "", fixed.title, "Headway"].filter(Boolean);
    document.title = `${this.arrival.textContent} ${parts.join(" – ")}`.trim();
  }

  // Says that a player has joined or left; it is shown until something else happens.
  announce(text) {
    if (text) this.arrival.textContent = text;
    this.draw();
  }

  forgetArrival() {
    this.arrival.textContent = "";
  }

  speak(sentences) {
    const { status, turnWords } = this.state;
    this.spoken.textContent = [...sentences.log, status, turnWords, ...sentences.offers].join(" ");
  }
}
