// Notices for somebody who looks elsewhere: the bell, a toast, and, where they allowed it, a
// notification of their device. The server brings the words; this only decides where they show.
import { hit, one } from "./dom.js";
import { toast } from "./toasts.js";

const KEY = "courtyard-notify"; // this device shows notifications
const TOLD = "courtyard-told"; // the newest notice that a tab in sight has shown
const ASLEEP = 60_000;

const bell = () => document.getElementById("bell");
let newest = Number(bell()?.dataset.newest ?? 0);
let sent = 0;
let hiddenSince = 0;

/** @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // without storage nothing is remembered, and nothing is shown twice
  }
}
/** @param {string} key @param {string | null} value */
function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // lasts as long as the page
  }
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
    if (number > sent) {
      sent = number;
      const how = { source: document.body, values: { url }, swap: "none" };
      window.htmx.ajax("POST", seenUrl, how).catch(() => {});
    }
    return;
  }
  if (number <= newest) return;
  newest = number;
  const way = openUrl.replace(/0\/$/, `${number}/`);
  if (document.hidden) {
    setTimeout(notify, 500, text, way, number);
    return;
  }
  keep(TOLD, String(number));
  toast(text, "", way);
}

// Only for somebody who asked for it, only out of sight, and not if another tab has said it.
const granted = () => "Notification" in window && Notification.permission === "granted";
const allowed = () => granted() && recall(KEY) === "on";
/** @param {string} text @param {string} way @param {number} number */
function notify(text, way, number) {
  if (!document.hidden || !allowed() || Number(recall(TOLD) ?? 0) >= number) return;
  try {
    const icon = "/static/favicons/icon-192.png";
    const note = new Notification("Courtyard", { body: text, tag: `notice-${number}`, icon });
    note.onclick = () => {
      window.focus();
      note.close();
      location.assign(way);
    };
  } catch {
    keep(KEY, null); // this browser shows them only through an installed app
  }
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

// ---- the page of notices: asking the browser, only when the reader presses the button ------------
const device = one("[data-notify]");
/** @param {string} selector @param {boolean} on */
function show(selector, on) {
  const part = device && one(selector, device);
  if (part) part.hidden = !on;
}
function showDevice() {
  const denied = Notification.permission === "denied";
  show("[data-notify-on]", !denied && !allowed());
  show("[data-notify-off]", allowed());
  show("[data-notify-denied]", denied);
}
if (device && "Notification" in window && isSecureContext) {
  device.hidden = false;
  showDevice();
  device.addEventListener("click", async (event) => {
    const wanted = hit(event, "[data-notify-on]");
    if (wanted && (await Notification.requestPermission()) === "granted") keep(KEY, "on");
    if (hit(event, "[data-notify-off]")) keep(KEY, null);
    showDevice();
  });
}
