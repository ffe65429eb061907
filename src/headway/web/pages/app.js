import { h, show } from "./dom.js";

const [, where, name] = location.pathname.split("/");
const pages = {
  t: async () => (await import("./table.js")).tablePage(name),
  rules: async () => (await import("./rules.js")).rulesPage(name),
};

async function elsewhere() {
  if (where) throw new Error("There is nothing at this address.");
  await (await import("./start.js")).startPage();
}

try {
  await ((name && pages[where]) || elsewhere)();
} catch (error) {
  show(h("h1", {}, "That did not work"), h("p", { role: "alert" }, error.message), h("p", {}, h("a", { href: "/" }, "To the games")));
}
