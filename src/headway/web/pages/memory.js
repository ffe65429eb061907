// What this browser remembers of a table: the token of its own seat, and the one to send to a friend.
const key = (table) => `headway.${table}`;

export function remember(table, token, invite) {
  try {
    localStorage.setItem(key(table), JSON.stringify({ token, invite }));
    return true;
  } catch {
    return false;
  }
}

export function recalled(table) {
  try {
    return JSON.parse(localStorage.getItem(key(table))) || {};
  } catch {
    return {};
  }
}

// A link to a seat carries its token behind the #, which browsers keep to themselves. It is taken out of the address, so
// that what people copy from there lets others watch and not play.
export function tokenOf(table) {
  const given = decodeURIComponent(location.hash.slice(1));
  const known = recalled(table);
  if (!given) return known;
  if (given !== known.token && remember(table, given, null)) history.replaceState(null, "", location.pathname);
  return given === known.token ? known : { token: given, invite: null };
}
