// Countdown: the server tells how much is left, counting down happens here.
import { all } from "./dom.js";

/** @type {WeakMap<HTMLElement, { left: string, end: number }>} */
const known = new WeakMap();

/** @param {HTMLElement} node when it will be zero; told anew, it counts anew */
function endOf(node) {
  const left = node.dataset.countdownMs ?? "0";
  let found = known.get(node);
  if (!found || found.left !== left) {
    found = { left, end: performance.now() + Number(left) };
    known.set(node, found);
  }
  return found.end;
}

/** @param {number} seconds of more than a day nothing: a date says it */
function words(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return "";
  if (seconds < 60) return `${seconds} s`;
  const rest = `${Math.floor(seconds / 60) % 60}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

function show() {
  for (const node of all("[data-countdown-ms]")) {
    const left = words(Math.max(0, Math.ceil((endOf(node) - performance.now()) / 1000)));
    if (node.textContent !== left) node.textContent = left;
  }
}
show();
setInterval(show, 250);
document.addEventListener("htmx:wsAfterMessage", show);
