// The links of a table, for a friend and for spectators, and a computer for a seat that is empty.
import { request } from "./api.js";
import { h } from "./dom.js";
import { gameLinks } from "./game_links.js";
import { nameOf } from "./names.js";

const THIS_MACHINE_ONLY =
  "This address works on this machine only. For others, serve with --host, and open the machine's own address.";
const FOR_YOURSELF = "The link gives your own seat to one other device. Do not send it to anyone else.";

export class Links {
  constructor(id, inviteKey, send) {
    Object.assign(this, { id, address: `${location.origin}/t/${id}`, inviteKey, send, computers: [], computer: null });
    this.element = h("div", { class: "links" });
    this.games = []; // of which links are shown
    this.deviceLink = h("div", {});
    this.invitation = h("div", { class: "invite" });
  }

  // Fetches the list of games when another game has begun or ended.
  async updateGames({ now }) {
    const last = this.games.at(-1);
    const isKnown = last?.number === now.game_number && last.result === now.result;
    if (now.game_number === 1 || isKnown) return false;
    try {
      this.games = await request(`/api/tables/${this.id}/games`);
    } catch {
      return false; // the next change tries again
    }
    return true;
  }

  draw(state) {
    if (!state.now) return;
    this.drawInvitation(state);
    this.updateGames(state).then((hasChanged) => hasChanged && this.draw(state));
    const parts = [
      ...this.ownSeat(state),
      ...(state.isOtherAbsent ? this.otherSeat(state) : []),
      this.spectators(state),
      ...(state.you ? [this.otherDevice()] : []),
      ...this.commitment(state),
      ...(this.games.length > 1 ? [gameLinks(this.id, this.games, this.games.length)] : []),
    ];
    const isInUse = this.element.contains(document.activeElement); // do not close a menu, or move the focus
    if (!isInUse || this.element.childElementCount !== parts.length) this.element.replaceChildren(...parts);
  }

  ownSeat(state) {
    if (!state.you || state.player(state.you) === "human") return [];
    const button = h("button", { onclick: () => this.send({ type: "return" }) }, "Take it back");
    return [h("p", { class: "trouble" }, "A computer plays on your seat. ", button)];
  }

  otherSeat(state) {
    const parts = [h("p", {}, `${nameOf(state.otherSeat, state.now.names)} is not here.`)];
    return [...parts, this.computerChoice(state)];
  }

  // The invitation stands above the board, as long as no other player has come.
  drawInvitation({ you, isOtherTaken, isOtherAbsent }) {
    const isOpen = you && this.inviteKey && isOtherAbsent && !isOtherTaken;
    if (Boolean(isOpen) === this.invitation.hasChildNodes()) return;
    this.invitation.replaceChildren();
    if (!isOpen) return;
    this.invitation.append(copyField("Send this link to a friend to play", `${this.address}#${this.inviteKey}`));
    const isLocal = /^(127\.|localhost)/.test(location.hostname);
    if (isLocal) this.invitation.append(h("p", { class: "soft small" }, THIS_MACHINE_ONLY));
  }

  // A computer may take the seat of a player who has been absent for a while.
  computerChoice(state) {
    const { fixed } = state;
    const offered = this.computers.filter(({ name }) => fixed.computers.includes(name));
    const options = offered.map(({ name, title, is_default: isDefault }) =>
      h("option", { value: name, selected: this.computer ? name === this.computer : isDefault }, title),
    );
    const remember = () => {
      this.computer = select.value;
    };
    const select = h("select", { "aria-label": "Which computer", onchange: remember }, options);
    const seat = () => this.send({ type: "computer", player: select.value });
    const button = h("button", { onclick: seat });
    this.countDown(button, state);
    return h("div", { class: "row" }, select, button);
  }

  countDown(button, state) {
    const seconds = state.otherVacantIn;
    button.disabled = seconds > 0;
    button.textContent = seconds > 0 ? `Let a computer play (in ${seconds} s)` : "Let a computer play";
    if (seconds > 0) setTimeout(() => button.isConnected && this.countDown(button, state), 1000);
  }

  spectators(state) {
    const summary = h("summary", {}, `Link to watch (${state.present?.watching ?? 0} watching)`);
    return h("details", { open: !state.you }, summary, copyField("Anyone with this link can watch", this.address));
  }

  // A link for one use, made when it is asked for, by which the same player continues elsewhere.
  otherDevice() {
    const make = h("button", { onclick: () => this.send({ type: "link" }) }, "Make a link");
    const summary = h("summary", {}, "Continue on another device");
    const contents = [h("p", { class: "small soft" }, FOR_YOURSELF), make, this.deviceLink];
    return h("details", {}, summary, contents);
  }

  showDeviceLink(token) {
    this.deviceLink.replaceChildren(copyField("Your own seat, for one use", `${this.address}#${token}`));
  }

  commitment({ fixed, now }) {
    if (!fixed.has_chance) return [];
    const summary = h("summary", {}, "How the dice are rolled");
    const told =
      "Each roll is made from a number that the server fixed before the game and one that the browser of the roller " +
      "adds. The server cannot choose your rolls. After the game this page checks them against the hash of its number:";
    const hash = h("p", { class: "hash" }, now.commitment);
    return [h("details", { class: "soft small" }, summary, h("p", {}, told), hash)];
  }
}

function copyField(text, link) {
  const field = h("input", { readonly: true, value: link, "aria-label": text, onfocus: () => field.select() });
  const button = h("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  return h("div", {}, h("p", { class: "small soft" }, text), h("div", { class: "row" }, field, button));
}
