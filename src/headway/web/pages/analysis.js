// The addresses of the analysis board: a position text, a finished game of a table, or nothing yet.
import { AnalysisPage } from "./analysis_page.js";
import { showAnalysisStart } from "./analysis_start.js";
import { gameAddress, post, request } from "./api.js";
import { loadStyle } from "./load_style.js";
import { namesOf } from "./recorded_game.js";
import { seatIn } from "./storage.js";

const style = loadStyle("analysis.css"); // while the page is asked for

// The text after the # of the address; the game is shown from its start on, or at its last position.
export async function showAnalysis({ atEnd = false, isReview = false } = {}) {
  addEventListener("hashchange", () => location.reload()); // a page has one board, and its keys, at a time
  const text = location.hash.slice(1);
  if (!text) return showAnalysisStart((position) => open(position));
  return open({ text, names: namesOf(text) }, { atEnd, isReview });
}

// A finished game of a table, with or without its review.
export async function showTableGame(table, number, isReview) {
  const address = gameAddress(table, number);
  const { text, now } = await request(address);
  if (!text) await request(`${address}/review`); // is refused: the game is not over
  const back = { href: `/t/${table}`, text: "The table" };
  const review = () => request(`${address}/review?seat=${seatIn(table, number)}`);
  return open({ text, names: now.called }, { review: isReview ? review : null, back });
}

async function open(position, { atEnd = false, isReview = false, review = null, back = null } = {}) {
  let shown;
  try {
    shown = await post("/api/analysis", position);
    await style;
  } catch (error) {
    return showAnalysisStart((other) => open(other), { text: position.text, trouble: error.message });
  }
  if (!back) history.replaceState(null, "", `#${shown.text}`); // so that the page can be loaded again
  const asked = { text: shown.text, names: position.names };
  const ask = isReview ? () => post("/api/analysis/review", asked) : review;
  const page = new AnalysisPage(shown, { review: ask, back });
  return page.go(atEnd ? page.tree.root.line.at(-1) : page.tree.root);
}
