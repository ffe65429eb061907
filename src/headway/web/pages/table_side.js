// Beside the board: the list of moves, what follows a game, the rules, the player's name, other players and links.
import { AfterGame } from "./after_game.js";
import { ComputerSeats } from "./computer_seats.js";
import { DicePromise } from "./dice_promise.js";
import { h } from "./dom.js";
import { howToPlay } from "./how_to_play.js";
import { Invitation } from "./invitation.js";
import { MoveList } from "./move_list.js";
import { NameForm } from "./name_form.js";
import { RulebookPanel } from "./rulebook_panel.js";
import { soundSwitch } from "./sound.js";
import { DeviceLink, TableGames, WatchLink } from "./table_links.js";

export class TableSide {
  // `onShow` gets the entry of the list whose position is to be shown.
  constructor(id, state, { send, inviteToken, onShow }) {
    const address = `${location.origin}/t/${id}`;
    this.state = state;
    this.list = new MoveList(onShow);
    this.afterGame = new AfterGame(id, send);
    this.rules = h("div", { class: "rules" });
    this.facts = h("p", { class: "small soft" });
    this.rulebook = new RulebookPanel();
    this.nameForm = new NameForm(send);
    this.invitation = new Invitation(address, inviteToken); // its element is above the board
    this.deviceLink = new DeviceLink(address, send);
    const computerSeats = new ComputerSeats(send);
    const links = [computerSeats, new WatchLink(address), this.deviceLink, new DicePromise(), new TableGames(id)];
    const elements = links.map(({ element }) => element);
    const linksElement = h("fieldset", { class: "links" }, elements);
    this.links = [this.invitation, ...links];
    this.element = h(
      "div",
      { class: "beside" },
      this.list.element,
      this.afterGame.element,
      this.rules,
      this.rulebook.element,
      this.nameForm.element,
      linksElement,
    );
    this.controls = [this.afterGame.element, this.nameForm.fields, linksElement]; // that need a connection
    computerSeats.load().then(() => this.drawLinks());
  }

  // A game begins; `hasChanged` if it is another one, or has other rules.
  begin(hasChanged) {
    const { fixed } = this.state;
    this.list.begin();
    this.rulebook.draw(fixed);
    if (hasChanged) this.rules.replaceChildren(howToPlay(fixed.how_to_play), this.facts, soundSwitch());
  }

  draw() {
    this.drawFacts();
    this.nameForm.draw(this.state);
    this.afterGame.draw(this.state);
    this.drawLinks();
  }

  drawFacts() {
    this.facts.textContent = this.state.describeFacts();
  }

  drawLinks() {
    if (this.state.now) for (const part of this.links) part.draw(this.state);
  }
}
