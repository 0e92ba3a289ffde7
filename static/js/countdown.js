// Countdown until bots join: the server tells how much is left, counting down happens here.
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

function show() {
  for (const node of all("[data-countdown-ms]")) {
    const seconds = Math.max(0, Math.ceil((endOf(node) - performance.now()) / 1000));
    if (node.textContent !== `${seconds} s`) node.textContent = `${seconds} s`;
  }
}
show();
setInterval(show, 250);
document.addEventListener("htmx:wsAfterMessage", show);
