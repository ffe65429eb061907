// What this browser remembers of each table: the key of its own seat, and the key of the invitation for a friend.
// A tab that was opened with another seat's link keeps that seat in its own session storage.
const PREFIX = "headway.";
const MAX_OPEN_TABLES = 8;

export function saveSeat(table, seatKey, inviteKey) {
  return write(localStorage, table, { seatKey, inviteKey });
}

function savedSeat(table) {
  return read(sessionStorage, table) || read(localStorage, table) || {};
}

// A link to a seat has the seat key after the #, which browsers do not send to the server.
export function seatFromAddress(table) {
  const seatKey = location.hash.slice(1);
  const saved = savedSeat(table);
  return !seatKey || seatKey === saved.seatKey ? saved : { seatKey, inviteKey: null };
}

// Saves the seat key, and removes it from the address, so that people who copy the address invite spectators.
export function confirmSeat(table, seatKey) {
  const saved = savedSeat(table);
  const storage = saved.seatKey && saved.seatKey !== seatKey ? sessionStorage : localStorage;
  if (saved.seatKey === seatKey || write(storage, table, { seatKey, inviteKey: null })) {
    history.replaceState(null, "", location.pathname);
  }
}

// The saved seat, if it is not the one of the key that was refused.
export function otherSeat(table, refusedKey) {
  const saved = savedSeat(table);
  return saved.seatKey && saved.seatKey !== refusedKey ? saved : { seatKey: null, inviteKey: null };
}

// Adds facts about a table that the start page lists.
export function saveFacts(table, facts) {
  const saved = read(localStorage, table);
  if (saved) write(localStorage, table, { ...saved, ...facts });
}

export function forget(table) {
  try {
    localStorage.removeItem(PREFIX + table);
  } catch {
    // without storage nothing was saved
  }
}

// The tables at which this browser has a seat and the match is not over, the latest first.
export function openTables() {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
      .map((id) => ({ id, ...read(localStorage, id) }))
      .filter(({ title, isOver }) => title && !isOver)
      .sort((one, other) => other.at - one.at)
      .slice(0, MAX_OPEN_TABLES);
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

// Version 0.1.0 called the keys "token" and "invite".
function read(storage, table) {
  try {
    const { token, invite, ...saved } = JSON.parse(storage.getItem(PREFIX + table));
    return token === undefined ? saved : { seatKey: token, inviteKey: invite, ...saved };
  } catch {
    return null;
  }
}
