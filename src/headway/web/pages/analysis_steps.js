// The ways through the moves of an analysis: buttons, keys and the wheel over the board.
import { h } from "./dom.js";
import { isTyping } from "./keys.js";

const WHEEL_STEP = 40; // pixels of the wheel for one move
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

export class AnalysisSteps {
  // `onGo` gets the node of the tree to show; `onBest` plays best play out.
  constructor(tree, board, { onGo, onBest }) {
    Object.assign(this, { tree, onGo, onBest, wheel: 0 });
    this.best = h("button", { type: "button", title: "Key: b", onclick: onBest }, "Best play");
    const goBack = () => onGo(tree.branchingPoint);
    this.return = h("button", { type: "button", onclick: goBack }, "Back to the main line");
    this.element = h(
      "div",
      { class: "row steps", role: "group", "aria-label": "Step through the moves" },
      this.button("«", "To the start", "Home"),
      this.button("‹", "One move back", "ArrowLeft"),
      this.button("›", "One move on", "ArrowRight"),
      this.button("»", "To the end", "End"),
      this.best,
      this.return,
    );
    document.addEventListener("keydown", (event) => this.onKey(event), true); // before the board's own keys
    board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  button(text, label, key) {
    const attributes = { type: "button", "aria-label": label, title: label, onclick: () => this.step(key) };
    return h("button", attributes, text);
  }

  onKey(event) {
    if (isTyping(event)) return;
    if (KEYS.includes(event.key)) this.step(event.key);
    else if (event.key === "b") this.onBest();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Where no move follows in the direction of the wheel, the page scrolls.
  onWheel(event) {
    const key = event.deltaY > 0 ? "ArrowRight" : "ArrowLeft";
    if (event.ctrlKey || !this.target(key)) {
      this.wheel = 0;
      return;
    }
    event.preventDefault();
    this.wheel += event.deltaY;
    if (Math.abs(this.wheel) < WHEEL_STEP) return;
    this.step(key);
    this.wheel = 0;
  }

  step(key) {
    const target = this.target(key);
    if (target) this.onGo(target);
  }

  // The node that a key leads to, or null: left and right along the line, up and down to another branch.
  target(key) {
    const { current, root } = this.tree;
    const siblings = current.parent?.children || [current];
    const beside = (by) => siblings[(siblings.indexOf(current) + by + siblings.length) % siblings.length];
    const targets = {
      ArrowLeft: () => current.earlier,
      ArrowRight: () => current.children[0]?.listed,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      Home: () => root,
      End: () => current.line.at(-1),
    };
    const target = targets[key]();
    return target && target !== current ? target : null;
  }
}
