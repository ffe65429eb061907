// What the person at this browser is called: asked for once, remembered, and sent to each table at which one sits down.
import { post } from "./api.js";
import { h } from "./dom.js";
import { clearError, showError } from "./field_errors.js";

const SAVED_AS = "headway-name";

export function savedName() {
  try {
    return localStorage.getItem(SAVED_AS) || "";
  } catch {
    return "";
  }
}

export function saveName(name) {
  try {
    localStorage.setItem(SAVED_AS, name);
  } catch {
    // without storage it is asked for again
  }
}

export const nameInput = (value) =>
  h("input", { name: "player", value, autocomplete: "nickname", placeholder: "optional" });

// Asks the server whether a player may have the name in a field; if not, the reason is shown there.
export async function isNameAccepted(field) {
  if (!field.value.trim()) return true;
  try {
    await post("/api/names", { name: field.value });
    return true;
  } catch (error) {
    if (error.name !== "bad-name") throw error;
    showError(field, error.message);
    return false;
  }
}

export class NameForm {
  // `send` returns the id of a message, which its answer repeats.
  constructor(send) {
    Object.assign(this, { send, hasSent: false, sent: null });
    this.input = nameInput(savedName());
    this.fields = h("fieldset", { class: "row" }, h("label", {}, "Your name", this.input), h("button", {}, "Save"));
    const form = h("form", {}, this.fields);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendName({ isAsked: true });
    });
    this.element = h("details", { open: !savedName(), hidden: true }, h("summary", {}, "Your name"), form);
  }

  // Sends the name that is remembered when one sits down, unless the seat has one.
  draw({ you, ownName }) {
    this.element.hidden = !you;
    if (!you || this.hasSent) return;
    this.hasSent = true;
    if (!ownName && savedName()) this.sendName({ isAsked: false });
  }

  // `isAsked` where the person has just asked for it.
  sendName({ isAsked }) {
    const name = this.input.value.trim();
    this.sent = { name, isAsked, id: null };
    this.resend();
  }

  // Sends a name that has no answer yet, as when the connection was lost before the answer came.
  resend() {
    if (this.sent) this.sent.id = this.send({ type: "name", name: this.sent.name || null });
  }

  // Returns whether the answer is to a name that was asked for, and need not be shown elsewhere. A name that is refused
  // is not remembered.
  receive({ type, done, message }) {
    if (!this.sent || done !== this.sent.id) return false;
    const { name, isAsked } = this.sent;
    this.sent = null;
    if (type === "error") {
      showError(this.input, message, { takesFocus: isAsked });
    } else {
      clearError(this.input);
      saveName(name);
    }
    return isAsked;
  }
}
