// Turn alert: "it is your turn", told where a player looks who is looking elsewhere: title, tab icon, a sound.
import { one } from "./dom.js";
import { play } from "./sound.js";
import { word } from "./words.js";

const PATIENCE = 10_000;

/** @type {HTMLLinkElement | null} */
const icon = document.querySelector("link[data-favicon]");
const plain = { title: document.title, icon: icon?.href ?? "" };
let mine = false;
let reminder = 0;
/** @type {WakeLockSentinel | null} */
let lock = null;

export const isMine = () => Boolean(document.querySelector("#status[data-mine]"));
const isRunning = () => document.getElementById("board")?.dataset.status === "running";

function show() {
  document.title = mine ? `● ${word("yourTurn")} — ${plain.title.split(" · ")[0]}` : plain.title;
  if (icon) icon.href = mine ? (icon.dataset.turn ?? "") : plain.icon;
}

export function start() {
  mine = isMine();
  show();
  stayAwake();
}

// True when the turn has just come to this player.
export function after() {
  const was = mine;
  mine = isMine();
  const came = mine && !was;
  if (mine !== was) {
    show();
    clearTimeout(reminder);
    // Once, and only for somebody who seems to be away.
    if (came && document.hidden) play("turn");
    else if (came) reminder = setTimeout(() => mine && play("turn"), PATIENCE);
  }
  stayAwake();
  return came;
}

for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => clearTimeout(reminder), { passive: true });
}

// The screen stays on while a match runs and the page is looked at.
async function stayAwake() {
  const sits = one("#hand[data-move]") !== null;
  const wanted = isRunning() && sits && document.visibilityState === "visible";
  try {
    if (wanted && !lock) {
      lock = (await navigator.wakeLock?.request("screen")) ?? null;
      lock?.addEventListener("release", () => {
        lock = null;
      });
    } else if (!wanted && lock) {
      await lock.release();
    }
  } catch {
    lock = null; // a low battery may refuse; the match goes on
  }
}
document.addEventListener("visibilitychange", stayAwake);
