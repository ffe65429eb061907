// The page where an analysis begins: a game, a text or a record.
import { request } from "./api.js";
import { h, show } from "./dom.js";
import { clearError, showError } from "./field_errors.js";
import { RecordDrop } from "./record_drop.js";

const WHAT = "Look at any position of any game: what is true there, and the value of every move. Nothing is stored.";

// `open` gets a position, as POST /api/analysis takes it. What was tried before, and why it was refused, is shown: the
// `text` in its field.
export async function showAnalysisStart(open, { text = null, trouble = "" } = {}) {
  const games = await request("/api/games");
  const onOpen = (position) => {
    drop.close();
    open(position);
  };
  const buttons = games.map(({ name, title }) =>
    h("button", { type: "button", onclick: () => onOpen({ game: name }) }, title),
  );
  const field = textField(text ?? "");
  const drop = new RecordDrop({ onTry: () => clearError(field) });
  document.title = "Analysis – Headway";
  show(
    h("h1", {}, "Analysis board"),
    h("p", {}, WHAT),
    text === null ? h("p", { class: "trouble", role: "alert" }, trouble) : [],
    h(
      "section",
      { class: "card", "aria-label": "Games" },
      h("h2", {}, "Begin with a game"),
      h("div", { class: "row" }, buttons),
    ),
    h(
      "section",
      { class: "card", "aria-label": "Positions and records" },
      textForm(field, (typed) => onOpen({ text: typed })),
      drop.element,
    ),
  );
  if (text !== null && trouble) showError(field, trouble);
}

const textField = (value) =>
  h("input", { id: "position-text", name: "position-text", value, autocomplete: "off", spellcheck: "false" });

function textForm(field, onText) {
  const label = h("label", { for: "position-text" }, "A text or a link of a position");
  const button = h("button", { class: "main" }, "Open");
  const form = h("form", {}, label, h("div", { class: "row" }, field, button));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearError(field);
    onText(field.value);
  });
  return form;
}
