// What a player who has switched hints on sees: the bar, and the worth of each move.
import { h } from "./dom.js";
import { loadStyle } from "./load_style.js";
import { moveLabel, taskOf } from "./move_label.js";
import { ValueBar } from "./value_bar.js";
import { worthInWords } from "./worth_list.js";

export class HintPanel {
  constructor() {
    loadStyle("analysis.css");
    this.bar = new ValueBar();
    this.list = h("ul", { class: "hint-list" });
    this.element = h("div", {}, this.bar.element, this.bar.told, this.list);
  }

  draw({ value, endless, sentence, moves }, { now, isMyTurn, moves: own }) {
    this.bar.show({ value, endless }, sentence);
    const worths = new Map(moves.map((worth) => [worth.move, worth]));
    const task = taskOf(now);
    const items = isMyTurn ? own.filter(({ move }) => worths.has(move)) : [];
    this.list.replaceChildren(
      ...items.map((move) => h("li", {}, `${moveLabel(move, task)}: ${worthInWords(worths.get(move.move))}`)),
    );
  }

  refuse(sentence) {
    this.bar.show(null, sentence);
    this.list.replaceChildren();
  }
}
