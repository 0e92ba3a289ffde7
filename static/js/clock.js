// Countdown of deadlines: they are sent once; counting down happens here, from the moment they arrive.
import { all, one } from "./dom.js";
import { play } from "./sound.js";
import { say, word } from "./words.js";

const HURRY = 10;
const PATIENCE = 2500; // the server looks at its clocks once a second; only then is it worth a word
const SAID_AT = [30, 10, 5];

/** @type {{ end: number, total: number, mine: boolean, will: string } | null} */
let turn = null;
/** @type {Map<string, number>} */
let away = new Map(); // id → end
let ahead = 0; // how far the server's clock is ahead of this page's
let told = Number.POSITIVE_INFINITY; // the last second that was ticked or said

/**
 * Ends are told by the server's clock, and every message says how late it is there.
 * @param {number} now
 */
export function sync(now) {
  ahead = now - performance.now();
}
/** @param {string | undefined} end */
const here = (end) => Number(end) - ahead;
/** @param {number} end */
const left = (end) => Math.max(0, end - performance.now());

/** @param {number} ms */
function digits(ms) {
  const seconds = Math.ceil(ms / 1000);
  /** @param {number} n */
  const pad = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = pad(seconds % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${rest}`;
}

/**
 * The page as it stands now. A whole stage says itself how late it is.
 * @param {string} [html] the message; without one the page as it came
 */
export function read(html) {
  const stage = one("[data-now-ms]");
  if (stage && (html === undefined || html.includes("data-now-ms="))) {
    sync(Number(stage.dataset.nowMs));
  }
  const { endMs, totalMs, will = "" } = document.getElementById("meter")?.dataset ?? {};
  const mine = Boolean(document.querySelector("#status[data-mine]"));
  const end = here(endMs);
  turn = endMs === undefined ? null : { end, total: Number(totalMs) || 1, mine, will };
  told = turn ? Math.ceil(left(end) / 1000) : Number.POSITIVE_INFINITY;
  away = new Map(all("[data-away]").map((note) => [note.id, here(note.dataset.endMs)]));
  show();
}

function show() {
  showTurn();
  for (const [id, end] of away) {
    const note = document.getElementById(id);
    if (note) note.textContent = digits(left(end));
  }
}

function showTurn() {
  const meter = document.getElementById("meter");
  const bar = one("#meter-bar i");
  const text = document.getElementById("meter-digits");
  if (!meter || !bar || !text) return;
  meter.classList.toggle("off", !turn);
  tellWhatItWillPlay();
  if (!turn) {
    text.textContent = "";
    return;
  }
  const ms = left(turn.end);
  const seconds = Math.ceil(ms / 1000);
  const hurry = seconds <= HURRY;
  bar.style.setProperty("--left", String(Math.min(1, ms / turn.total)));
  meter.classList.toggle("late", hurry);
  const waits = performance.now() - turn.end > PATIENCE;
  const late = hurry && turn.mine ? `${word("late")} ` : "";
  text.textContent = waits ? word("timeUp") : late + digits(ms);
  if (turn.mine && seconds < told) {
    if (hurry && seconds > 0) play("tick");
    if (SAID_AT.includes(seconds)) say(word("secondsLeft", { n: seconds }));
    told = seconds;
  }
}

// Shortly before: what the clock will play for the player, in the place of the question.
function tellWhatItWillPlay() {
  const place = document.getElementById("clock-will");
  if (!place) return;
  const soon = turn?.mine && turn.will && left(turn.end) <= HURRY * 1000;
  const text = soon ? word("clockWill", { move: turn?.will }) : "";
  document.getElementById("status")?.classList.toggle("hurrying", text !== "");
  if (place.textContent === text) return;
  place.textContent = text;
  say(text);
}

setInterval(show, 250);
