// What the server knows of the nodes of an analysis. The last answers are kept, and a step drops what the one before it
// waits for.
import { post } from "./api.js";

const MAX_ANSWERS = 100;

export class AnalysisRequests {
  // `names` are those of the players, for the sentences.
  constructor(tree, names) {
    Object.assign(this, { tree, names, answers: new Map(), pending: new Set(), controller: new AbortController() });
  }

  // Another node is shown now: drops what was asked for the last one, and returns a function that says whether no other
  // has been shown since.
  step() {
    for (const forget of this.pending) forget();
    this.pending.clear();
    this.controller.abort();
    const controller = new AbortController();
    this.controller = controller;
    return () => this.controller === controller;
  }

  position(node) {
    return this.keep("position", node, () => this.ask("", this.tree.position(node), node.ply));
  }

  values(node) {
    return this.keep("values", node, () => this.ask("/values", this.tree.position(node), 0));
  }

  // A position after moves that the tree does not have yet, with the lines of the log about them.
  continuation(node, moves) {
    const { names } = this;
    const from = this.tree.position(node);
    return post("/api/analysis", { ...from, moves: [...from.moves, ...moves], names, since_ply: node.ply });
  }

  ask(route, position, sincePly) {
    const { names, controller } = this;
    return post(`/api/analysis${route}`, { ...position, names, since_ply: sincePly }, { signal: controller.signal });
  }

  keep(what, node, ask) {
    const kept = this.answers.get(node) || {};
    if (!kept[what]) {
      kept[what] = ask();
      const forget = () => delete kept[what];
      const settle = () => this.pending.delete(forget);
      this.pending.add(forget);
      kept[what].then(settle, () => settle() && forget());
    }
    this.answers.delete(node);
    this.answers.set(node, kept); // the latest is the last
    if (this.answers.size > MAX_ANSWERS) this.answers.delete(this.answers.keys().next().value);
    return kept[what];
  }
}
