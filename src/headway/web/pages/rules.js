// A rule book: enough of Markdown to show ours.
import { fetched, h, show } from "./dom.js";

export async function rulesPage(name) {
  const text = await fetched(`/api/games/${name}/rulebook`);
  const book = h("article", { class: "rulebook" }, blocks(text));
  document.title = `${book.querySelector("h1")?.textContent || "Rules"} – Headway`;
  show(book, h("p", {}, h("a", { href: "/" }, "To the games")));
}

function blocks(text) {
  return text.split(/\n{2,}/).filter((block) => block.trim()).map((block) => {
    const heading = block.match(/^(#{1,6}) (.*)/);
    if (heading) return h(`h${heading[1].length}`, {}, inline(heading[2]));
    if (/^[-*] /.test(block)) return h("ul", {}, items(block, /\n(?=[-*] )/, /^[-*] /));
    if (/^\d+\. /.test(block)) return h("ol", {}, items(block, /\n(?=\d+\. )/, /^\d+\. /));
    if (/^\|/.test(block)) return table(block);
    if (/^```/.test(block)) return h("pre", {}, block.replace(/^```.*\n|\n?```$/g, ""));
    return h("p", {}, inline(block));
  });
}

const items = (block, split, mark) => block.split(split).map((item) => h("li", {}, inline(item.replace(mark, ""))));

function table(block) {
  const rows = block.trim().split("\n").filter((row) => !/^\|[-| :]+$/.test(row)).map((row) => row.split("|").slice(1, -1));
  const [head, ...body] = rows;
  return h("table", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, inline(cell.trim())))),
    body.map((row) => h("tr", {}, row.map((cell) => h("td", {}, inline(cell.trim()))))));
}

function inline(text) {
  return text.replace(/\s+/g, " ").split(/(\*\*.+?\*\*|`.+?`|\*.+?\*)/).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part.length > 2 && part.startsWith("*") ? h("em", {}, part.slice(1, -1)) : part;
  });
}
