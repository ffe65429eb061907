// What this browser remembers of each table: its own key, the token of the link by which it got its seat, and the token
// of the invitation for a friend.
const PREFIX = "headway.";
const MOST_TABLES = 20;
const KEY_BYTES = 18;

export function saveSeat(table, seatKey, inviteToken) {
  return write(localStorage, table, { seatKey, inviteToken });
}

// Earlier versions kept the seat of a tab in sessionStorage; it may differ from that of the browser.
function savedSeat(table) {
  return read(sessionStorage, table) || read(localStorage, table) || {};
}

// The token of a link comes after the #, which browsers do not send to the server.
function tokenFromAddress() {
  const token = location.hash.slice(1);
  return token && !document.getElementById(token) ? token : null;
}

// The token to show at a table, and the key of this browser, which is saved before it is sent: if the answer is lost,
// the same key is sent again. Where nothing can be saved the link is the key.
export function seatFromAddress(table) {
  const saved = savedSeat(table);
  const link = tokenFromAddress();
  if (saved.seatKey) return { ...saved, token: link || ownToken(saved) };
  if (!link) return { token: null, seatKey: null, inviteToken: null };
  const seatKey = newKey();
  return { token: link, seatKey: write(localStorage, table, { seatKey, link }) ? seatKey : null, inviteToken: null };
}

const ownToken = ({ link, seatKey }) => link || seatKey;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

// The browser has a seat: removes the token from the address, so that people who copy the address invite spectators.
// Returns the token to show from now on.
export function confirmSeat(table, token) {
  const saved = savedSeat(table);
  if (!saved.seatKey) return token;
  history.replaceState(null, "", location.pathname);
  return ownToken(saved);
}

// Adds facts about a table that the start page lists; the first time is when it was begun.
export function saveFacts(table, facts) {
  const saved = read(localStorage, table);
  if (saved) write(localStorage, table, { begun: saved.at ?? Date.now(), ...saved, ...facts });
}

// Notes when a game of a table has ended, by its number, and the seat of this browser in it.
export function saveEnd(table, number, seat) {
  const { ended, seats } = read(localStorage, table) || {};
  if (ended?.[number] && seats?.[number]) return;
  saveFacts(table, {
    ended: { ...ended, [number]: ended?.[number] ?? Date.now() },
    seats: { ...seats, [number]: seat },
  });
}

// The seat of this browser in a game of a table that has ended; P1 if it watched, or did not note it.
export const seatIn = (table, number) => read(localStorage, table)?.seats?.[number] || "P1";

export function forget(table) {
  try {
    localStorage.removeItem(PREFIX + table);
  } catch {
    // without storage nothing was saved
  }
}

// The tables at which this browser has a seat, the latest first.
export function savedTables() {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
      .map((id) => ({ id, ...read(localStorage, id) }))
      .filter(({ title }) => title)
      .sort((one, other) => other.at - one.at)
      .slice(0, MOST_TABLES);
  } catch {
    return [];
  }
}

function write(storage, table, value) {
  try {
    storage.setItem(PREFIX + table, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// Version 0.1.0 called the key "token" and the token of the invitation "invite"; later that was "inviteKey".
function read(storage, table) {
  try {
    const { token, invite, inviteKey = invite, ...saved } = JSON.parse(storage.getItem(PREFIX + table));
    return { seatKey: token, inviteToken: inviteKey, ...saved };
  } catch {
    return null;
  }
}
