// The page of one game of a table, by its number: its positions move by move, review, dice and record.
import { FinishedGame, recordLink } from "./after_game.js";
import { gameAddress, request } from "./api.js";
import { Board } from "./board.js";
import { h, show } from "./dom.js";
import { gameLinks } from "./game_links.js";
import { LastMove } from "./last_move.js";
import { countOfMoves } from "./move_label.js";
import { MoveList, shiftsOf } from "./move_list.js";
import { PastPositions } from "./past_positions.js";
import { namesOfSides } from "./seats.js";
import { describeRules } from "./table_state.js";

export async function showPlayedGame(id, number) {
  const games = await request(`/api/tables/${id}/games`);
  const { table, now, log, status, owners } = await request(gameAddress(id, number));
  const [board, lastMove] = [new Board(table), new LastMove(true)];
  const list = new MoveList((entry) => past.show(entry));
  const past = new PastPositions(board, lastMove, list, (entry) => {
    history.replaceState(null, "", entry ? `#${entry.ply}` : location.pathname);
  });
  document.title = `${table.title}, game ${number} – Headway`;
  const count = log.findLast((line) => line.made)?.move_number ?? 0;
  const facts = [describeRules(table), `${countOfMoves(count)}.`].filter(Boolean).join(" ");
  const beside = [list.element, ending(id, now, table), gameLinks(id, games, number)];
  show(
    h("h1", {}, `${table.title}, game ${number}`),
    h("p", {}, facts),
    h("p", { class: "turn" }, status),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "play" }, board.element, past.element, lastMove.element),
      h("div", { class: "beside" }, beside),
    ),
  );
  list.add(log, now, location.pathname);
  const moved = list.entries.length ? shiftsOf(list.entries.at(-1))[0] : null;
  board.setNames(namesOfSides(now), owners);
  board.show(now.positions, moved);
  const last = log.at(-1);
  lastMove.show(last?.made, last?.text || "", { before: last && list.before(last.ply)?.made });
  const linked = list.entries.find((entry) => String(entry.ply) === location.hash.slice(1));
  if (linked) past.show(linked);
}

function ending(id, now, table) {
  if (!now.result) return h("p", {}); // the status says so
  const game = new FinishedGame(id, now);
  const download = `headway-${table.game}-${id}-${now.game_number}.jsonl`;
  const record = recordLink({ href: `${gameAddress(id, now.game_number)}/record`, download });
  return h(
    "section",
    { class: "end", "aria-label": "After the game" },
    h("div", { class: "row" }, game.buttons, record),
    game.output,
  );
}
