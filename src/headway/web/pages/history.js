// Earlier positions of the game on the same board, and the way back to the present one.
import { shifts } from "./board_motion.js";
import { h } from "./dom.js";
import { moverOf } from "./scene.js";

export class History {
  // `onClose` draws the present position's moves again.
  constructor(board, stage, list, onClose) {
    Object.assign(this, { board, stage, list, onClose, shown: null, present: null });
    const back = h("button", { onclick: () => this.step(this.list.before(this.shown.ply)) }, "‹ Earlier");
    const forward = h("button", { onclick: () => this.step(this.list.after(this.shown.ply)) }, "Later ›");
    const present = h("button", { class: "main", onclick: () => this.return() }, "Back to the game");
    this.element = h(
      "div",
      { class: "row history", hidden: true, role: "group", "aria-label": "An earlier position" },
      back,
      forward,
      present,
    );
  }

  get isOpen() {
    return this.shown !== null;
  }

  show(entry) {
    if (!this.isOpen) {
      const { positions, lastMove } = this.board;
      this.present = { positions, lastMove, staged: this.stage.shown };
    }
    this.shown = entry;
    const before = this.list.before(entry.ply);
    const [moved] = before ? shifts(before.made.positions, entry.made.positions, moverOf(entry)) : [];
    this.board.moves?.set([], "");
    this.board.show(entry.made.positions, moved || null);
    this.stage.show(entry.made, entry.text, {});
    this.list.mark(entry.ply);
    this.element.hidden = false;
  }

  step(entry) {
    if (entry) this.show(entry);
  }

  return() {
    const { positions, lastMove, staged } = this.present;
    this.board.show(positions, lastMove);
    this.stage.show(...staged);
    this.close();
    this.onClose();
  }

  close() {
    this.shown = null;
    this.list.mark(null);
    this.element.hidden = true;
  }
}
