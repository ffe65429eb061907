// Shows on the board and below it what has happened: rolls, reveals, travelling pieces, captures and wins.
import { NEUTRAL } from "./board_pieces.js";
import { moverOf, placesBefore, shiftsOf } from "./move_list.js";
import { seatIndex, sideOf } from "./seats.js";
import { play } from "./sound.js";

const REVEAL_TIME = 500; // milliseconds, in which a die or a card is seen before its effect

export class BoardUpdates {
  constructor(board, lastMove, list) {
    Object.assign(this, { board, lastMove, list });
  }

  // `log` ends with what happened last; the list has it already. An open offer is shown with its buttons only.
  show(state, log, isNew) {
    const { now, you } = state;
    const lines = log.filter((line) => !line.open_offer);
    const last = this.list.entries.at(-1);
    const moved = last ? shiftsOf(last) : [];
    const news = isNew ? lines.filter((line) => line.made) : [];
    if (news.length) this.play(news, now, moved);
    else this.board.show(now.positions, moved[0]);
    const told = isNew ? lines.map(({ text }) => text).join(" ") : lines.at(-1)?.text || "";
    const before = last && this.list.before(last.ply)?.made;
    if (told || !isNew) this.lastMove.show(last?.made, told, { before, chosen: now.chosen, you, called: now.called });
  }

  play(news, now, moved) {
    const last = news.at(-1);
    const isRevealed = last.made.chosen !== null || last.made.roller;
    const options = { mover: moverOf(last), delay: isRevealed ? REVEAL_TIME : 0 };
    this.board.travel(placesBefore(news[0]), now.positions, moved[0], options);
    this.sound(last, moved, now);
    if (seatIndex(now.result) >= 0) this.board.celebrate(sideOf(now.result, now.sides));
  }

  sound({ made }, moved, now) {
    if (now.result && now.result !== "draw") play("win");
    else if (moved.filter(({ of }) => of[0] !== NEUTRAL).length > 1) play("capture");
    else if (made.chosen !== null) play("reveal");
    else play(made.roller ? "roll" : "move");
  }
}
