import { h, show } from "./dom.js";

const [, where, name] = location.pathname.split("/");
const pages = {
  t: async () => (await import("./table.js")).tablePage(name),
  rules: async () => (await import("./rules.js")).rulesPage(name),
};

try {
  await (pages[where] || (async () => (await import("./start.js")).startPage()))();
} catch (error) {
  show(h("h1", {}, "That did not work"), h("p", { role: "alert" }, error.message), h("p", {}, h("a", { href: "/" }, "To the games")));
}
