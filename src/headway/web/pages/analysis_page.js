// The analysis board: any game, step by step, with the exact value of every position and every move.
import { AnalysisRequests } from "./analysis_requests.js";
import { AnalysisSteps } from "./analysis_steps.js";
import { Tree } from "./analysis_tree.js";
import { Board } from "./board.js";
import { shifts } from "./board_motion.js";
import { CopyLinks } from "./copy_link.js";
import { h, show } from "./dom.js";
import { taskOf } from "./move_label.js";
import { moverOf } from "./move_list.js";
import { RecordDrop } from "./record_drop.js";
import { ReviewSection } from "./review.js";
import { Stage } from "./stage.js";
import { describeRules } from "./table_state.js";
import { ValueBar } from "./value_bar.js";
import { VariationList } from "./variation_list.js";
import { WorthList } from "./worth_list.js";

const CHOOSE_ROLL = "The die is rolled: choose what it shows.";

export class AnalysisPage {
  constructor(shown, { review, back }) {
    const { table, history, log } = shown;
    const { names } = shown.now;
    Object.assign(this, { table, names, back, tree: new Tree(shown.text, history, log), number: 0 });
    this.requests = new AnalysisRequests(this.tree, names);
    this.bar = new ValueBar();
    this.stage = new Stage(true);
    this.worths = new WorthList(
      (move) => this.play(move),
      (move) => this.board.moves.preview(move),
      names,
    );
    this.variations = new VariationList((node) => this.go(node), names);
    this.board = new Board(table, { onPlay: (move) => this.play(move) });
    this.board.element.setAttribute("aria-label", "Board: the left and right arrow keys step through the moves");
    this.board.moves.onPreview = (text) => this.stage.preview(text);
    this.steps = new AnalysisSteps(this.tree, this.board.element, {
      onGo: (node) => this.go(node),
      onBest: () => this.playBest(),
    });
    this.createElements(Boolean(review));
    if (review) this.showReview(review);
  }

  createElements(isReview) {
    const { table } = this;
    const title = `${table.title}: ${isReview ? "review" : "analysis"}`;
    document.title = `${title} – Headway`;
    this.turn = h("p", { class: "turn" });
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.review = h("div", {});
    this.drop = new RecordDrop((text) => this.replace({ text }));
    this.share = new CopyLinks([
      ["Share this position", () => `/p#${this.now.text}`],
      ["Share this game", () => `/analysis#${this.lineText}`],
    ]);
    const play = [
      this.turn,
      this.bar.element,
      this.bar.told,
      this.board.element,
      this.stage.element,
      this.steps.element,
    ];
    const beside = [this.variations.element, this.share.element, this.drop.element, this.links()];
    show(
      h("div", { class: "table-head" }, h("h1", {}, title), h("p", {}, describeRules(table))),
      h(
        "div",
        { class: "columns analysis" },
        h("div", { class: "play" }, play, this.notice, this.worths.element, this.review),
        h("div", { class: "beside" }, beside),
      ),
    );
  }

  links() {
    const back = this.back ? [h("a", { href: this.back.href }, this.back.text), " · "] : [];
    return h(
      "p",
      {},
      back,
      h("a", { href: "/analysis" }, "Another analysis"),
      " · ",
      h("a", { href: "/" }, "All games"),
    );
  }

  // Another game is another page.
  replace({ text }) {
    location.href = `/analysis#${text}`;
  }

  // -- positions

  async go(node, isMoved = false) {
    this.tree.current = node;
    this.number += 1;
    const { number } = this;
    this.requests.drop();
    this.drawPlaces(node, isMoved);
    this.steps.return.disabled = node.isOnMainLine;
    this.variations.draw(this.tree);
    this.reviewed?.chart.mark(node.isOnMainLine ? node.ply : null);
    try {
      const now = await this.requests.position(node);
      if (number !== this.number) return;
      node.text = now.text;
      this.now = now;
      this.drawNow(now);
      await Promise.all([this.findLineText(node), this.showValues(node, now, number)]);
    } catch (error) {
      if (number === this.number) this.notice.textContent = error.message;
    }
  }

  // The text of the whole line, for the link that shares it.
  async findLineText(node) {
    const end = node.line.at(-1);
    this.lineText = end.text || node.text;
    end.text ||= (await this.requests.position(end)).text;
    if (this.tree.current === node) this.lineText = end.text;
  }

  drawPlaces(node, isMoved) {
    const { homes } = this.table;
    const [places, before] = [node.placesIn(homes), node.parent?.placesIn(homes) || homes];
    const mover = node.entry ? moverOf(node.entry) : 0;
    const lastMove = shifts(before, places, mover)[0];
    this.board.moves.set([], "");
    if (isMoved) this.board.travel(before, places, lastMove, { mover });
    else this.board.show(places, lastMove);
    this.stage.show(node.entry?.made, node.entry?.text || "", { before: node.parent?.entry?.made });
  }

  drawNow(now) {
    const isChance = now.to_move === "CHANCE";
    const node = this.tree.current;
    const secret = now.now.chosen ? ` The choice is ${node.move}.` : "";
    this.turn.textContent = isChance ? CHOOSE_ROLL : now.status + secret;
    this.task = isChance ? "Roll" : taskOf(now.now);
    this.notice.textContent = "";
    this.steps.best.disabled = true;
    this.bar.show(null, now.now.result ? "" : "Analysing…");
    this.worths.draw(now.moves, this.task);
    this.board.moves.set(now.moves, this.task);
  }

  async showValues(node, now, number) {
    try {
      const values = await this.requests.values(node);
      if (number !== this.number) return;
      this.bar.show(values.point, values.sentence);
      this.worths.draw(now.moves, this.task, values);
      this.steps.best.disabled = !values.best.moves.length;
      this.values = values;
    } catch (error) {
      if (number === this.number) this.bar.show(null, error.message);
    }
  }

  // -- moves

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
      this.notice.textContent = error.message;
      return node;
    }
  }

  async playBest() {
    if (this.steps.best.disabled) return;
    const { best } = this.values;
    const end = await this.add(this.tree.current, best.moves);
    await this.go(end);
    this.notice.textContent = best.sentence;
  }

  // -- the review

  async showReview(ask) {
    this.review.replaceChildren(h("p", { role: "status" }, "Analysing…"));
    try {
      const review = await ask();
      this.reviewed = new ReviewSection(
        review,
        (ply) => this.go(this.tree.atPly(ply)),
        (mistake, told) => this.showMistake(mistake, told),
      );
      this.review.replaceChildren(this.reviewed.element);
      this.reviewed.chart.mark(this.tree.current.ply);
    } catch (error) {
      this.review.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  }

  // The position before a mistake, with the better move on the board.
  async showMistake({ ply, better }, told) {
    await this.go(this.tree.atPly(ply - 1));
    this.board.element.scrollIntoView({ block: "nearest" });
    this.notice.textContent = told;
    const move = this.now.moves.find((one) => better.includes(one.move));
    if (move?.piece) this.board.moves.focusMove(move);
  }
}
