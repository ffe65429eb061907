// Buttons that copy a link, and a field that shows the link that was copied.
import { h } from "./dom.js";

export class CopyLinks {
  // `choices` are pairs of a button's text and a function that gives the path of the link.
  constructor(choices) {
    this.field = h("input", { readonly: true, "aria-label": "The link", hidden: true });
    this.told = h("p", { class: "small", role: "status" });
    const buttons = choices.map(([text, path]) =>
      h("button", { type: "button", onclick: () => this.copy(`${location.origin}${path()}`) }, text),
    );
    this.element = h("div", { class: "share" }, h("div", { class: "row" }, buttons), this.field, this.told);
  }

  async copy(link) {
    this.field.value = link;
    this.field.hidden = false;
    try {
      await navigator.clipboard.writeText(link);
      this.told.textContent = "The link is copied.";
    } catch {
      this.field.select();
      this.told.textContent = "Copy the link from the field.";
    }
  }
}
