// What a move is called, from its data.
import { NEUTRAL } from "./board_pieces.js";

// On a button: "S1 to 4, sends S3 to 10".
export function moveText({ move, piece, to, sends = [] }, task = "") {
  if (!piece) return task ? `${task} ${move}` : capitalised(move);
  const sent = sends.map(sendingText).join("");
  return `${task ? `${task} ${move}:` : piece} to ${to}${sent}`;
}

const sendingText = ({ of, piece, to }) => `, ${of[0] === NEUTRAL ? "moves" : "sends"} ${piece} to ${to}`;

// In full, where there is room for it.
export function moveLabel(move, task = "") {
  return `${moveText(move, task)}${move.piece && move.certain === false ? " unless it is guessed" : ""}`;
}

// What a player does with a move, if that is not to move a piece: choose in secret, or guess.
export function taskOf({ secret, chosen }) {
  if (chosen) return "Guess";
  return secret ? "Choose" : "";
}

export const countOfMoves = (count) => `${count} ${count === 1 ? "move" : "moves"}`;

export const capitalised = (text) => text[0].toUpperCase() + text.slice(1);
