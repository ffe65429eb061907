// What players can offer and answer besides moves: takebacks, draws, rematches and resignation.
import { h } from "./dom.js";

// The offers that are open: their elements, a reason for a draw, and the sentences that screen readers should say.
export function offers(state, send) {
  const { now, you, offerTexts, isReasonNew } = state;
  const open = Object.entries(now.offers);
  const elements = open.map(([what, by]) =>
    isToAnswer(by, you) ? answerCard(what, offerTexts[what], send) : h("p", { class: "card" }, offerTexts[what]),
  );
  const spoken = open.filter(([, by]) => isToAnswer(by, you)).map(([what]) => offerTexts[what]);
  const reason = now.draw_reason && !("draw" in now.offers) ? reasonCard(state, send) : "";
  if (isReasonNew) spoken.push(now.draw_reason);
  return { elements, reason, spoken };
}

const isToAnswer = (by, you) => Boolean(you) && by !== you;

// Does a line of the log tell of an open offer that this player is asked to answer?
export const isQuestion = (line, you) => Boolean(line.open_offer) && isToAnswer(line.by, you);

// Why the players may want to agree on a draw.
function reasonCard({ now, you, confirm }, send) {
  const offer = you ? drawButton("Offer a draw now", confirm, send) : null;
  return h("div", { class: "card", role: "group", "aria-label": "A draw" }, h("p", {}, now.draw_reason), offer);
}

const drawButton = (text, confirm, send) =>
  confirmed(text, confirm.draw, "Yes, offer it", () => send({ type: "offer", what: "draw" }));

function answerCard(what, sentence, send) {
  return h(
    "div",
    { class: "card", role: "group", "aria-label": "An offer" },
    h("p", {}, sentence),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: () => send({ type: "accept", what }) }, "Accept"),
      h("button", { onclick: () => send({ type: "decline", what }) }, "Decline"),
    ),
  );
}

// The buttons of a player during a game. They stay as long as it goes on, so that the question whether to resign is not
// lost when something happens at the table.
export class Actions {
  constructor(send) {
    this.send = send;
    this.element = h("fieldset", { class: "actions" });
    this.key = null; // of the game and its players, for which the buttons were made
  }

  update({ now, you, confirm, noTakeback }) {
    const key = you && !now.result ? `${now.game_number} ${now.players}` : null;
    if (key !== this.key) this.create(key, confirm);
    this.key = key;
    if (!key) return;
    this.takeback.disabled = "takeback" in now.offers || now.ply === 0 || noTakeback !== "";
    this.takeback.title = noTakeback;
    this.draw.disabled = "draw" in now.offers;
  }

  create(isPlaying, confirm) {
    this.element.replaceChildren();
    if (!isPlaying) return;
    this.takeback = h("button", { onclick: () => this.send({ type: "offer", what: "takeback" }) }, "Take back");
    this.draw = drawButton("Offer a draw", confirm, this.send);
    const resign = confirmed("Resign", confirm.resign, "Yes, resign", () => this.send({ type: "resign" }));
    this.element.append(h("div", { class: "row" }, this.takeback, this.draw, resign));
  }
}

// A button that asks the server's question before it acts, if there is one.
function confirmed(text, question, consent, act) {
  if (!question) return h("button", { onclick: act }, text);
  const button = h("button", {}, text);
  const confirm = h("button", { class: "main" }, consent);
  const refuse = h("button", {}, "No");
  const asked = h("span", { class: "row question" }, question, h("span", { class: "row answers" }, confirm, refuse));
  confirm.addEventListener("click", () => {
    asked.replaceWith(button);
    act();
  });
  refuse.addEventListener("click", () => asked.replaceWith(button));
  button.addEventListener("click", () => {
    button.replaceWith(asked);
    confirm.focus();
  });
  return button;
}
