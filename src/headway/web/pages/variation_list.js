// The tree of an analysis as a list: the main line, and each branch in a list of its own behind the move it replaces.
import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { sideSign } from "./side_sign.js";

export class VariationList {
  constructor(onShow, names) {
    Object.assign(this, { onShow, names });
    this.element = h("nav", { class: "variations", "aria-label": "Moves of the analysis" });
  }

  draw(tree) {
    const start = this.link(tree.root, tree.current, "Start");
    this.element.replaceChildren(h("ol", {}, h("li", {}, start), this.items(tree.root.children[0], tree.current)));
    this.element.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  // The items of a line from a node on; what else was tried instead of a move stands behind it.
  items(node, current) {
    if (!node) return [];
    const others = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
    return [
      h("li", {}, this.link(node, current)),
      ...others.map((other) =>
        h("li", { class: "branch" }, h("ol", { "aria-label": "Branch" }, this.items(other, current))),
      ),
      ...this.items(node.children[0], current),
    ];
  }

  link(node, current, text = null) {
    const who = node.entry?.made.roller || node.entry?.by;
    const told = text || node.move;
    const attributes = {
      href: "#",
      title: node.entry?.text || null,
      "aria-current": node === current ? "true" : null,
      "aria-label": text || `${node.ply}. ${who ? nameOf(who, this.names) : ""} ${told}`,
      "data-ply": node.ply,
    };
    const onclick = (event) => {
      event.preventDefault();
      this.onShow(node);
    };
    const number = text ? [] : [h("span", { class: "soft" }, `${node.ply}.`), who ? sideSign(who) : null];
    return h("a", { ...attributes, onclick }, number, told);
  }
}
