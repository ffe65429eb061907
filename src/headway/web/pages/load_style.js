// Styles that only some pages need.
import { h } from "./dom.js";

// Resolves when the style is there, or cannot be had: what is shown before that would jump.
export function loadStyle(name) {
  return new Promise((resolve) => {
    const attributes = { rel: "stylesheet", href: `/pages/${name}`, onload: resolve, onerror: resolve };
    document.head.append(h("link", attributes));
  });
}
