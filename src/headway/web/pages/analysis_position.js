// The position of an analysis that is shown: the board, whose turn it is, every move, and what is true.
import { Board } from "./board.js";
import { shifts } from "./board_motion.js";
import { h } from "./dom.js";
import { LastMove } from "./last_move.js";
import { taskOf } from "./move_label.js";
import { moverOf } from "./move_list.js";
import { namesOfSides } from "./seats.js";
import { ValueBar } from "./value_bar.js";
import { WorthList } from "./worth_list.js";

const CHOOSE_ROLL = "The die is rolled: choose what it shows.";
const BOARD_KEYS = "Board: the left and right arrow keys step through the moves";

export class ShownPosition {
  constructor(table, names, onPlay) {
    Object.assign(this, { homes: table.homes, names });
    this.turn = h("p", { class: "turn" });
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.bar = new ValueBar();
    this.lastMove = new LastMove(true);
    this.worths = new WorthList({ onPlay, onPreview: (move) => this.board.moves.preview(move) }, names);
    this.board = new Board(table, { onPlay });
    this.board.setNames(names);
    this.board.element.setAttribute("aria-label", BOARD_KEYS);
    this.board.moves.onPreviewText = (text) => this.lastMove.preview(text);
    this.elements = [this.turn, this.bar.element, this.bar.told, this.board.element, this.lastMove.element];
  }

  // What is known of a node at once: where the pieces are, and what was told of the move; `isMoved` shows their way.
  showPlaces(node, isMoved) {
    const [places, before] = [node.placesIn(this.homes), node.parent?.placesIn(this.homes) || this.homes];
    const mover = node.entry ? moverOf(node.entry) : 0;
    const moved = shifts(before, places, mover)[0];
    this.board.moves.set([], "");
    if (isMoved) this.board.travel(before, places, moved, { mover });
    else this.board.show(places, moved);
    this.lastMove.show(node.entry?.made, node.entry?.text || "", { before: node.parent?.entry?.made });
  }

  // What the server answers of a node: whose turn it is, and the moves.
  showMoves(node, position) {
    const { now, to_move: toMove, status, moves, owners } = position;
    const isRoll = toMove === "CHANCE" && node.parent; // a lot at the start is not rolled
    const secret = now.chosen ? ` The choice is ${node.move}.` : "";
    Object.assign(this, { moves, task: isRoll ? "Roll" : taskOf(now) });
    this.turn.textContent = isRoll ? CHOOSE_ROLL : status + secret;
    this.board.setNames(namesOfSides({ called: this.names, sides: now.sides }), owners);
    this.notice.textContent = "";
    this.bar.show(null, now.result ? "" : "Analysing…");
    this.worths.draw(moves, this.task);
    this.board.moves.set(moves, this.task);
  }

  showValues(values) {
    this.bar.show(values.point, values.sentence);
    this.worths.draw(this.moves, this.task, values);
  }

  // Brings the board into sight, with one of these moves on it.
  suggest(better) {
    this.board.element.scrollIntoView({ block: "nearest" });
    const move = this.moves.find((one) => better.includes(one.move));
    if (move?.piece) this.board.moves.focusMove(move);
  }
}
