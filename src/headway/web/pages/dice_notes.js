// What this browser keeps of a game with dice, to check it after its end: the commitment that it received first, the
// seeds that it added to rolls, and the moves that it made. headway join keeps the same (dice_notes.py).
const PREFIX = "headway-dice.";
const MAX_GAMES = 20;
const BYTES = 16;

export class DiceNotes {
  // `address` is that of the game.
  constructor(address) {
    Object.assign(this, { address, sent: null });
  }

  // What has been kept, or null. It is read each time: another tab may play the same game.
  get kept() {
    return read(PREFIX + this.address);
  }

  // The game as it is now. The first commitment counts; the move that was sent is made, or moves were taken back.
  update({ commitment, ply }) {
    const kept = this.kept || { at: Date.now(), commitment, seeds: {}, moves: {} };
    if (this.sent && ply > this.sent.ply) kept.moves[this.sent.ply] = this.sent.move;
    for (const before of Object.keys(kept.moves)) if (before >= ply) delete kept.moves[before];
    this.save(kept);
  }

  // The seed to send with a move. It stays the same if the move is sent again or was taken back.
  seedFor(ply, move) {
    this.sent = { ply, move };
    const kept = this.kept;
    const seed = kept?.seeds[ply + 1] || newSeed();
    if (kept) this.save({ ...kept, seeds: { ...kept.seeds, [ply + 1]: seed } });
    return seed;
  }

  // The move that was sent last was not made.
  onRefusal() {
    const kept = this.kept;
    if (kept && this.sent) {
      delete kept.moves[this.sent.ply];
      this.save(kept);
    }
    this.sent = null;
  }

  save(kept) {
    const name = PREFIX + this.address;
    const text = JSON.stringify(kept);
    try {
      if (localStorage.getItem(name) === text) return;
      if (localStorage.getItem(name) === null) dropOldest();
      localStorage.setItem(name, text);
    } catch {
      // without storage the seeds are used, and cannot be compared after the game
    }
  }
}

function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// Makes room for the notes of one more game.
function dropOldest() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const byAge = names.sort((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0));
  for (const name of byAge.slice(0, Math.max(0, byAge.length - MAX_GAMES + 1))) localStorage.removeItem(name);
}
