// The page of one game of a table, by its number: its positions move by move, review, dice and record.
import { FinishedGame, recordLink } from "./after_game.js";
import { gameAddress, request } from "./api.js";
import { Board } from "./board.js";
import { h, show } from "./dom.js";
import { Earlier } from "./earlier.js";
import { gameLinks } from "./game_links.js";
import { MoveList } from "./move_list.js";
import { Stage } from "./stage.js";
import { describeRules } from "./table_state.js";

export async function showPlayedGame(id, number) {
  const games = await request(`/api/tables/${id}/games`);
  const address = gameAddress(id, number);
  const { table, now, log, status } = await request(address);
  const [board, stage] = [new Board(table), new Stage(true)];
  const list = new MoveList((entry) => earlier.show(entry));
  const earlier = new Earlier(board, stage, list, (entry) => {
    history.replaceState(null, "", entry ? `#${entry.ply}` : location.pathname);
  });
  document.title = `${table.title}, game ${number} – Headway`;
  const facts = [describeRules(table), `${now.ply} moves.`].filter(Boolean).join(" ");
  const beside = [list.element, ending(id, address, now, table), gameLinks(id, games, number)];
  show(
    h("h1", {}, `${table.title}, game ${number}`),
    h("p", {}, facts),
    h("p", { class: "turn" }, status),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "play" }, board.element, earlier.element, stage.element),
      h("div", { class: "beside" }, beside),
    ),
  );
  list.begin(table.homes);
  list.add(log, now, location.pathname);
  const lastMove = list.entries.length ? list.shiftsOf(list.entries.at(-1))[0] : null;
  board.show(now.positions, lastMove);
  const last = log.at(-1);
  stage.show(last?.made, last?.text || "", { before: last && list.before(last.ply)?.made });
  const linked = list.entries.find((entry) => String(entry.ply) === location.hash.slice(1));
  if (linked) earlier.show(linked);
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
