// Translated words of a table's page: the page brings them, scripts only choose and fill in.
import { need } from "./dom.js";

export const game = need("game", HTMLElement);

/** @param {string} name @param {Record<string, string | number | undefined>} [values] */
export function word(name, values = {}) {
  const text = document.getElementById("table-words")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/** @type {string[]} */
let saying = [];
/**
 * One short sentence for screen readers. Said again when it comes again; what comes with it follows.
 * @param {string} text
 */
export function say(text) {
  const place = document.getElementById("say");
  if (!place || !text) return;
  place.textContent = "";
  if (saying.push(text) > 1) return;
  requestAnimationFrame(() => {
    place.textContent = saying.join(" ");
    saying = [];
  });
}
