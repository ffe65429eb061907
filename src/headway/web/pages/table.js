// The page of a table: the messages of its connection, and what they change.
import { gamePage } from "./api.js";
import { Connection } from "./connection.js";
import { showTrouble } from "./dom.js";
import { MoveSender } from "./move_sender.js";
import { confirmSeat, forget, saveEnd, saveFacts, seatFromAddress } from "./storage.js";
import { TableState } from "./table_state.js";
import { TableView } from "./table_view.js";

export function showTable(id) {
  new TablePage(id, seatFromAddress(id));
}

class TablePage {
  constructor(id, seat) {
    Object.assign(this, { id, state: new TableState(), nextNotice: "" });
    const send = (message) => this.connection.send(message);
    this.sender = new MoveSender(id, this.state, send, (text) => {
      this.view.notice.textContent = text;
    });
    this.view = new TableView(id, this.state, {
      send,
      inviteToken: seat.inviteToken,
      onPlay: (move) => this.play(move),
    });
    this.connect(seat);
  }

  connect(seat) {
    this.connection = new Connection(this.id, seat, {
      onMessage: (message) => this.receive(message),
      onStatus: (text) => {
        this.state.connection = text;
        this.view.drawConnection();
      },
    });
  }

  receive(message) {
    const isAboutName = this.view.side.nameForm.receive(message);
    if (message.type === "welcome") this.onWelcome(message);
    else if (message.type === "news") this.onNews(message);
    else if (message.type === "present") this.onPresent(message);
    else if (message.type === "link") this.view.side.deviceLink.show(message.token);
    else if (message.type === "notice") {
      this.state.notice = message.message;
      this.view.side.drawFacts();
    } else if (message.type === "error" && !isAboutName) this.onError(message);
  }

  onWelcome(message) {
    const hasChanged = JSON.stringify(this.state.fixed) !== JSON.stringify(message.table);
    this.state.fixed = message.table;
    this.state.setPresent(message.present);
    this.view.begin(hasChanged);
    if (message.you) this.view.side.nameForm.resend();
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
    this.view.side.invitation.token = null;
    history.replaceState(null, "", location.pathname);
    Object.assign(this.connection, { token: null, seatKey: null });
  }

  onNews(message) {
    this.state.update(message);
    this.sender.onNews(message);
    const { fixed, now, you } = this.state;
    if (you) saveFacts(this.id, { title: fixed.title, at: Date.now(), isOver: now.match.over });
    if (you && now.result) saveEnd(this.id, now.game_number, you);
    this.view.showNews(message.log, { isNew: message.type === "news", address: gamePage(this.id, now.game_number) });
    this.view.notice.textContent = this.nextNotice;
    this.nextNotice = "";
  }

  onPresent({ present, text = "" }) {
    this.state.setPresent(present);
    this.view.status.announce(text);
    this.view.side.drawLinks();
  }

  play(move) {
    if (this.sender.send(move)) this.view.onSent();
  }

  onError({ error, message, done }) {
    this.sender.onError(done);
    this.view.notice.textContent = message;
    this.view.status.draw();
    this.view.drawMoves();
    if (error === "wrong-token") {
      this.watch();
      this.connect({});
      this.nextNotice = `${message} You can watch.`;
    } else if (error === "unknown-table") {
      forget(this.id);
      showTrouble("That did not work", message);
    } else if (error === "damaged-table") {
      showTrouble("This table cannot be opened", message);
    }
  }
}
