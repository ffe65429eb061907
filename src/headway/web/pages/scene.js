// Shows what has happened on the board and the stage: rolls, reveals, travelling pieces, captures and wins.
import { shifts } from "./board_motion.js";
import { play } from "./sound.js";

const REVEAL_TIME = 500; // milliseconds, in which a die or a card is seen before its effect

export class Scene {
  constructor(board, stage) {
    Object.assign(this, { board, stage });
  }

  // `lines` of the log end with what happened last.
  show(state, lines, isNew) {
    const { now } = state;
    const made = lines.filter((line) => line.made);
    const last = made.at(-1);
    const mover = last && moverOf(last);
    const before = made.length > 1 ? made.at(-2).made.positions : this.board.positions;
    const moved = last && before ? shifts(before, last.made.positions, mover) : [];
    const isTakenBack = last && JSON.stringify(last.made.positions) !== JSON.stringify(now.positions);
    const marks =
      moved.length && !isTakenBack
        ? { from: moved[0].from, to: moved[0].to }
        : isNew && !last
          ? this.board.lastMove
          : null;
    const isRevealed = last && (last.made.chosen !== null || last.made.roller);
    if (isNew && last) this.board.travelTo(now.positions, marks, { mover, delay: isRevealed ? REVEAL_TIME : 0 });
    else this.board.show(now.positions, now.ply ? marks : null);
    const told = isNew ? lines.map(({ text }) => text).join(" ") : lines.at(-1)?.text || "";
    if (told || !isNew) this.stage.show(last?.made, told, { chosen: now.chosen, you: state.you });
    if (isNew && last) this.sound(last, moved, now);
    if (isNew && now.result && last) this.celebrate(now.result);
  }

  sound({ made }, moved, now) {
    if (now.result) play("win");
    else if (moved.length > 1) play("capture");
    else if (made.chosen !== null) play("reveal");
    else play(made.roller ? "roll" : "move");
  }

  celebrate(result) {
    const seat = ["P1", "P2"].indexOf(result);
    if (seat >= 0) this.board.celebrate(seat);
  }
}

// The side whose piece a line moves first: of a guess the one who has chosen, of a roll the one who rolled.
export function moverOf({ by, made }) {
  const seat = made.roller || by;
  const index = seat === "P1" ? 0 : 1;
  return made.chosen === null ? index : 1 - index;
}
