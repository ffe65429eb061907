// The links of a table: to watch it, to continue on another device, and to its other games.
import { request } from "./api.js";
import { copyField } from "./copy_link.js";
import { h } from "./dom.js";
import { gameLinks } from "./game_links.js";

const FOR_YOURSELF = "The link gives your own seat to one other device. Do not send it to anyone else.";

export class WatchLink {
  constructor(address) {
    this.summary = h("summary", {});
    this.element = h("details", {}, this.summary, copyField("Anyone with this link can watch", address));
    this.isForPlayer = null;
  }

  // It is open for spectators, and after that as the person leaves it.
  draw({ you, present }) {
    this.summary.textContent = `Link to watch (${present?.watching ?? 0} watching)`;
    if (this.isForPlayer === Boolean(you)) return;
    this.isForPlayer = Boolean(you);
    this.element.open = !you;
  }
}

// A link for one use, made when it is asked for, by which the same player continues elsewhere.
export class DeviceLink {
  constructor(address, send) {
    this.address = address;
    this.link = h("div", {});
    const make = h("button", { onclick: () => send({ type: "link" }) }, "Make a link");
    const contents = [h("p", { class: "small soft" }, FOR_YOURSELF), make, this.link];
    this.element = h("details", { hidden: true }, h("summary", {}, "Continue on another device"), contents);
  }

  draw({ you }) {
    this.element.hidden = !you;
  }

  show(token) {
    this.link.replaceChildren(copyField("Your own seat, for one use", `${this.address}#${token}`));
  }
}

// The games of a table, where it has had more than one.
export class TableGames {
  constructor(id) {
    Object.assign(this, { id, games: [], element: h("div", {}) });
  }

  // Fetches the list when another game has begun or ended.
  async draw({ now }) {
    const last = this.games.at(-1);
    const isKnown = last?.number === now.game_number && last.result === now.result;
    if (now.game_number === 1 || isKnown) return;
    try {
      this.games = await request(`/api/tables/${this.id}/games`);
    } catch {
      return; // the next change tries again
    }
    this.element.replaceChildren(gameLinks(this.id, this.games, this.games.length));
  }
}
