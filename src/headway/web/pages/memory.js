// What this browser remembers of a table: the token of its own seat, and the one to send to a friend. A tab that was opened
// with a link of its own sits where that link says, and takes nothing from the others.
const OURS = "headway.";
const key = (table) => OURS + table;

export function remember(table, token, invite) {
  return kept(localStorage, table, { token, invite });
}

export function recalled(table) {
  return found(sessionStorage, table) || found(localStorage, table) || {};
}

// A link to a seat carries its token behind the #, which browsers keep to themselves.
export function tokenOf(table) {
  const given = location.hash.slice(1);  // tokens are plain letters
  const known = recalled(table);
  return !given || given === known.token ? known : { token: given, invite: null };
}

// Once a seat is taken its token is kept, and taken out of the address: what people copy from there lets others watch, not play.
export function seated(table, token) {
  const known = recalled(table);
  const here = known.token && known.token !== token ? sessionStorage : localStorage;
  if (known.token === token || kept(here, table, { token, invite: null })) history.replaceState(null, "", location.pathname);
}

export function otherSeat(table, token) {
  const known = recalled(table);
  return known.token && known.token !== token ? known : { token: null, invite: null };
}

// What the start page lists: the tables at which this browser has a seat, and the match is not over.
export function noted(table, facts) {
  const known = found(localStorage, table);
  if (known) kept(localStorage, table, { ...known, ...facts });
}

export function forget(table) {
  try { localStorage.removeItem(key(table)); } catch { /* then nothing is kept either */ }
}

export function openTables() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(OURS)).map((name) => name.slice(OURS.length)).map((id) => ({ id, ...found(localStorage, id) }))
      .filter(({ title, isOver }) => title && !isOver).sort((one, other) => other.at - one.at).slice(0, 8);
  } catch {
    return [];
  }
}

function kept(storage, table, value) {
  try {
    storage.setItem(key(table), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function found(storage, table) {
  try {
    return JSON.parse(storage.getItem(key(table)));
  } catch {
    return null;
  }
}
