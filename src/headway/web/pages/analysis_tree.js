// The moves of an analysis as a tree: the main line, and other moves as branches.

class Node {
  // `entry` is the line of the log about the move; a move that is told with the next one has none.
  constructor(parent, move, entry) {
    Object.assign(this, { parent, move, entry, children: [], text: null });
    this.ply = parent ? parent.ply + 1 : 0;
    this.number = entry?.move_number ?? (parent ? parent.number + 1 : 0);
  }

  // The places of the pieces after the move.
  placesIn(homes) {
    let node = this;
    while (node && !node.entry) node = node.parent;
    return node?.entry.made.positions || homes;
  }

  // The node that is listed for the move: a request for a roll and the roll are one move.
  get listed() {
    const next = this.children[0];
    return !this.entry && next?.number === this.number ? next : this;
  }

  // The node one move earlier, or null.
  get earlier() {
    const { parent } = this;
    return !parent || parent.listed === parent ? parent : parent.parent;
  }

  // From the move to the end of its line.
  get line() {
    const line = [];
    for (let node = this; node; node = node.children[0]) line.push(node);
    return line;
  }

  get isOnMainLine() {
    let node = this;
    while (node.parent && node.parent.children[0] === node) node = node.parent;
    return !node.parent;
  }
}

export class Tree {
  // `text` is the position text of the main line, `history` has its moves, and `log` what is told of them.
  constructor(text, history, log) {
    Object.assign(this, { text, loaded: history.length, size: 1 });
    this.root = new Node(null, null, null);
    this.current = this.root;
    this.addLine(this.root, history, log).text = text;
  }

  // Adds moves behind a node, as far as they are not there, and returns the last one.
  addLine(parent, moves, log) {
    const entries = new Map(log.filter((line) => line.made).map((line) => [line.ply, line]));
    let node = parent;
    for (const move of moves) node = this.add(node, move, entries);
    return node;
  }

  add(parent, move, entries) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(parent, move, entries.get(parent.ply + 1) || null);
    parent.children.push(child);
    this.size += 1;
    return child;
  }

  // A node as POST /api/analysis takes it: a part of the main line that was loaded, and moves that follow.
  position(node) {
    const moves = [];
    let at = node;
    while (at.parent && !(at.ply <= this.loaded && at.isOnMainLine)) {
      moves.push(at.move);
      at = at.parent;
    }
    return { text: this.text, plies: at.ply, moves: moves.reverse() };
  }

  // The node of the main line after that many moves.
  atPly(ply) {
    const line = this.root.line;
    return line[Math.min(ply, line.length - 1)];
  }

  // The last node of the main line on the way to the present one.
  get branchingPoint() {
    let node = this.current;
    while (!node.isOnMainLine) node = node.parent;
    return node;
  }
}
