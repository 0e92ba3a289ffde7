// Side panel of a table: tabs for moves and chat, unread lines; on a phone it is a sheet.
import { all, hit, need } from "./dom.js";
import { play } from "./sound.js";
import { game } from "./words.js";

const LOG_LINES = 400; // what goes at the top makes the rest jump

const aside = need("side", HTMLElement);
const chat = need("chat", HTMLElement);
const moves = need("moves", HTMLElement);
const tabs = all("[role=tab]", aside);
/** @type {HTMLElement} */
const fab = all(".fab", game)[0];
let unread = 0;

// ---- tabs and the phone's sheet -----------------------------------------------------------------
const isDocked = () => getComputedStyle(fab).display === "none";
const isOpen = () => isDocked() || game.dataset.side === "open";
const chatIsSeen = () => isOpen() && !document.hidden && !chat.hidden;
export const logIsSeen = () => isOpen() && !moves.hidden;

/** @param {HTMLElement} tab */
function select(tab) {
  for (const other of tabs) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    need(other.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !on;
  }
  toEnd(true);
  count();
}

/** @param {boolean} on */
function open(on) {
  if (on) game.dataset.side = "open";
  else delete game.dataset.side;
  fab.setAttribute("aria-expanded", String(on));
  toEnd(true);
  count();
}

export function openChat() {
  if (tabs.length < 2) return; // nobody is there to talk to
  open(true);
  select(tabs[1]);
  all(":is(input, textarea):not([type=hidden])", chat)[0]?.focus();
}

// True when there was something to close.
export function close() {
  if (game.dataset.side !== "open" || isDocked()) return false;
  open(false);
  fab.focus();
  return true;
}

aside.addEventListener("click", (event) => {
  const tab = hit(event, "[role=tab]");
  if (tab) select(tab);
});
aside.addEventListener("keydown", (event) => {
  const tab = hit(event, "[role=tab]");
  if (!tab || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const next = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
  select(next);
  next.focus();
});
game.addEventListener("click", (event) => {
  const handle = hit(event, "[data-side]:not(#game)");
  if (!handle) return;
  const on = handle.dataset.side === "open";
  open(on);
  if (on && unread) select(tabs[1]);
  (on ? tabs.find((tab) => tab.tabIndex === 0) : fab)?.focus({ preventScroll: true });
});

// ---- what is written is never covered: the panel stands on the keyboard of the screen --------------
function aboveKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
  aside.style.setProperty("--keyboard", `${Math.round(covered)}px`);
}
for (const kind of ["resize", "scroll"]) {
  window.visualViewport?.addEventListener(kind, aboveKeyboard);
}

// ---- unread lines -------------------------------------------------------------------------------
function count() {
  if (chatIsSeen()) unread = 0;
  for (const badge of all("[data-unread]", game)) {
    badge.hidden = unread === 0;
    badge.textContent = unread > 9 ? "9+" : String(unread);
  }
}
// Any line that is added to a log inside #chat and is not one's own.
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (!(target instanceof Element && target.closest(".log"))) continue;
    for (const node of addedNodes) {
      if (!(node instanceof Element) || node.hasAttribute("data-mine")) continue;
      if (!chatIsSeen()) unread += 1;
      play("chat", { quiet: true });
    }
  }
  toEnd();
  count();
}).observe(chat, { childList: true, subtree: true });
document.addEventListener("visibilitychange", count);

// ---- the log ------------------------------------------------------------------------------------
export function capLog() {
  const log = document.getElementById("log");
  while (log && log.children.length > LOG_LINES) log.firstElementChild?.remove();
}

// The newest line is in sight, unless the reader has scrolled back.
export function toEnd(anyway = false) {
  for (const box of all(".side-panel, .side-panel [role=log]", aside)) {
    const far = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (anyway || far < 160) box.scrollTop = box.scrollHeight;
  }
}
