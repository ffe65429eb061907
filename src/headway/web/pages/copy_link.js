// Links to copy: a field that shows its link with a button, and buttons that copy one of several links.
import { h } from "./dom.js";

const SHOWN_FOR = 2000; // milliseconds

// Copies the text of a field, and says whether that worked. Pages over plain http have no navigator.clipboard.
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

export function copyField(text, link) {
  const field = h("input", { readonly: true, value: link, "aria-label": text, onfocus: () => field.select() });
  const button = h("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    if (!(await copy(field))) return; // the link is selected
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_FOR);
  });
  return h("div", {}, h("p", { class: "small soft" }, text), h("div", { class: "row" }, field, button));
}

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
    this.told.textContent = (await copy(this.field)) ? "The link is copied." : "Copy the link from the field.";
  }
}
