// A series' page: its socket brings the one region anew, its clock counts down, who is called is led.
import { all, hit } from "./dom.js";
import { open } from "./live_socket.js";
import "./morph.js";
import "./refused.js";

/** @type {WeakMap<HTMLElement, { left: string, end: number }>} */
const known = new WeakMap();

/** @param {HTMLElement} node when it will be zero; told anew, it counts anew */
function endOf(node) {
  const left = node.dataset.leftMs ?? "0";
  let found = known.get(node);
  if (!found || found.left !== left) {
    found = { left, end: performance.now() + Number(left) };
    known.set(node, found);
  }
  return found.end;
}

/** @param {number} seconds of more than a day nothing: the date says it */
function words(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return "";
  const rest = `${Math.floor(seconds / 60) % 60}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

function show() {
  for (const node of all("[data-left-ms]")) {
    const left = words(Math.max(0, Math.ceil((endOf(node) - performance.now()) / 1000)));
    if (node.textContent !== left) node.textContent = left;
  }
}

// ---- to the table -------------------------------------------------------------------------------
// Who is called is taken there, once for each table: who comes back to look at the standings stays.
const LEAD_MS = 2500;
let leading = "";
let timer = 0;

/** @param {string} table */
const wasLed = (table) => sessionStorage.getItem("led") === table;

function lead() {
  const notice = document.getElementById("lead");
  const table = notice?.dataset.lead ?? "";
  if (table !== leading) {
    clearTimeout(timer);
    leading = table;
    if (table && !wasLed(table)) timer = setTimeout(() => go(table), LEAD_MS);
  }
  if (notice) notice.hidden = wasLed(table);
}

/** @param {string} table whoever is just asked something answers first */
function go(table) {
  if (document.querySelector("dialog[open]")) {
    timer = setTimeout(() => go(table), 1000);
    return;
  }
  sessionStorage.setItem("led", table);
  location.assign(table);
}

document.addEventListener("click", (event) => {
  if (!hit(event, "[data-stay]")) return;
  clearTimeout(timer);
  sessionStorage.setItem("led", leading);
  lead();
});

function refresh() {
  show();
  lead();
}

refresh();
setInterval(show, 250);
document.addEventListener("htmx:wsAfterMessage", refresh);
addEventListener("pageshow", (event) => event.persisted && location.reload());
window.htmx.createWebSocket = (url) => open(url);
