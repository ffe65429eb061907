// The page of a table: status, board, moves, the list of moves, and what else players can do.
import { AfterGame } from "./after_game.js";
import { gameAddress } from "./api.js";
import { Board } from "./board.js";
import { skipMotion } from "./board_motion.js";
import { ComputerSeats } from "./computer_seats.js";
import { Connection } from "./connection.js";
import { DiceNotes } from "./dice_notes.js";
import { DicePromise } from "./dice_promise.js";
import { h, show } from "./dom.js";
import { Earlier } from "./earlier.js";
import { Hints } from "./hints.js";
import { howToPlay } from "./how_to_play.js";
import { Invitation } from "./invitation.js";
import { taskOf } from "./move_label.js";
import { MoveList } from "./move_list.js";
import { Moves } from "./moves.js";
import { NameForm } from "./name_form.js";
import { Actions, offers } from "./offers.js";
import { Players } from "./players.js";
import { RulebookPanel } from "./rulebook_panel.js";
import { Scene } from "./scene.js";
import { soundSwitch } from "./sound.js";
import { Stage } from "./stage.js";
import { confirmSeat, forget, saveFacts, seatFromAddress } from "./storage.js";
import { DeviceLink, TableGames, WatchLink } from "./table_links.js";
import { TableState } from "./table_state.js";

const ANSWER_DELAY = 3000; // milliseconds, after which a move without an answer is mentioned
const NOT_CONNECTED = "You are not connected. The move was not made; try again when the connection is back.";
const NOT_ANSWERED = "Your move was sent; the server has not answered yet.";

export function showTable(id) {
  new TablePage(id, seatFromAddress(id));
}

class TablePage {
  constructor(id, seat) {
    Object.assign(this, { id, state: new TableState(id), unansweredMove: null, nextNotice: "", board: null });
    const send = (message) => this.connection.send(message);
    this.players = new Players();
    this.stage = new Stage();
    this.moves = new Moves(
      (move) => this.play(move),
      (move) => this.board.moves.preview(move),
    );
    this.list = new MoveList((entry) => this.earlier.show(entry));
    this.afterGame = new AfterGame(id, send);
    this.actions = new Actions(send);
    this.hints = new Hints(id, send);
    this.createLinks(id, seat, send);
    this.nameForm = new NameForm(send);
    this.rulebook = new RulebookPanel();
    this.createElements();
    document.addEventListener("keydown", (event) => {
      skipMotion();
      if (!this.earlier?.isOpen) this.moves.onKey(event);
    });
    document.addEventListener("pointerdown", skipMotion);
    this.connect(seat);
  }

  createLinks(id, seat, send) {
    const address = `${location.origin}/t/${id}`;
    this.invitation = new Invitation(address, seat.inviteKey);
    this.computerSeats = new ComputerSeats(send);
    this.deviceLink = new DeviceLink(address, send);
    const below = [new WatchLink(address), this.deviceLink, new DicePromise(), new TableGames(id)];
    this.links = [this.invitation, this.computerSeats, ...below];
    const elements = [this.computerSeats, ...below].map(({ element }) => element);
    this.linksElement = h("div", { class: "links" }, elements);
    this.computerSeats.load().then(() => this.drawLinks());
  }

  drawLinks() {
    if (this.state.now) for (const part of this.links) part.draw(this.state);
  }

  createElements() {
    this.title = h("h1", {}, "A table");
    this.turn = h("p", { class: "turn" });
    this.turnWords = h("p", { class: "turn-words small" });
    this.connectionStatus = h("p", { class: "connection spoken", role: "status" });
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.arrival = h("p", { class: "arrival small soft", role: "status" });
    this.spoken = h("p", { class: "spoken", "aria-live": "polite" });
    this.facts = h("p", { class: "small soft" });
    for (const name of ["rules", "boardPlace"]) this[name] = h("div", { class: name });
    this.offers = h("fieldset", { class: "offers" });
    const play = [
      this.turn,
      this.turnWords,
      this.invitation.element,
      this.boardPlace,
      this.stage.element,
      this.moves.element,
      this.notice,
      this.offers,
      this.hints.element,
      this.spoken,
    ];
    const beside = [
      this.list.element,
      this.afterGame.element,
      this.rules,
      this.rulebook.element,
      this.nameForm.element,
      this.linksElement,
    ];
    show(
      h("div", { class: "table-head" }, this.title, this.players.element),
      this.connectionStatus,
      this.arrival,
      h("div", { class: "columns" }, h("div", { class: "play" }, play), h("div", { class: "beside" }, beside)),
      this.actions.element,
    );
  }

  connect(seat) {
    this.connection = new Connection(this.id, seat, {
      onMessage: (message) => this.receive(message),
      onStatus: (text) => this.onConnection(text),
    });
  }

  // `text` says what is wrong with the connection, or nothing; without it nothing can be sent.
  onConnection(text) {
    this.state.connection = text;
    this.connectionStatus.textContent = text;
    this.drawTurn();
    for (const controls of [this.actions.element, this.offers, this.afterGame.element]) controls.disabled = text !== "";
    if (!this.state.now) return;
    this.nameForm.draw(this.state);
    this.drawMoves();
  }

  receive(message) {
    const isAboutName = this.nameForm.receive(message);
    if (message.type === "welcome") this.onWelcome(message);
    else if (message.type === "news") this.onNews(message);
    else if (message.type === "error") isAboutName || this.onError(message);
    else if (message.type === "present") {
      this.state.setPresent(message.present);
      this.drawTurn();
      this.drawLinks();
      this.announce(message.text || "");
    } else if (message.type === "link") {
      this.deviceLink.show(message.token);
    } else if (message.type === "notice") {
      this.state.notice = message.message;
      this.drawFacts();
    }
  }

