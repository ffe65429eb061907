// The choice of a computer's level, where there is something to decide.
import { h } from "./dom.js";
import { choice } from "./table_form.js";

export class LevelChoice {
  // `computers` are all that there are.
  constructor(computers) {
    Object.assign(this, { computers, chosen: null }); // what the person has chosen, also while it is not offered
    this.element = choice("opponent", "Level", []);
    this.select = this.element.querySelector("select");
    this.select.addEventListener("change", () => {
      this.chosen = this.select.value;
    });
  }

  // The computers that differ in a game, by name. The choice stays if it can, and comes back when it can again.
  draw(names) {
    const { select } = this;
    const offered = this.computers.filter(({ name }) => names.includes(name));
    const chosen = this.chosen || offered.find((computer) => computer.is_default)?.name;
    this.element.hidden = offered.length < 2;
    select.replaceChildren(
      ...offered.map(({ name, title, note }) => h("option", { value: name }, `${title}${note ? ` (${note})` : ""}`)),
    );
    select.value = names.includes(chosen) ? chosen : offered[0]?.name;
  }
}
