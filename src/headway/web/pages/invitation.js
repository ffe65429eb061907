// The invitation for a friend above the board, as long as no other player has come.
import { copyField } from "./copy_link.js";
import { h } from "./dom.js";

const THIS_MACHINE_ONLY =
  "This address works on this machine only. For others, serve with --host, and open the machine's own address.";

export class Invitation {
  // `token` is that of the invitation, or null for a browser that has none to give.
  constructor(address, token) {
    Object.assign(this, { address, token });
    this.element = h("div", { class: "invite" });
  }

  draw({ you, isOtherTaken, isOtherAbsent }) {
    const isOpen = Boolean(you && this.token && isOtherAbsent && !isOtherTaken);
    if (isOpen === this.element.hasChildNodes()) return;
    this.element.replaceChildren();
    if (!isOpen) return;
    this.element.append(copyField("Send this link to a friend to play", `${this.address}#${this.token}`));
    const isLocal = /^(127\.|localhost)/.test(location.hostname);
    if (isLocal) this.element.append(h("p", { class: "soft small" }, THIS_MACHINE_ONLY));
  }
}
