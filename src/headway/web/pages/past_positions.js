// Past positions of the game on the same board, and the way back to the present one.
import { h } from "./dom.js";
import { shiftsOf } from "./move_list.js";

export class PastPositions {
  // `onShow` gets the entry that is shown, or null for the present.
  constructor(board, lastMove, list, onShow) {
    Object.assign(this, { board, lastMove, list, onShow, shown: null, present: null, isBeforeSwap: false });
    const step = (find) => () => {
      const entry = find(this.shown.ply);
      if (entry) this.show(entry);
    };
    const back = h("button", { onclick: step((ply) => list.before(ply)) }, "‹ Earlier");
    const forward = h("button", { onclick: step((ply) => list.after(ply)) }, "Later ›");
    const present = h("button", { class: "main", onclick: () => this.return() }, "Back to the game");
    this.told = h("p", { class: "spoken", role: "status" });
    const label = "An earlier moment";
    const group = { class: "row", hidden: true, role: "group", "aria-label": label };
    this.element = h("div", group, back, forward, present, this.told);
  }

  get isOpen() {
    return this.shown !== null;
  }

  show(entry) {
    if (!this.isOpen) {
      const { positions, lastMove: marked, names, owners } = this.board;
      this.present = { positions, marked, told: this.lastMove.shown, names, owners: owners.textContent };
    }
    this.shown = entry;
    this.setNames(this.list.after(entry.ply));
    this.board.moves?.set([], "");
    this.board.show(entry.made.positions, shiftsOf(entry)[0]);
    this.lastMove.show(entry.made, entry.text, { before: this.list.before(entry.ply)?.made });
    this.told.textContent = entry.text;
    this.list.mark(entry.ply);
    this.element.hidden = false;
    this.onShow(entry);
  }

  // The players of the sides at a moment, which the move after it tells; none is the last move.
  setNames(next) {
    const { names, owners } = this.present;
    this.isBeforeSwap = Boolean(owners && next && !next.made.sides);
    if (this.isBeforeSwap) this.board.setNames(this.list.names);
    else this.board.setNames(names, owners);
  }

  return() {
    const { positions, marked, told } = this.present;
    this.setNames(null);
    this.close();
    this.board.show(positions, marked);
    this.lastMove.show(...told);
    this.onShow(null);
  }

  close() {
    this.shown = null;
    this.list.mark(null);
    this.element.hidden = true;
  }
}
