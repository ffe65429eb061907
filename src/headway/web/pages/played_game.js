// The page of one game of a table, by its number: its last position, its log, review, dice and record.
import { FinishedGame, recordLink } from "./after_game.js";
import { request } from "./api.js";
import { h, show } from "./dom.js";
import { gameLinks } from "./game_links.js";
import { Log } from "./log.js";
import { describeRules } from "./table_state.js";
import { Track } from "./track.js";

export async function showPlayedGame(id, number) {
  const games = await request(`/api/tables/${id}/games`);
  const address = `/api/tables/${id}/games/${number}`;
  const { table, now, log, status } = await request(address);
  const track = new Track(table);
  const lines = new Log();
  lines.add(log, false);
  document.title = `${table.title}, game ${number} – Headway`;
  show(
    h("h1", {}, `${table.title}, game ${number}`),
    h("p", {}, [describeRules(table), `${now.ply} moves.`].filter(Boolean).join(" ")),
    h("p", { class: "turn" }, status),
    h("div", { class: "board" }, track.element),
    h(
      "div",
      { class: "columns" },
      h("div", {}, ending(id, address, now, table), gameLinks(id, games, number)),
      lines.element,
    ),
  );
  track.draw(now.positions);
}

function ending(id, address, now, table) {
  if (!now.result) return h("p", {}); // the status says so
  const game = new FinishedGame(address, now);
  const download = `headway-${table.game}-${id}-${now.game_number}.jsonl`;
  const record = recordLink({ href: `${address}/record`, download });
  return h(
    "section",
    { class: "end", "aria-label": "After the game" },
    h("div", { class: "row" }, game.buttons, record),
    game.output,
  );
}
