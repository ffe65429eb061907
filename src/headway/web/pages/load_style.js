// Styles that only some pages need.
import { h } from "./dom.js";

export function loadStyle(name) {
  document.head.append(h("link", { rel: "stylesheet", href: `/pages/${name}` }));
}
