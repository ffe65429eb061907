// What a player who has switched hints on sees: the bar with its sentence, and the worths of moves in words.
import { h } from "./dom.js";
import { loadStyle } from "./load_style.js";
import { ValueBar } from "./value_bar.js";
import { worthInWords } from "./worth_list.js";

export class HintPanel {
  constructor() {
    loadStyle("analysis.css");
    this.bar = new ValueBar();
    this.element = h("div", {}, this.bar.element, this.bar.told);
  }

  // `point` has the value of the position; null while it is not known.
  show(point, sentence) {
    this.bar.show(point, sentence);
  }

  worthsIn({ moves }) {
    return new Map(moves.map((worth) => [worth.move, worthInWords(worth)]));
  }
}
