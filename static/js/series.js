// A series' page: its socket brings the one region anew, who is called is led.
import { hit } from "./dom.js";
import { open } from "./live_socket.js";
import "./countdown.js";
import "./morph.js";
import "./refused.js";

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

lead();
document.addEventListener("htmx:wsAfterMessage", lead);
addEventListener("pageshow", (event) => event.persisted && location.reload());
window.htmx.createWebSocket = (url) => open(url);
