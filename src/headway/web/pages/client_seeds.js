// The seeds that this browser has added to rolls: with the host's seed they decide a roll, so that the host cannot.
// They are kept by the address of the game, to check after it that they were used.
const PREFIX = "headway-seeds.";
const MAX_GAMES = 20;
const BYTES = 16;

// The seed for the roll after so many plies. It stays the same if the move is sent again or was taken back.
export function clientSeed(address, ply) {
  const seeds = sentSeeds(address);
  if (!seeds[ply]) {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    seeds[ply] = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    save(address, seeds);
  }
  return seeds[ply];
}

export function sentSeeds(address) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + address)) || {};
  } catch {
    return {};
  }
}

function save(address, seeds) {
  try {
    const others = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + address);
    if (others.length >= MAX_GAMES) for (const name of others) localStorage.removeItem(name);
    localStorage.setItem(PREFIX + address, JSON.stringify(seeds));
  } catch {
    // without storage the seeds are used, and cannot be compared after the game
  }
}
