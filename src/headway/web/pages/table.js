// The page of a table: the track, whose turn it is, the moves, the log, and what else players can do.
import { AfterGame } from "./after_game.js";
import { request } from "./api.js";
import { Connection } from "./connection.js";
import { die } from "./die.js";
import { h, show } from "./dom.js";
import { howToPlay } from "./how_to_play.js";
import { Links } from "./links.js";
import { Log } from "./log.js";
import { Moves } from "./moves.js";
import { Actions, offers } from "./offers.js";
import { confirmSeat, forget, otherSeat, saveFacts, seatFromAddress } from "./storage.js";
import { TableState } from "./table_state.js";
import { Track } from "./track.js";

const ANSWER_DELAY = 3000; // milliseconds, after which a move without an answer is mentioned
const NOT_CONNECTED = "You are not connected. The move was not made; try again when the connection is back.";
const NOT_ANSWERED = "Your move was sent; the server has not answered yet.";
const GOAL_MARKS = ["a small circle: the goal of Player 1", "a small square: the goal of Player 2"];

export function showTable(id) {
  new TablePage(id, seatFromAddress(id));
}

class TablePage {
  constructor(id, { seatKey, inviteKey }) {
    Object.assign(this, { id, state: new TableState(id), unansweredMove: null, nextNotice: "" });
    const send = (message) => this.connection.send(message);
    this.moves = new Moves((token) => this.play(token));
    this.log = new Log();
    this.afterGame = new AfterGame(id, send);
    this.actions = new Actions(send);
    this.links = new Links(id, inviteKey, send);
    this.createElements();
    document.addEventListener("keydown", (event) => this.moves.onKey(event));
    request("/api/computers").then((computers) => {
      this.links.computers = computers;
      if (this.state.now) this.links.draw(this.state);
    });
    this.connect(seatKey);
  }

  createElements() {
    this.title = h("h1", {}, "A table");
    this.turn = h("p", { class: "turn" });
    this.status = h("p", { class: "status trouble", role: "status" });
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.spoken = h("p", { class: "spoken", "aria-live": "polite" });
    this.happened = h("div", { class: "happened", "aria-hidden": "true" }); // `spoken` says it to screen readers
    for (const name of ["who", "board", "chance", "offers"]) this[name] = h("div", { class: name });
    const left = [this.chance, this.moves.element, this.notice, this.offers, this.afterGame.element];
    show(
      [this.title, this.who, this.status, this.turn, this.happened, this.board, this.spoken],
      h("div", { class: "columns" }, h("div", {}, left, this.actions.element, this.links.element), this.log.element),
    );
  }

  connect(seatKey) {
    this.seatKey = seatKey;
    this.connection = new Connection(this.id, seatKey, {
      onMessage: (message) => this.receive(message),
      onStatus: (text) => {
        this.status.textContent = text;
      },
    });
  }

  receive(message) {
    if (message.type === "welcome") this.onWelcome(message);
    else if (message.type === "news") this.onNews(message);
    else if (message.type === "error") this.onError(message);
    else if (message.type === "present") {
      this.state.present = message.present;
      this.links.draw(this.state);
    } else if (message.type === "notice") {
      this.state.notice = message.message;
      this.drawPlayers();
    }
  }

  onWelcome(message) {
    const hasChanged = JSON.stringify(this.state.fixed) !== JSON.stringify(message.table);
    this.state.fixed = message.table;
    this.state.present = message.present;
    this.state.notice = message.notice || "";
    this.title.textContent = message.table.title;
    if (hasChanged) this.createTrack();
    this.log.clear();
    if (message.you && this.seatKey) confirmSeat(this.id, this.seatKey);
    this.onNews(message);
  }

  createTrack() {
    this.track = new Track(this.state.fixed);
    const marks = GOAL_MARKS.filter((_, seat) => this.state.fixed.goals[seat].length);
    const legend = marks.length ? [h("p", { class: "soft small" }, `Above the squares, ${marks.join("; ")}.`)] : [];
    this.board.replaceChildren(this.track.element, ...legend, howToPlay(this.state.fixed.how_to_play, false));
  }

  onNews(message) {
    const isNew = message.type === "news";
    this.state.update(message);
    this.unansweredMove = null;
    this.notice.textContent = this.nextNotice;
    this.nextNotice = "";
    this.log.add(message.log, isNew);
    const { fixed, now, you } = this.state;
    if (you) saveFacts(this.id, { title: fixed.title, at: Date.now(), isOver: now.match.over });
    this.draw(isNew ? message.log : message.log.slice(-1));
  }

  onError(message) {
    this.unansweredMove = null;
    this.notice.textContent = message.message;
    if (this.state.now) this.moves.draw(this.state);
    if (message.error === "wrong-token") this.reconnectWithSavedSeat(message);
    else if (message.error === "unknown-table") {
      forget(this.id);
      const home = h("p", {}, h("a", { href: "/" }, "All games"));
      show(h("h1", {}, "There is no such table"), h("p", { role: "alert" }, message.message), home);
    }
  }

  // The link is mistyped or cut: use the seat that this browser had, or watch.
  reconnectWithSavedSeat(message) {
    const seat = otherSeat(this.id, this.seatKey);
    this.links.inviteKey = seat.inviteKey;
    history.replaceState(null, "", location.pathname);
    this.connect(seat.seatKey);
    this.nextNotice = `${message.message} ${seat.seatKey ? "You have your own seat." : "You can watch."}`;
  }

  play(token) {
    const { now, isMyTurn } = this.state;
    if (!isMyTurn || this.unansweredMove) return;
    if (!this.connection.send({ type: "play", ply: now.ply, move: token })) {
      this.notice.textContent = NOT_CONNECTED;
      return;
    }
    this.unansweredMove = token;
    this.moves.disable(token);
    setTimeout(() => {
      if (this.unansweredMove === token && !this.status.textContent) this.notice.textContent = NOT_ANSWERED;
    }, ANSWER_DELAY);
  }

  draw(newLines) {
    const { state } = this;
    this.track.draw(state.now.positions);
    this.drawPlayers();
    this.turn.textContent = state.status;
    this.turn.classList.toggle("yours", state.isMyTurn);
    document.title = `${state.isMyTurn ? "Your turn – " : ""}${state.fixed.title} – Headway`;
    this.drawChance();
    const told = newLines.map((line) => line.text);
    if (told.length) this.happened.replaceChildren(h("p", { class: "reveal" }, told.join("\n")));
    this.moves.draw(state);
    const send = (message) => this.connection.send(message);
    const shown = offers(state, send);
    this.offers.replaceChildren(...shown.elements);
    this.actions.update(state);
    this.spoken.textContent = [...told, state.status, ...shown.spoken].join(" ");
    this.afterGame.draw(state, this.log.lastText);
    this.links.draw(state);
  }

  drawPlayers() {
    this.who.replaceChildren(h("p", {}, this.state.describePlayers()));
  }

  drawChance() {
    const { chance } = this.state.now;
    const caption = h("figcaption", {}, this.state.describeRoller());
    this.chance.replaceChildren(...(chance ? [h("figure", {}, die(chance), caption)] : []));
  }
}
