// Result sheet of a table: the end of a round or a match, opened by itself and closed by the reader.
import { hit, one, speed, spoken } from "./dom.js";
import { MOMENT } from "./lock.js";
import { play } from "./sound.js";
import { game, say } from "./words.js";

const STARS = 22;

const sheet = () => document.getElementById("sheet");
let shown = "";

// A sheet belongs to one finished round, or to the end of the match, whatever it tells of that later.
function sheetName() {
  const { kind = "", round = "" } = sheet()?.dataset ?? {};
  return kind && `${kind} ${round}`;
}

/** @param {boolean} on */
function open(on) {
  delete game.dataset.unfolding;
  if (on) game.dataset.sheet = "open";
  else delete game.dataset.sheet;
  if (on && sheet()?.dataset.won) celebrate();
}

// The last hands of a match lie open alone; its result is told when they were seen. False: there are none.
export function layOpen() {
  if (sheet()?.dataset.kind !== "result" || !isNew()) return false;
  game.dataset.sheet = "open";
  game.dataset.unfolding = "";
  return true;
}

export const isUnfolding = () => "unfolding" in game.dataset;

export function fold() {
  if (isUnfolding()) open(false);
}

// A finger that meant what lay there before presses nothing on it for a moment.
function comeByItself() {
  game.dataset.comes = "";
  setTimeout(() => delete game.dataset.comes, MOMENT);
}

game.addEventListener("click", (event) => {
  const handle = hit(event, "[data-sheet]:not(#game)");
  if (!handle) return;
  const on = handle.dataset.sheet === "open";
  open(on);
  (on ? sheet() : document.getElementById("sheet-open"))?.focus({ preventScroll: true });
});

// True when there was something to close.
export function close() {
  if (game.dataset.sheet !== "open") return false;
  open(false);
  document.getElementById("sheet-open")?.focus({ preventScroll: true });
  return true;
}

// The next round is there: what was not opened yet is opened by the reader alone.
export function pass() {
  shown = sheetName();
  close();
}

// A win is a handful of stars, once.
let celebrated = false;
function celebrate() {
  if (celebrated) return;
  celebrated = true;
  play("win");
  const pace = speed();
  const box = sheet()?.getBoundingClientRect();
  if (pace === 0 || !box) return;
  for (let i = 0; i < STARS; i++) {
    const star = document.createElement("i");
    star.className = `star star-${i % 3}`;
    star.style.left = `${box.left + box.width / 2}px`;
    star.style.top = `${box.top + 40}px`;
    one(".air")?.append(star);
    const angle = (i / STARS) * 2 * Math.PI;
    const reach = 90 + (i % 5) * 38;
    const x = Math.cos(angle) * reach;
    const y = Math.sin(angle) * reach * 0.7;
    const out = `translate(calc(-50% + ${x}px),calc(-50% + ${y}px))`;
    const down = `translate(calc(-50% + ${x * 1.1}px),calc(-50% + ${y + 90}px))`;
    const path = [
      { transform: "translate(-50%,-50%) scale(.2)", opacity: 1 },
      { transform: `${out} rotate(140deg) scale(1)`, opacity: 1, offset: 0.6 },
      { transform: `${down} rotate(220deg) scale(.7)`, opacity: 0 },
    ];
    const gone = () => star.remove();
    star
      .animate(path, {
        duration: 1300 * pace,
        easing: "cubic-bezier(.2,.8,.3,1)",
        fill: "forwards",
      })
      .finished.then(gone, gone);
  }
}

export function start() {
  shown = sheetName();
  celebrated = sheet()?.dataset.kind === "result"; // not again on every visit
  if (celebrated) open(true);
}

// A sheet has come that the reader was not shown yet.
export const isNew = () => sheetName() !== "" && sheetName() !== shown;

export function after() {
  const name = sheetName();
  if (!name) celebrated = false; // another match, another win
  if (name !== shown) {
    open(name !== "");
    if (name) comeByItself();
    if (sheet()?.dataset.lost) play("lose");
    if (name) say(spoken(document.getElementById("sheet-title")));
  }
  shown = name;
}

// The dialog that asks before giving up goes when the answer is there.
document.addEventListener("htmx:afterRequest", ({ target }) => {
  if (target.matches("[data-resign]")) target.closest("dialog")?.close();
});
