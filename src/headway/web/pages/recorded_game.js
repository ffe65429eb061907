// A game of a record, opened on a page of its own: a finished one with its review. The address has its moves, and this
// tab keeps what the players are called.
const NAMES = "headway-names.";

export function openGame({ text, names, result }) {
  try {
    sessionStorage.setItem(NAMES + text, JSON.stringify(names));
  } catch {
    // without storage the players are Player 1 and Player 2
  }
  location.href = `/${result ? "review" : "analysis"}#${text}`;
}

// What the players of a game are called, by seat; undefined if that is not known.
export function namesOf(text) {
  try {
    return JSON.parse(sessionStorage.getItem(NAMES + text)) || undefined;
  } catch {
    return undefined;
  }
}
