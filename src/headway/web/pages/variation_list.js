// The tree of an analysis as a list: the main line, and each branch in a list of its own behind the move it replaces.
import { h } from "./dom.js";
import { moveText } from "./move_label.js";
import { entryText } from "./move_list.js";
import { nameOf, seatSign } from "./seats.js";

export class VariationList {
  constructor(onShow, names) {
    Object.assign(this, { onShow, names, size: 0, links: new Map(), marked: null });
    this.element = h("nav", { class: "variations", "aria-label": "Moves of the analysis" });
  }

  // The list is made again when the tree has grown; a step along it moves the mark.
  draw(tree) {
    if (tree.size !== this.size) this.create(tree);
    this.size = tree.size;
    this.links.get(this.marked)?.removeAttribute("aria-current");
    this.marked = tree.current.listed;
    const link = this.links.get(this.marked);
    link.setAttribute("aria-current", "true");
    this.scrollTo(link);
  }

  // Scrolls the list alone: the page stays where the board is.
  scrollTo(link) {
    const [list, shown] = [this.element, link].map((element) => element.getBoundingClientRect());
    const above = Math.min(0, shown.top - list.top);
    const below = Math.max(0, shown.bottom - list.bottom);
    this.element.scrollTop += above + below;
  }

  create(tree) {
    this.links = new Map();
    const start = h("li", {}, this.link(tree.root, "Start"));
    this.element.replaceChildren(h("ol", {}, start, this.items(tree.root.children[0])));
  }

  // The items of a line from a node on; what else was tried instead of a move stands behind it.
  items(first) {
    const items = [];
    let others = [];
    for (let node = first; node; node = node.children[0]) {
      if (node.parent.children[0] === node) others.push(...node.parent.children.slice(1));
      if (node.listed !== node) continue;
      items.push(
        h("li", {}, this.link(node)),
        others.map((other) => this.branch(other)),
      );
      others = [];
    }
    return items;
  }

  branch(first) {
    return h("li", { class: "branch" }, h("ol", { "aria-label": "Branch" }, this.items(first)));
  }

  link(node, text = null) {
    const who = node.entry?.made.roller || node.entry?.by;
    const told = text || nodeText(node);
    const attributes = {
      href: "#",
      title: node.entry?.text || null,
      "aria-label": text || `${node.number}. ${who ? nameOf(who, this.names) : ""} ${told}`,
      "data-ply": node.ply,
    };
    const onclick = (event) => {
      event.preventDefault();
      this.onShow(node);
    };
    const sign = who ? seatSign(who, node.entry.made.sides) : null;
    const number = text ? [] : [h("span", { class: "soft" }, `${node.number}.`), sign];
    const link = h("a", { ...attributes, onclick }, number, told);
    this.links.set(node, link);
    return link;
  }
}

// A move as the list of its game has it; here a choice without an answer is known.
function nodeText({ move, entry, children }) {
  const next = children[0]?.entry?.made;
  if (!entry || (entry.made.move === null && !next)) return moveText({ move });
  return entryText(entry.made, next);
}
