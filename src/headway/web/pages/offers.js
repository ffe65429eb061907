// What players can offer and answer besides moves: takebacks, draws, rematches and resignation.
import { h } from "./dom.js";

// The offers that are open: their elements, and the sentences that screen readers should say.
export function offers({ now, you, offerTexts }, send) {
  const open = Object.entries(now.offers);
  const elements = open.map(([what, by]) => {
    const isMineToAnswer = you && by !== you;
    return isMineToAnswer ? answerCard(what, offerTexts[what], send) : h("p", { class: "card" }, offerTexts[what]);
  });
  const spoken = open.filter(([, by]) => you && by !== you).map(([what]) => offerTexts[what]);
  return { elements, spoken };
}

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

// The buttons of a player during a game.
export function actions({ now, you }, send) {
  if (!you || now.result) return [];
  const offer = (what, text) => {
    const disabled = what in now.offers || (what === "takeback" && now.ply === 0);
    return h("button", { onclick: () => send({ type: "offer", what }), disabled }, text);
  };
  return [
    h("div", { class: "row" }, offer("takeback", "Take back"), offer("draw", "Offer a draw"), resignButton(send)),
  ];
}

function resignButton(send) {
  const button = h("button", {}, "Resign");
  const confirm = h("button", { class: "main", onclick: () => send({ type: "resign" }) }, "Yes, resign");
  const question = h(
    "span",
    { class: "row" },
    "Resign this game?",
    confirm,
    h("button", { onclick: () => question.replaceWith(button) }, "No"),
  );
  button.addEventListener("click", () => {
    button.replaceWith(question);
    confirm.focus();
  });
  return button;
}
