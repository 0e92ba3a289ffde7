// What the reader is told while they look elsewhere: the bell, a toast, and, where they allowed it,
// a notification of their device. The server brings the words; this only decides where they show.
const KEY = "courtyard-notify"; // this device shows notifications
const TOLD = "courtyard-told"; // the newest notice that a tab in sight has shown
const ASLEEP = 60_000;

const bell = () => document.getElementById("bell");
let newest = Number(bell()?.dataset.newest ?? 0);
let sent = 0;
let hiddenSince = 0;

function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // without storage nothing is remembered, and nothing is shown twice
  }
}
function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // lasts as long as the page
  }
}

// A notice about the page that the reader looks at needs no bell.
function isHere(url) {
  return Boolean(url) && !document.hidden && url.split("#")[0] === location.pathname;
}

function look() {
  const node = bell();
  if (!node) return;
  const { text, url, openUrl, seenUrl } = node.dataset;
  const number = Number(node.dataset.newest);
  if (number && isHere(url)) {
    node.querySelector(".badge")?.remove();
    newest = Math.max(newest, number);
    if (number > sent) {
      sent = number;
      window.htmx.ajax("POST", seenUrl, { source: document.body, values: { url }, swap: "none" }).catch(() => {});
    }
    return;
  }
  if (number <= newest) return;
  newest = number;
  const way = openUrl.replace(/0\/$/, `${number}/`);
  if (document.hidden) return setTimeout(notify, 500, text, way, number);
  keep(TOLD, String(number));
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, url: way } }));
}

// Only for somebody who asked for it, only out of sight, and not if another tab has said it.
const allowed = () => "Notification" in window && Notification.permission === "granted" && recall(KEY) === "on";
function notify(text, way, number) {
  if (!document.hidden || !allowed() || Number(recall(TOLD) ?? 0) >= number) return;
  try {
    const note = new Notification("Courtyard", { body: text, tag: `notice-${number}`, icon: "/static/favicons/icon-192.png" });
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
  if (bell()) window.htmx.ajax("GET", bell().dataset.bellUrl, { target: "#bell", swap: "outerHTML" }).then(look, () => {});
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
const device = document.querySelector("[data-notify]");
function show() {
  const denied = Notification.permission === "denied";
  device.querySelector("[data-notify-on]").hidden = denied || allowed();
  device.querySelector("[data-notify-off]").hidden = !allowed();
  device.querySelector("[data-notify-denied]").hidden = !denied;
}
if (device && "Notification" in window && isSecureContext) {
  device.hidden = false;
  show();
  device.addEventListener("click", async (event) => {
    if (event.target.closest("[data-notify-on]") && (await Notification.requestPermission()) === "granted") keep(KEY, "on");
    if (event.target.closest("[data-notify-off]")) keep(KEY, null);
    show();
  });
}
