// The review of the game on the analysis board: it is fetched, and opens at the turning point.
import { h } from "./dom.js";
import { ReviewSection } from "./review.js";

export class GameReview {
  // `go` shows a node of the tree, and `position` what it shows.
  constructor({ tree, position, go }) {
    Object.assign(this, { tree, position, go, section: null });
    this.element = h("div", {});
  }

  async load(ask) {
    this.element.replaceChildren(h("p", { role: "status" }, "Analysing…"));
    try {
      this.show(await ask());
    } catch (error) {
      this.element.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  }

  show(review) {
    this.section = new ReviewSection(
      review,
      (ply) => this.go(this.tree.atPly(ply)),
      (mistake) => this.showMistake(mistake),
    );
    this.element.replaceChildren(this.section.element);
    this.mark(this.tree.current);
    const hasStayed = this.tree.current === this.tree.root; // has no other position been asked for?
    if (hasStayed && review.turning_point !== null) this.showTurningPoint(review.turning_point);
  }

  // The position before the move that changed the value most, or after a roll that did.
  showTurningPoint(ply) {
    const mistake = this.section.mistakes.find((one) => one.ply === ply);
    return mistake ? this.showMistake(mistake) : this.go(this.tree.atPly(ply));
  }

  // The position before a mistake, with the better move on the board.
  async showMistake({ ply, better, text }) {
    const node = this.tree.atPly(ply - 1);
    await this.go(node);
    if (this.tree.current !== node) return;
    this.position.notice.textContent = text;
    this.position.suggest(better);
  }

  mark(node) {
    this.section?.chart.mark(node.isOnMainLine ? node.number : null);
  }
}
