// What the page of a table shows: status, board, moves and offers, and what is beside the board.
import { Board } from "./board.js";
import { skipMotion } from "./board_motion.js";
import { BoardUpdates } from "./board_updates.js";
import { h, show } from "./dom.js";
import { HintSwitch } from "./hint_switch.js";
import { LastMove } from "./last_move.js";
import { taskOf } from "./move_label.js";
import { Moves } from "./moves.js";
import { Actions, isQuestion, offers } from "./offers.js";
import { PastPositions } from "./past_positions.js";
import { Players } from "./players.js";
import { namesOfSides } from "./seats.js";
import { TableSide } from "./table_side.js";
import { TableStatus } from "./table_status.js";

export class TableView {
  constructor(id, state, { send, inviteToken, onPlay }) {
    Object.assign(this, { state, send, onPlay, board: null });
    this.players = new Players();
    this.status = new TableStatus(state);
    this.lastMove = new LastMove();
    this.moves = new Moves({ onPlay, onPreview: (move) => this.board.moves.preview(move) });
    this.hints = new HintSwitch(id, send, () => this.drawMoves());
    this.actions = new Actions(send);
    this.side = new TableSide(id, state, { send, inviteToken, onShow: (entry) => this.past.show(entry) });
    this.createElements();
    document.addEventListener("keydown", (event) => {
      skipMotion();
      if (!this.past?.isOpen) this.moves.onKey(event);
    });
    document.addEventListener("pointerdown", skipMotion);
  }

  createElements() {
    const { status, side, hints } = this;
    this.title = h("h1", {}, "A table");
    this.boardPlace = h("div", {});
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.reason = h("fieldset", {}); // to agree on a draw
    this.offers = h("fieldset", { class: "offers" });
    const above = [status.turn, status.turnWords, side.invitation.element];
    const moves = [this.lastMove.element, hints.values, this.moves.element, this.notice, this.reason, hints.element];
    const play = h("div", { class: "play" }, above, this.boardPlace, moves, status.spoken);
    show(
      h("div", { class: "table-head" }, this.title, this.players.element),
      status.connection,
      status.arrival,
      h("div", { class: "columns" }, play, side.element),
      h("div", { class: "bar" }, this.offers, this.actions.element),
    );
  }

  // A game begins; `hasChanged` if it is another one, or has other rules.
  begin(hasChanged) {
    this.title.textContent = this.state.fixed.title;
    if (hasChanged) this.createBoard();
    this.side.begin(hasChanged);
  }

  createBoard() {
    const { list } = this.side;
    this.board = new Board(this.state.fixed, { onPlay: this.onPlay });
    this.board.moves.onPreviewText = (text) => this.lastMove.preview(text);
    this.updates = new BoardUpdates(this.board, this.lastMove, list);
    this.past = new PastPositions(this.board, this.lastMove, list, () => {
      this.players.draw(this.state, this.past.isBeforeSwap ? null : this.state.now.sides);
      this.drawMoves();
    });
    this.boardPlace.replaceChildren(this.board.element, this.past.element);
    if (document.activeElement === document.body) this.board.element.focus({ preventScroll: true });
  }

  // Shows what happened, as lines of the log; `address` is that of the game's page.
  showNews(log, { isNew, address }) {
    this.side.list.add(log, this.state.now, address);
    if (isNew) this.status.forgetArrival();
    this.past.close();
    this.board.setNames(namesOfSides(this.state.now), this.state.owners);
    this.updates.show(this.state, log, isNew);
    this.draw(isNew ? log : log.slice(-1));
  }

  draw(newLines) {
    const { state } = this;
    this.players.draw(state);
    this.status.draw();
    this.hints.draw(state); // and the moves
    const shown = offers(state, this.send);
    this.reason.replaceChildren(shown.reason);
    this.offers.replaceChildren(...shown.elements);
    this.actions.update(state);
    const log = newLines.filter((line) => !isQuestion(line, state.you)).map(({ text }) => text);
    if (newLines.length) this.status.speak({ log, offers: shown.spoken });
    this.side.draw();
  }

  // The moves of the present moment; a past one has none.
  drawMoves() {
    const { state } = this;
    if (!state.now) return;
    const canMove = state.canMove && !this.past.isOpen;
    this.moves.draw(state, this.hints.worths);
    if (!canMove) this.moves.disable();
    this.board.moves.set(canMove ? state.moves : [], taskOf(state.now));
  }

  // A move was sent: nothing can be done until it is answered, and hints about it hold no longer.
  onSent() {
    if (this.moves.hasFocus) this.board.element.focus({ preventScroll: true }); // its button goes
    this.hints.clear();
    this.moves.disable();
    this.board.moves.set([], "");
  }

  // Without a connection nothing can be sent.
  drawConnection() {
    const { state, side } = this;
    this.status.draw();
    const controls = [this.actions.element, this.offers, this.reason, this.hints.input, ...side.controls];
    for (const element of controls) element.disabled = !state.isConnected;
    this.drawMoves();
  }
}
