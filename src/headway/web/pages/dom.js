// Elements without a framework: h("button", { class: "main", onclick: f }, "Play").
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

// Replaces what the page shows.
export function show(...children) {
  const main = document.getElementById("main");
  main.replaceChildren(...children.flat(Infinity));
  return main;
}

// Says why a page cannot be shown, with the way to the start.
export function showTrouble(title, message) {
  show(h("h1", {}, title), h("p", { role: "alert" }, message), h("p", {}, h("a", { href: "/" }, "All games")));
}
