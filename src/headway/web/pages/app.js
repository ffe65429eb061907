// The entry point of every page: loads the module for the address.
import { h, show } from "./dom.js";

const [, section, name, part, number] = location.pathname.split("/");
const pages = {
  t: showTable,
  rules: async () => (await import("./rulebook.js")).showRulebook(name),
};

async function showTable() {
  if (part === "games") await (await import("./played_game.js")).showPlayedGame(name, number);
  else (await import("./table.js")).showTable(name);
}

async function showStart() {
  if (section) throw new Error("There is nothing at this address.");
  await (await import("./start.js")).showStart();
}

try {
  await ((name && pages[section]) || showStart)();
} catch (error) {
  const home = h("p", {}, h("a", { href: "/" }, "All games"));
  show(h("h1", {}, "That did not work"), h("p", { role: "alert" }, error.message), home);
}