  onWelcome(message) {
    const hasChanged = JSON.stringify(this.state.fixed) !== JSON.stringify(message.table);
    this.state.fixed = message.table;
    this.state.setPresent(message.present);
    this.title.textContent = message.table.title;
    this.rulebook.draw(message.table);
    if (hasChanged) this.createBoard();
    this.list.begin(message.table.homes);
    this.onSeat(message);
    this.onNews(message);
  }

  onSeat({ you, seat_notice: notice = "" }) {
    const { connection } = this;
    if (notice) this.nextNotice = notice;
    if (you) connection.token = confirmSeat(this.id, connection.token);
    else if (connection.token) this.watch();
  }

  // The link has no seat for this browser.
  watch() {
    forget(this.id);
    this.invitation.token = null;
    history.replaceState(null, "", location.pathname);
    Object.assign(this.connection, { token: null, seatKey: null });
  }

  createBoard() {
    const { fixed } = this.state;
    this.board = new Board(fixed, { onPlay: (move) => this.play(move) });
    this.board.moves.onPreview = (text) => this.stage.preview(text);
    this.scene = new Scene(this.board, this.stage, this.list);
    this.earlier = new Earlier(this.board, this.stage, this.list, () => this.drawMoves());
    this.boardPlace.replaceChildren(this.board.element, this.earlier.element);
    this.rules.replaceChildren(howToPlay(fixed.how_to_play), this.facts, soundSwitch());
    if (document.activeElement === document.body) this.board.element.focus({ preventScroll: true });
  }

  onNews(message) {
    const isNew = message.type === "news";
    this.state.update(message);
    this.unansweredMove = null;
    this.notice.textContent = this.nextNotice;
    this.nextNotice = "";
    const { fixed, now, you } = this.state;
    this.list.add(message.log, now, `/t/${this.id}/games/${now.game_number}`);
    if (you) saveFacts(this.id, { title: fixed.title, at: Date.now(), isOver: now.match.over });
    if (you && fixed.has_chance) this.noteDice(now);
    this.nameForm.draw(this.state);
    if (isNew) this.arrival.textContent = "";
    this.earlier.close();
    this.scene.show(this.state, message.log, isNew);
    this.draw(isNew ? message.log : message.log.slice(-1));
  }

  // Keeps what is needed to check the dice; a game that was over when it was opened cannot be checked so.
  noteDice(now) {
    const address = gameAddress(this.id, now.game_number);
    if (this.diceNotes?.address !== address) this.diceNotes = new DiceNotes(address);
    if (!now.result || this.diceNotes.kept) this.diceNotes.update(now);
  }

  onError(message) {
    this.unansweredMove = null;
    this.diceNotes?.onRefusal();
    this.notice.textContent = message.message;
    if (this.state.now) this.drawMoves();
    if (message.error === "wrong-token") {
      this.watch();
      this.connect({});
      this.nextNotice = `${message.message} You can watch.`;
    } else if (message.error === "unknown-table") {
      forget(this.id);
      this.end("That did not work", message);
    } else if (message.error === "damaged-table") {
      this.end("This table cannot be opened", message);
    }
  }

  end(title, { message }) {
    const home = h("p", {}, h("a", { href: "/" }, "All games"));
    show(h("h1", {}, title), h("p", { role: "alert" }, message), home);
  }

  play(move) {
    const { now, fixed, canMove } = this.state;
    if (!canMove || this.unansweredMove) return;
    const message = { type: "play", ply: now.ply, move };
    if (fixed.has_chance) message.client_seed = this.diceNotes.seedFor(now.ply, move);
    if (!this.connection.send(message)) {
      this.notice.textContent = NOT_CONNECTED;
      return;
    }
    this.unansweredMove = move;
    if (this.moves.hasFocus) this.board.element.focus({ preventScroll: true }); // its button goes
    this.moves.disable();
    this.board.moves.set([], "");
    setTimeout(() => {
      if (this.unansweredMove === move && this.state.isConnected) this.notice.textContent = NOT_ANSWERED;
    }, ANSWER_DELAY);
  }

  draw(newLines) {
    const { state } = this;
    this.players.draw(state);
    this.drawFacts();
    this.drawTurn();
    this.turnWords.textContent = state.turnWords;
    this.drawTitle();
    this.drawMoves();
    const shown = offers(state, (message) => this.connection.send(message));
    this.offers.replaceChildren(...shown.elements);
    this.actions.update(state);
    if (newLines.length) {
      const lines = newLines.map(({ text }) => text);
      this.spoken.textContent = [...lines, state.status, state.turnWords, ...shown.spoken].join(" ");
    }
    this.afterGame.draw(state);
    this.hints.draw(state);
    this.drawLinks();
  }

  drawTurn() {
    this.turn.textContent = this.state.describeTurn();
    this.turn.classList.toggle("yours", this.state.canMove);
    this.turn.classList.toggle("lost", !this.state.isConnected);
  }

  // Says that a player has joined or left; it is shown until something else happens.
  announce(text) {
    if (text) this.arrival.textContent = text;
    if (this.state.now) this.drawTitle();
  }

  drawTitle() {
    const { isMyTurn, fixed } = this.state;
    const parts = [this.arrival.textContent.replace(/\.$/, ""), isMyTurn ? "Your turn" : "", fixed.title, "Headway"];
    document.title = parts.filter(Boolean).join(" – ");
  }

  drawFacts() {
    this.facts.textContent = this.state.describeFacts();
  }

  // The moves of the present moment; an earlier one has none.
  drawMoves() {
    const { state } = this;
    const canMove = state.canMove && !this.earlier.isOpen;
    this.moves.draw(state);
    if (!canMove) this.moves.disable();
    this.board.moves.set(canMove ? state.moves : [], taskOf(state.now));
  }
}
