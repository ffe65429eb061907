// What a move is called, from its data.

// On a button: "S1 to 4, sends S3 to 10".
export function moveText({ move, piece, to, sends = [] }, task = "") {
  if (!piece) return task ? `${task} ${move}` : capitalised(move);
  const sent = sends.map((other) => `, sends ${other.piece} to ${other.to}`).join("");
  return `${task ? `${task} ${move}:` : piece} to ${to}${sent}`;
}

// In full, where there is room for it.
export function moveLabel(move, task = "") {
  return `${moveText(move, task)}${move.piece && move.certain === false ? " unless it is guessed" : ""}`;
}

// What a player does with a move, if that is not to move a piece: choose in secret, or guess.
export function taskOf({ secret, chosen }) {
  if (chosen) return "Guess";
  return secret ? "Choose" : "";
}

export const capitalised = (text) => text[0].toUpperCase() + text.slice(1);
