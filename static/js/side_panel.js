// What stands beside the table: moves and chat, the result sheet, the choices of the menu.
import { play } from "./sound.js";
import { game, speed } from "./words.js";

const aside = document.getElementById("side");
const fab = game.querySelector(".fab");

// ---- tabs and the phone's sheet -----------------------------------------------------------------
const tabs = [...aside.querySelectorAll("[role=tab]")];
let unread = 0;

const isDocked = () => getComputedStyle(fab).display === "none";
const isOpen = () => isDocked() || game.dataset.side === "open";
const chatIsSeen = () => isOpen() && !document.hidden && !document.getElementById("chat").hidden;
export const logIsSeen = () => isOpen() && !document.getElementById("moves").hidden;

function select(tab) {
  for (const other of tabs) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !on;
  }
  toEnd(true);
  count();
}

function open(on) {
  if (on) game.dataset.side = "open";
  else delete game.dataset.side;
  fab.setAttribute("aria-expanded", String(on));
  toEnd(true);
  count();
}

export function openChat() {
  open(true);
  select(tabs[1]);
  document.querySelector("#chat :is(input, textarea):not([type=hidden])")?.focus();
}

aside.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) select(tab);
});
aside.addEventListener("keydown", (event) => {
  const at = tabs.indexOf(event.target);
  if (at < 0 || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const next = tabs[(at + 1) % tabs.length];
  select(next);
  next.focus();
});
game.addEventListener("click", (event) => {
  const handle = event.target.closest("[data-side]:not(#game)");
  if (!handle) return;
  const on = handle.dataset.side === "open";
  open(on);
  if (on && unread) select(tabs[1]);
  (on ? tabs.find((tab) => tab.tabIndex === 0) : fab).focus({ preventScroll: true });
});

// ---- unread lines -------------------------------------------------------------------------------
function count() {
  if (chatIsSeen()) unread = 0;
  for (const badge of game.querySelectorAll("[data-unread]")) {
    badge.hidden = unread === 0;
    badge.textContent = unread > 9 ? "9+" : String(unread);
  }
}
// Any line that is added to a log inside #chat and is not one's own.
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (!target.closest("[role=log]")) continue;
    for (const node of addedNodes) {
      if (!(node instanceof Element) || node.hasAttribute("data-mine")) continue;
      if (!chatIsSeen()) unread += 1;
      play("chat", { quiet: true });
    }
  }
  toEnd();
  count();
}).observe(document.getElementById("chat"), { childList: true, subtree: true });
document.addEventListener("visibilitychange", count);

// ---- the log ------------------------------------------------------------------------------------
export function capLog(most) {
  const log = document.getElementById("log");
  while (log && log.children.length > most) log.firstElementChild.remove();
}

// The newest line is in sight, unless the reader has scrolled back.
function toEnd(anyway = false) {
  for (const panel of aside.querySelectorAll(".side-panel")) {
    for (const box of [panel, ...panel.querySelectorAll("[role=log]")]) {
      if (anyway || box.scrollHeight - box.scrollTop - box.clientHeight < 160) box.scrollTop = box.scrollHeight;
    }
  }
}

// ---- the result sheet ---------------------------------------------------------------------------
const sheet = () => document.getElementById("sheet");
let shown = "";

// Two sheets differ when their kind, their round or what they count differs.
function sheetName() {
  const node = sheet();
  if (!node?.dataset.kind) return "";
  return [node.dataset.kind, node.dataset.round, node.querySelector(".tally")?.textContent ?? ""].join("|");
}

function openSheet(on) {
  if (on) game.dataset.sheet = "open";
  else delete game.dataset.sheet;
  if (on && sheet()?.dataset.won) celebrate();
}

game.addEventListener("click", (event) => {
  const handle = event.target.closest("[data-sheet]:not(#game)");
  if (!handle) return;
  const on = handle.dataset.sheet === "open";
  openSheet(on);
  (on ? sheet() : document.getElementById("sheet-open"))?.focus({ preventScroll: true });
});

// Esc closes what lies on top; true when there was something.
export function closeTop() {
  if (game.dataset.sheet === "open") {
    openSheet(false);
    document.getElementById("sheet-open")?.focus({ preventScroll: true });
    return true;
  }
  if (game.dataset.side === "open" && !isDocked()) {
    open(false);
    fab.focus();
    return true;
  }
  return false;
}

// A win is a handful of stars, once.
let celebrated = false;
function celebrate() {
  if (celebrated) return;
  celebrated = true;
  play("win");
  const pace = speed();
  if (pace === 0) return;
  const box = sheet().getBoundingClientRect();
  const air = document.querySelector(".air");
  for (let i = 0; i < 22; i++) {
    const star = document.createElement("i");
    star.className = `star star-${i % 3}`;
    star.style.left = `${box.left + box.width / 2}px`;
    star.style.top = `${box.top + 40}px`;
    air.append(star);
    const angle = (i / 22) * 2 * Math.PI;
    const reach = 90 + (i % 5) * 38;
    const x = Math.cos(angle) * reach;
    const y = Math.sin(angle) * reach * 0.7;
    star
      .animate(
        [
          { transform: "translate(-50%,-50%) scale(.2)", opacity: 1 },
          { transform: `translate(calc(-50% + ${x}px),calc(-50% + ${y}px)) rotate(140deg) scale(1)`, opacity: 1, offset: 0.6 },
          { transform: `translate(calc(-50% + ${x * 1.1}px),calc(-50% + ${y + 90}px)) rotate(220deg) scale(.7)`, opacity: 0 },
        ],
        { duration: 1300 * pace, easing: "cubic-bezier(.2,.8,.3,1)", fill: "forwards" },
      )
      .finished.then(() => star.remove(), () => star.remove());
  }
}

// ---- the choices of the menu, kept in this browser ----------------------------------------------
const PLACES = { confirm: game, speed: document.documentElement };

function recall(name) {
  try {
    return localStorage.getItem(`courtyard-${name}`);
  } catch {
    return null;
  }
}
for (const choice of game.querySelectorAll("[data-pref]")) {
  const name = choice.dataset.pref;
  const place = PLACES[name];
  const kept = recall(name);
  if (kept) place.dataset[name] = kept;
  choice.value = place.dataset[name] ?? choice.options[0].value;
  choice.addEventListener("change", () => {
    place.dataset[name] = choice.value;
    try {
      localStorage.setItem(`courtyard-${name}`, choice.value);
    } catch {
      // without storage the choice lasts as long as the page
    }
  });
}

// The dialog that asks before giving up goes when the answer is there.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.matches?.("[data-resign]")) event.target.closest("dialog")?.close();
});

export function start() {
  shown = sheetName();
  celebrated = sheet()?.dataset.kind === "result"; // not again on every visit
  if (sheet()?.dataset.kind === "result") openSheet(true);
  toEnd(true);
}

export function after() {
  const name = sheetName();
  if (!name) celebrated = false; // another match, another win
  if (name !== shown) openSheet(name !== "");
  shown = name;
  toEnd();
}
