// The entry point of every page: loads the module for the address.
import { showTrouble } from "./dom.js";

const [, section, name, part, number, after] = location.pathname.split("/");
const pages = {
  t: showTable,
  rules: async () => (await import("./rulebook.js")).showRulebook(name),
};
const analyses = { analysis: {}, p: { atEnd: true }, review: { isReview: true } };

async function showTable() {
  if (part === "games" && after) await (await import("./analysis.js")).showTableGame(name, number, after === "review");
  else if (part === "games") await (await import("./played_game.js")).showPlayedGame(name, number);
  else (await import("./table.js")).showTable(name);
}

async function showStart() {
  if (section in analyses && !name) return (await import("./analysis.js")).showAnalysis(analyses[section]);
  if (section) throw new Error("There is nothing at this address.");
  return (await import("./start.js")).showStart();
}

// The part of an address after its # holds a token or a position, which a link to #main would replace.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});

try {
  await ((name && pages[section]) || showStart)();
} catch (error) {
  showTrouble("That did not work", error.message);
}
