// The page where an analysis begins: a game, a text or a record.
import { request } from "./api.js";
import { h, show } from "./dom.js";
import { RecordDrop } from "./record_drop.js";

const WHAT = "Look at any position of any game: what is true there, and the value of every move. Nothing is stored.";

// `open` gets a position, as POST /api/analysis takes it.
export async function showAnalysisStart(open, trouble = "") {
  const onOpen = (position) => {
    drop.close();
    open(position);
  };
  document.title = "Analysis – Headway";
  const games = await request("/api/games");
  const buttons = games.map(({ name, title }) =>
    h("button", { type: "button", onclick: () => onOpen({ game: name }) }, title),
  );
  const field = h("input", { id: "position-text", autocomplete: "off", spellcheck: "false" });
  const form = h(
    "form",
    {},
    h("label", { for: "position-text" }, "A text or a link of a position"),
    h("div", { class: "row" }, field, openButton()),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onOpen({ text: field.value });
  });
  const drop = new RecordDrop((text) => onOpen({ text }));
  show(
    h("h1", {}, "Analysis board"),
    h("p", {}, WHAT),
    h("p", { class: "trouble", role: "alert" }, trouble),
    h(
      "section",
      { class: "card", "aria-label": "Games" },
      h("h2", {}, "Begin with a game"),
      h("div", { class: "row" }, buttons),
    ),
    h("section", { class: "card", "aria-label": "Positions and records" }, form, drop.element),
  );
}

const openButton = () => h("button", { class: "main" }, "Open");
