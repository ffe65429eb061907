// Elements without a framework: h("button", {class: "main", onclick: f}, "Play").
const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const h = (name, attributes, ...children) => filled(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

export async function fetched(path, options) {
  const answer = await fetch(path, options);
  const body = answer.headers.get("content-type")?.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw Object.assign(new Error(body.message || answer.statusText), { name: body.error || "Error" });
  return body;
}

export function show(...children) {
  const main = document.getElementById("main");
  main.replaceChildren(...children.flat(Infinity));
  return main;
}

export const named = (computer) => (/^\d$/.test(computer) ? `level ${computer}` : computer);
export const nameOf = { P1: "Player 1", P2: "Player 2" };
