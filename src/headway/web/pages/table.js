// A table: the track, whose turn it is, the moves, the log, and what else players can do.
import { checkDice } from "./dice.js";
import { fetched, h, named, nameOf, show } from "./dom.js";
import { Line } from "./line.js";
import { forget, noted, otherSeat, seated, tokenOf } from "./memory.js";
import { reviewOf } from "./review.js";
import { die, Track } from "./track.js";

export function tablePage(id) {
  new TablePage(id, tokenOf(id));
}

const OFFERS = { draw: "a draw", takeback: "to take back a move", rematch: "a rematch" };
const CONFIRMED = { draw: "You offered a draw.", takeback: "You asked to take back your last move.", rematch: "You offered a rematch." };

class TablePage {
  constructor(id, { token, invite }) {
    Object.assign(this, { id, invite, token, sent: null, opponents: [], computer: "5" });
    this.parts = Object.fromEntries(["title", "who", "turn", "happened", "board", "chance", "moves", "offers", "actions", "end", "links"]
      .map((name) => [name, h("div", { class: name })]));
    this.parts.title = h("h1", {}, "A table");
    this.parts.turn = h("p", { class: "turn" });
    this.parts.moves = h("div", { class: "moves", role: "group", "aria-label": "Your moves" });
    this.parts.log = h("ol", { class: "log card", "aria-label": "What has happened", tabindex: 0 });
    this.status = h("p", { class: "status trouble", role: "status" });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.heardAloud = h("p", { class: "heard", "aria-live": "polite" });
    const p = this.parts;
    p.happened.setAttribute("aria-hidden", true);  // it is heard as well
    show(p.title, p.who, this.status, p.turn, p.happened, p.board, this.heardAloud, h("div", { class: "columns" },
      h("div", {}, p.chance, p.moves, this.trouble, p.offers, p.end, p.actions, p.links), p.log));
    document.addEventListener("keydown", (event) => this.key(event));
    fetched("/api/opponents").then((names) => { this.opponents = names; if (this.now) this.drawLinks(); });
    this.connect(token);
  }

  connect(token) {
    this.token = token;
    this.line = new Line(this.id, token, { heard: (message) => this.heard(message), status: (text) => { this.status.textContent = text; } });
  }

