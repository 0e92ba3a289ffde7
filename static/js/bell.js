// Notices for somebody who looks elsewhere on the site: the bell and a toast. The server brings the
// words; this decides where they show, and says so: what a page in sight shows is sent to no device.
import "./push.js";
import { toast } from "./toasts.js";

const TOLD = "courtyard-told"; // the newest notice that a tab in sight has shown
const ASLEEP = 60_000;

const bell = () => document.getElementById("bell");
let newest = Number(bell()?.dataset.newest ?? 0);
let sent = 0;
let hiddenSince = 0;

/**
 * The server hears once that a notice was in sight, whichever tab showed it.
 * @param {number} number
 * @param {string} seenUrl
 * @param {{url: string} | {newest: number}} values
 */
function tell(number, seenUrl, values) {
  if (number <= sent || document.hidden) return;
  sent = number;
  const how = { source: document.body, values, swap: "none" };
  window.htmx.ajax("POST", seenUrl, how).catch(() => {});
}
/** @param {number} number */
function firstHere(number) {
  try {
    if (Number(localStorage.getItem(TOLD) ?? 0) >= number) return false;
    localStorage.setItem(TOLD, String(number));
  } catch {
    // without storage every page says it
  }
  return true;
}

/**
 * A notice about the page that the reader looks at needs no bell.
 * @param {string} url
 */
function isHere(url) {
  return url !== "" && !document.hidden && url.split("#")[0] === location.pathname;
}

function look() {
  const node = bell();
  if (!node) return;
  const { text = "", url = "", openUrl = "", seenUrl = "" } = node.dataset;
  const number = Number(node.dataset.newest);
  if (number && isHere(url)) {
    node.querySelector(".badge")?.remove();
    newest = Math.max(newest, number);
    tell(number, seenUrl, { url });
    return;
  }
  if (!document.hidden && firstHere(number)) tell(number, seenUrl, { newest: number });
  if (number <= newest) return;
  newest = number;
  if (!document.hidden) toast(text, "", openUrl.replace(/0\/$/, `${number}/`));
}

// A page that slept may have missed something.
function ask() {
  const url = bell()?.dataset.bellUrl;
  if (!url) return;
  window.htmx.ajax("GET", url, { target: "#bell", swap: "outerHTML" }).then(look, () => {});
}

document.addEventListener("htmx:wsAfterMessage", look);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenSince = performance.now();
    return;
  }
  if (performance.now() - hiddenSince > ASLEEP) ask();
  else look();
});
addEventListener("pageshow", (event) => event.persisted && ask());
look();
