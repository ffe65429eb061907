// The moves of an analysis as a tree: the main line, and other moves as branches.

class Node {
  // `entry` is the line of the log about the move; a move that is told with the next one has none.
  constructor(parent, move, entry) {
    Object.assign(this, { parent, move, entry, children: [] });
    this.ply = parent ? parent.ply + 1 : 0;
  }

  get path() {
    return this.parent ? [...this.parent.path, this.move] : [];
  }

  // The places of the pieces after the move.
  placesIn(homes) {
    return this.entry?.made.positions || this.parent?.placesIn(homes) || homes;
  }

  // From the move to the end of its line.
  get line() {
    return [this, ...(this.children[0]?.line || [])];
  }

  get isOnMainLine() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isOnMainLine);
  }
}

export class Tree {
  // `history` has the moves of the main line, and `log` what is told of them.
  constructor(history, log) {
    this.root = new Node(null, null, null);
    let node = this.root;
    for (const move of history) node = this.add(node, move, log);
    this.current = this.root;
  }

  // The child for a move; it is added if there is none.
  add(parent, move, log) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const entry = log.find((line) => line.made && line.ply === parent.ply + 1) || null;
    const child = new Node(parent, move, entry);
    parent.children.push(child);
    return child;
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
