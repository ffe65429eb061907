// The analysis board: any game, step by step, with the exact value of every position and every move.
import { showAnalysisPage } from "./analysis_layout.js";
import { ShownPosition } from "./analysis_position.js";
import { AnalysisRequests } from "./analysis_requests.js";
import { GameReview } from "./analysis_review.js";
import { AnalysisSteps } from "./analysis_steps.js";
import { Tree } from "./analysis_tree.js";
import { CopyLinks } from "./copy_link.js";
import { RecordDrop } from "./record_drop.js";
import { VariationList } from "./variation_list.js";

export class AnalysisPage {
  constructor(shown, { review, back }) {
    const { table, history, log, now } = shown;
    this.tree = new Tree(shown.text, history, log);
    this.requests = new AnalysisRequests(this.tree, now.names);
    this.position = new ShownPosition(table, now.names, (move) => this.play(move));
    this.variations = new VariationList((node) => this.go(node), now.names);
    this.steps = new AnalysisSteps(this.tree, this.position.board.element, {
      onGo: (node) => this.go(node),
      onBest: () => this.playBest(),
    });
    this.review = new GameReview({ tree: this.tree, position: this.position, go: (node) => this.go(node) });
    showAnalysisPage(table, { isReview: Boolean(review), back, ...this.createElements() });
    if (review) this.review.load(review);
  }

  // What is below the board and beside it.
  createElements() {
    const { elements, notice, worths } = this.position;
    const share = new CopyLinks([
      ["Share this position", () => `/p#${this.positionText}`],
      ["Share this game", () => `/analysis#${this.lineText}`],
    ]);
    const drop = new RecordDrop();
    const play = [elements, this.steps.element, notice, worths.element, this.review.element];
    return { play, beside: [this.variations.element, share.element, drop.element] };
  }

  // Shows a node of the tree; a step that follows drops what this one still waits for.
  async go(node, isMoved = false) {
    this.tree.current = node;
    this.position.showPlaces(node, isMoved);
    this.steps.return.disabled = node.isOnMainLine;
    this.steps.best.disabled = true;
    this.variations.draw(this.tree);
    this.review.mark(node);
    const isCurrent = this.requests.step();
    try {
      const position = await this.requests.position(node);
      if (!isCurrent()) return;
      node.text = position.text;
      this.positionText = position.text;
      this.position.showMoves(node, position);
      await Promise.all([this.findLineText(node), this.showValues(node, isCurrent)]);
    } catch (error) {
      if (isCurrent()) this.position.notice.textContent = error.message;
    }
  }

  // The text of the whole line, for the link that shares it.
  async findLineText(node) {
    const end = node.line.at(-1);
    this.lineText = end.text || node.text;
    end.text ||= (await this.requests.position(end)).text;
    if (this.tree.current === node) this.lineText = end.text;
  }

  async showValues(node, isCurrent) {
    try {
      const values = await this.requests.values(node);
      if (!isCurrent()) return;
      this.position.showValues(values);
      this.best = values.best;
      this.steps.best.disabled = !values.best.moves.length;
    } catch (error) {
      if (isCurrent()) this.position.bar.show(null, error.message);
    }
  }

  async play(move) {
    const { current } = this.tree;
    await this.add(current, [move]);
    const child = current.children.find((other) => other.move === move);
    if (child && this.tree.current === current) await this.go(child, true);
  }

  // Adds moves behind a node: a branch if there are others.
  async add(node, moves) {
    try {
      const { log, text } = await this.requests.continuation(node, moves);
      const last = this.tree.addLine(node, moves, log);
      last.text = text;
      return last;
    } catch (error) {
      this.position.notice.textContent = error.message;
      return node;
    }
  }

  async playBest() {
    if (this.steps.best.disabled) return;
    const { moves, sentence } = this.best;
    await this.go(await this.add(this.tree.current, moves));
    this.position.notice.textContent = sentence;
  }
}