  heard(message) {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "news") this.news(message);
    else if (message.type === "present") { this.present = message.present; this.drawLinks(); }
    else if (message.type === "error") this.refused(message);
  }

  welcome(message) {
    const same = this.fixed && JSON.stringify(this.fixed) === JSON.stringify(message.table);
    this.fixed = message.table;
    document.title = `${this.fixed.title} – Headway`;
    this.parts.title.textContent = this.fixed.title;
    if (!same) {
      this.track = new Track(this.fixed);
      const marks = ["a small circle: the goal of Player 1", "a small square: the goal of Player 2"].filter((_, seat) => this.fixed.goals[seat].length);
      const goals = marks.length ? h("p", { class: "soft small" }, `Above the squares, ${marks.join("; ")}.`) : null;
      this.parts.board.replaceChildren(...[this.track.element, goals].filter(Boolean));
    }
    this.parts.log.replaceChildren();
    this.present = message.present;
    if (message.you && this.token) seated(this.id, this.token);
    this.news(message);
  }

  news(message) {
    const before = this.now;
    this.now = message.now;
    this.you = message.you;
    this.legal = message.legal;
    this.sent = null;
    this.trouble.textContent = this.linkTrouble || "";
    this.linkTrouble = "";
    if (this.now.game_number !== before?.game_number) this.parts.end.replaceChildren();
    for (const line of message.log) this.tell(line, message.type === "news");
    if (this.you) noted(this.id, { title: this.fixed.title, at: Date.now(), isOver: this.now.match.over });
    this.draw(message.type === "news" ? message.log : message.log.slice(-1));
  }

  refused(message) {
    this.sent = null;
    this.trouble.textContent = message.message;
    if (this.now) this.drawMoves();
    if (message.error === "wrong-token") {  // the link is mistyped or cut: there may be a seat all the same, or one can watch
      const known = otherSeat(this.id, this.token);
      this.invite = known.invite;
      history.replaceState(null, "", location.pathname);
      this.connect(known.token);
      this.linkTrouble = `${message.message} ${known.token ? "You have your own seat." : "You can watch."}`;
    } else if (message.error === "unknown-table") {
      forget(this.id);
      show(h("h1", {}, "There is no such table"), h("p", { role: "alert" }, message.message), h("p", {}, h("a", { href: "/" }, "To the games")));
    }
  }

  tell(line, isNew) {
    if (line.turn) this.roller = line.turn;
    const item = h("li", { class: isNew ? "reveal" : null }, line.turn ? h("strong", {}, `${nameOf[line.turn]}: `) : null, line.text.trim());
    this.parts.log.append(item);
    this.parts.log.scrollTop = this.parts.log.scrollHeight;
  }

  draw(lines) {
    this.track.draw(this.now.positions);
    this.parts.who.replaceChildren(h("p", {}, this.who()));
    this.parts.turn.textContent = this.turn();
    this.parts.turn.classList.toggle("yours", this.isMine);
    document.title = `${this.isMine ? "Your turn – " : ""}${this.fixed.title} – Headway`;
    this.parts.chance.replaceChildren(...(this.now.chance ? [h("figure", {}, die(this.now.chance), h("figcaption", {}, this.roller ? `${nameOf[this.roller]} rolled` : "The last roll"))] : []));
    const told = lines.map((line) => `${nameOf[line.turn] ? `${nameOf[line.turn]}: ` : ""}${line.text.trim().split("\n\n")[0]}`);
    this.heardAloud.textContent = [...told, this.turn()].join(" ");
    if (told.length) this.parts.happened.replaceChildren(h("p", { class: "reveal" }, told.join("\n")));
    this.drawMoves();
    this.drawOffers();
    this.drawActions();
    this.drawEnd();
    this.drawLinks();
  }

  get isMine() { return this.you !== null && this.now.to_move === this.you; }
  get other() { return this.you === "P1" ? "P2" : "P1"; }
  kind(seat) { return this.now.players[seat === "P1" ? 0 : 1]; }

  who() {
    const [one, two] = this.now.match.score;
    const score = this.now.match.goal > 1 ? ` First to ${this.now.match.goal} wins: Player 1 has ${one}, Player 2 has ${two}.` : "";
    const rules = Object.entries(this.fixed.changed).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
    const side = { P1: "the circle", P2: "the square" }[this.you];
    const pieces = this.fixed.pieces[0].length > 1 ? side?.concat("s") : side;
    const against = this.you && this.kind(this.other) !== "human" ? ` ${nameOf[this.other]} is the computer, ${named(this.kind(this.other))}.` : "";
    return `${this.you ? `You are ${nameOf[this.you]}, ${pieces}.` : "You are watching."}${against}${score}${rules ? ` Rules: ${rules}.` : ""}`;
  }

  turn() {
    if (this.now.result) {
      const won = { P1: "Player 1 has won", P2: "Player 2 has won", draw: "A draw", unfinished: "Unfinished" }[this.now.result];
      const mine = this.you && nameOf[this.now.result] ? (this.now.result === this.you ? " – that is you." : " – not you, this time.") : ".";
      return won + mine;
    }
    const hidden = this.now.chosen ? ` ${this.now.chosen === this.you ? "You have" : `${nameOf[this.now.chosen]} has`} chosen.` : "";
    if (!this.isMine) return `${nameOf[this.now.to_move]}'s turn${this.kind(this.now.to_move) === "human" ? "" : " (computer)"}${this.now.secret ? ", to choose in secret" : ""}.${hidden}`;
    return `Your turn.${hidden} ${this.now.ask.trim().replace(/^Player \d's turn\.\s*/, "").replace(/\s*Player \d:$/, "").replace(/:$/, ".")}`;
  }

  drawMoves() {
    const focused = this.parts.moves.contains(document.activeElement);
    const piece = this.lastMove?.split(" ")[0];
    if (!this.isMine) {
      this.parts.moves.replaceChildren(...(this.now.chosen === this.you && this.you ? [h("p", {}, "Your choice is made. It stays hidden until it is answered.")] : []));
      return;
    }
    const buttons = this.legal.map((token) => h("button", { type: "button", "data-move": token, onclick: () => this.play(token) }, token));
    this.parts.moves.replaceChildren(...buttons);
    if (this.now.secret) this.parts.moves.prepend(h("p", { class: "soft small" }, "Nobody sees what you choose."));
    if (this.legal.length > 1) this.parts.moves.append(h("p", { class: "soft small keys" }, "Keys: a number makes that move, arrows go from move to move."));
    const again = buttons.find((button) => button.dataset.move.startsWith(`${piece} `)) || buttons[0];
    if (focused || document.activeElement === document.body) again?.focus({ preventScroll: true });
  }

  play(token) {
    if (!this.isMine || this.sent) return;
    if (!this.line.say({ type: "play", ply: this.now.ply, move: token })) {
      this.trouble.textContent = "You are not connected. The move is not made; try again when the connection is back.";
      return;
    }
    this.sent = this.lastMove = token;
    setTimeout(() => { if (this.sent === token && !this.status.textContent) this.trouble.textContent = "Your move is sent; the server has not answered yet."; }, 3000);
    for (const button of this.parts.moves.querySelectorAll("button")) button.disabled = true;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const buttons = [...this.parts.moves.querySelectorAll("button")];
    if (!buttons.length) return;
    const at = buttons.indexOf(document.activeElement);
    if (event.key.startsWith("Arrow")) {
      const piece = (button) => button.dataset.move.split(" ")[0];
      const down = event.key === "ArrowRight" || event.key === "ArrowDown";
      let next = (at + (down ? 1 : -1) + buttons.length) % buttons.length;
      if (at >= 0 && /Up|Down/.test(event.key)) {
        const others = buttons.filter((button) => piece(button) !== piece(buttons[at]));
        if (others.length) next = buttons.indexOf(down ? others.find((button) => buttons.indexOf(button) > at) || others[0] : others.findLast((button) => buttons.indexOf(button) < at) || others.at(-1));
      }
      buttons[next].focus();
      event.preventDefault();
    } else if (/^\d$/.test(event.key)) {
      const moves = this.legal.filter((token) => token === event.key || token.endsWith(` ${event.key}`));
      const piece = at >= 0 ? buttons[at].dataset.move.split(" ")[0] : null;
      const meant = moves.find((token) => token === event.key) || moves.find((token) => token.startsWith(`${piece} `)) || (moves.length === 1 ? moves[0] : null);
      if (meant) this.play(meant);
    } else if (event.key === "Enter" && event.target.tagName !== "BUTTON" && event.target.tagName !== "A" && this.legal.length === 1) this.play(this.legal[0]);
  }

  drawOffers() {
    const found = Object.entries(this.now.offers).map(([what, by]) => {
      if (by === this.you || !this.you) return h("p", { class: "card" }, by === this.you ? CONFIRMED[what] : `${nameOf[by]} offers ${OFFERS[what]}.`);
      const answer = (type) => () => this.line.say({ type, what });
      return h("div", { class: "card", role: "group", "aria-label": "An offer" }, h("p", {}, `${nameOf[by]} ${what === "takeback" ? "asks" : "offers"} ${OFFERS[what]}.`),
        h("div", { class: "row" }, h("button", { class: "main", onclick: answer("accept") }, "Accept"), h("button", { onclick: answer("decline") }, "Decline")));
    });
    this.parts.offers.replaceChildren(...found);
    if (this.you && found.length && Object.values(this.now.offers).some((by) => by !== this.you)) this.heardAloud.textContent += ` ${found[0].querySelector("p").textContent}`;
  }

  drawActions() {
    if (!this.you || this.now.result) return this.parts.actions.replaceChildren();
    const offer = (what, text) => h("button", { onclick: () => this.line.say({ type: "offer", what }), disabled: what in this.now.offers || (what === "takeback" && this.now.ply === 0) }, text);
    const resign = h("button", { onclick: () => {
      const sure = h("span", { class: "row" }, "Give the game up?", h("button", { class: "main", onclick: () => this.line.say({ type: "resign" }) }, "Yes, resign"),
        h("button", { onclick: () => this.drawActions() }, "No"));
      resign.replaceWith(sure);
      sure.querySelector("button").focus();
    } }, "Resign");
    this.parts.actions.replaceChildren(h("div", { class: "row" }, offer("takeback", "Take back"), offer("draw", "Offer a draw"), resign));
  }

  drawEnd() {
    const rematch = this.parts.end.querySelector("button.main");
    if (rematch) rematch.disabled = "rematch" in this.now.offers;
    if (!this.now.result || this.parts.end.childElementCount) {
      if (!this.now.result) this.parts.end.replaceChildren();
      return;
    }
    const place = h("div", {});
    const again = this.now.match.over ? h("button", { class: "main", onclick: () => this.line.say({ type: "offer", what: "rematch" }) }, "Rematch, seats swapped")
      : h("button", { class: "main", onclick: () => this.line.say({ type: "next" }) }, "Next game");
    const review = h("button", { onclick: async () => {
      review.disabled = true;
      place.replaceChildren(h("p", { role: "status" }, "Working out what was true…"));
      try { place.replaceChildren(reviewOf(await fetched(`/api/tables/${this.id}/review`))); } catch (error) { place.replaceChildren(h("p", { role: "alert" }, error.message)); review.disabled = false; }
    } }, "Review the game");
    const rolls = this.now.chance ? h("button", { onclick: async () => place.replaceChildren(h("p", { role: "status" }, await checkDice(this.id, this.now.commitment))) }, "Check the dice") : null;
    this.parts.end.replaceChildren(h("section", { class: "card", "aria-label": "After the game" }, h("h2", {}, this.turn()), h("p", {}, this.parts.log.lastElementChild?.textContent || ""),
      h("div", { class: "row" }, this.you ? again : null, review, rolls, h("a", { class: "button", href: `/api/tables/${this.id}/record`, download: `headway-${this.fixed.game}-${this.id}.jsonl` }, "Download the record")), place));
  }

  drawLinks() {
    if (!this.now) return;
    const parts = [];
    const page = `${location.origin}/t/${this.id}`;
    const absent = this.you && this.kind(this.other) === "human" && !this.present?.seats[this.other === "P1" ? 0 : 1];
    if (this.you && this.kind(this.you) !== "human") parts.push(h("p", { class: "trouble" }, "A computer has taken your seat. ", h("button", { onclick: () => this.line.say({ type: "return" }) }, "Sit down again")));
    if (absent) {
      parts.push(h("p", {}, `${nameOf[this.other]} is not here.`));
      if (this.invite) parts.push(copied("Send this link to a friend; whoever opens it plays", `${page}#${this.invite}`));
      const select = h("select", { "aria-label": "Which computer", onchange: () => { this.computer = select.value; } },
        this.opponents.map((name) => h("option", { value: name, selected: name === this.computer }, named(name))));
      parts.push(h("div", { class: "row" }, select, h("button", { onclick: () => this.line.say({ type: "computer", player: select.value }) }, "Let a computer play")));
    }
    parts.push(h("details", { open: !this.you }, h("summary", {}, `Link to watch (${this.present?.watching ?? 0} watching)`), copied("Whoever opens this link can watch", page)),
      h("p", {}, h("a", { href: `/rules/${this.fixed.game}`, target: "_blank", rel: "noopener" }, `Rules of ${this.fixed.title}`)),
      this.fixed.has_chance ? h("details", { class: "soft small" }, h("summary", {}, `Dice: fixed before the game by ${this.now.commitment.slice(0, 16)}…`),
        h("p", { class: "hash" }, this.now.commitment)) : "");
    if (absent && this.invite && /^(127\.|localhost)/.test(location.hostname)) parts.splice(1, 0, h("p", { class: "soft small" }, "This address is for this machine only. For others, serve with --host and open the page at the machine's own address."));
    if (!this.parts.links.contains(document.activeElement) || this.parts.links.childElementCount !== parts.length) this.parts.links.replaceChildren(...parts);
  }
}


function copied(text, link) {
  const field = h("input", { readonly: true, value: link, "aria-label": text, onfocus: () => field.select() });
  const button = h("button", { type: "button", onclick: async () => {
    try { await navigator.clipboard.writeText(link); } catch { field.select(); document.execCommand("copy"); }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  } }, "Copy");
  return h("div", {}, h("p", { class: "small soft" }, text), h("div", { class: "row" }, field, button));
}
