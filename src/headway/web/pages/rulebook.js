// The page of a rule book, from the part of Markdown that our rule books use.
import { request } from "./api.js";
import { h, show } from "./dom.js";

export async function showRulebook(name) {
  const book = await rulebookArticle(name);
  document.title = `${book.querySelector("h1")?.textContent || "Rules"} – Headway`;
  show(book, h("p", {}, h("a", { href: "/" }, "All games")));
}

// The rule book as an element; `depth` is the level of the heading above it.
export async function rulebookArticle(name, depth = 0) {
  const text = await request(`/api/games/${name}/rulebook`);
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim());
  return h(
    "article",
    { class: "rulebook" },
    blocks.map((block) => blockElement(block, depth)),
  );
}

function blockElement(block, depth) {
  const heading = block.match(/^(#{1,6}) (.*)/);
  if (heading) return h(`h${heading[1].length + depth}`, {}, inline(heading[2]));
  if (/^[-*] /.test(block)) return h("ul", {}, items(block, /\n(?=[-*] )/, /^[-*] /));
  if (/^\d+\. /.test(block)) return h("ol", {}, items(block, /\n(?=\d+\. )/, /^\d+\. /));
  if (/^\|/.test(block)) return tableElement(block);
  if (/^```/.test(block)) return h("pre", {}, block.replace(/^```.*\n|\n?```$/g, ""));
  return h("p", {}, inline(block));
}

function items(block, separator, marker) {
  return block.split(separator).map((item) => h("li", {}, inline(item.replace(marker, ""))));
}

function tableElement(block) {
  const [head, ...body] = block
    .trim()
    .split("\n")
    .filter((row) => !/^\|[-| :]+$/.test(row))
    .map((row) => row.split("|").slice(1, -1));
  const cells = (row, name, attributes) => row.map((cell) => h(name, attributes, inline(cell.trim())));
  return h(
    "table",
    {},
    h("tr", {}, cells(head, "th", { scope: "col" })),
    body.map((row) => h("tr", {}, cells(row, "td", {}))),
  );
}

function inline(text) {
  const parts = text.replace(/\s+/g, " ").split(/(\*\*.+?\*\*|`.+?`|\*.+?\*)/);
  return parts.map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part.length > 2 && part.startsWith("*") ? h("em", {}, part.slice(1, -1)) : part;
  });
}
