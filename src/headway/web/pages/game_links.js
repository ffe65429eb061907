// Links to the games of a table by their numbers.
import { gamePage } from "./api.js";
import { h } from "./dom.js";

// `games` as GET /api/tables/TABLE/games answers; `shown` is the number of the game that the page shows.
export function gameLinks(id, games, shown) {
  const items = games.map(({ number, status }) => {
    const text = `Game ${number}: ${status}`;
    if (String(number) === String(shown)) return h("li", { "aria-current": "page" }, text);
    const isLast = number === games.length;
    return h("li", {}, h("a", { href: isLast ? `/t/${id}` : gamePage(id, number) }, text));
  });
  return h("nav", { "aria-label": "Games of this table" }, h("h2", {}, "Games of this table"), h("ul", {}, items));
}
