// What the person at this browser is called: asked for once, remembered, and sent to each table at which one sits down.
import { h } from "./dom.js";

const SAVED_AS = "headway-name";
const LONGEST_NAME = 24;

export function savedName() {
  try {
    return localStorage.getItem(SAVED_AS) || "";
  } catch {
    return "";
  }
}

export function saveName(name) {
  try {
    localStorage.setItem(SAVED_AS, name.trim());
  } catch {
    // without storage it is asked for again
  }
}

export const nameInput = (value) =>
  h("input", { name: "player", value, maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: "optional" });

export class NameForm {
  constructor(send) {
    Object.assign(this, { send, hasSent: false });
    this.input = nameInput(savedName());
    const form = h("form", { class: "row" }, h("label", {}, "Your name", this.input), h("button", {}, "Save"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      saveName(this.input.value);
      this.sendName();
    });
    this.element = h("details", { open: !savedName(), hidden: true }, h("summary", {}, "Your name"), form);
  }

  // Sends the name that is remembered when one sits down, unless the seat has one.
  draw({ you, ownName }) {
    this.element.hidden = !you;
    if (!you || this.hasSent) return;
    this.hasSent = true;
    if (!ownName && savedName()) this.sendName();
  }

  sendName() {
    this.send({ type: "name", name: this.input.value.trim() || null });
  }
}
