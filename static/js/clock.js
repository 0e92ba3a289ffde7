// Deadlines are sent once; counting down happens here, from the moment they arrive.
import { play } from "./sound.js";
import { say, word } from "./words.js";

const HURRY = 10;
const PATIENCE = 2500; // the server looks at its clocks once a second; only then is it worth a word
const SAID_AT = [30, 10, 5];

let turn = null; // { end, total, mine }
let away = new Map(); // id → end
let told = Infinity; // the last second that was ticked or said

const left = (end) => Math.max(0, end - performance.now());

export function digits(ms) {
  const seconds = Math.ceil(ms / 1000);
  const pad = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = pad(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${rest}`;
}

// Only what this message brought is read: an old number would start its time anew.
export function read(html = null) {
  const now = performance.now();
  if (html === null || html.includes('id="status"')) {
    const meter = document.getElementById("meter");
    const ms = meter?.dataset.leftMs;
    turn = ms === undefined ? null : {
      end: now + Number(ms),
      total: Number(meter.dataset.totalMs) || 1,
      mine: Boolean(document.querySelector("#status[data-mine]")),
    };
    told = turn ? Math.ceil(Number(ms) / 1000) : Infinity;
  }
  if (html === null || html.includes('id="seats"')) {
    away = new Map(
      [...document.querySelectorAll("[data-away]")].map((note) => [note.id, now + Number(note.dataset.leftMs)]),
    );
  }
  show();
}

function show() {
  const bar = document.querySelector("#meter-bar i");
  const text = document.getElementById("meter-digits");
  const meter = document.getElementById("meter");
  if (bar && text) {
    meter.classList.toggle("off", !turn);
    if (!turn) {
      text.textContent = "";
    } else {
      const ms = left(turn.end);
      const seconds = Math.ceil(ms / 1000);
      bar.style.setProperty("--left", String(Math.min(1, ms / turn.total)));
      meter.classList.toggle("late", seconds <= HURRY);
      text.textContent =
        performance.now() - turn.end > PATIENCE ? word("timeUp")
        : seconds <= HURRY && turn.mine ? `${word("late")} ${digits(ms)}`
        : digits(ms);
      if (turn.mine && seconds < told) {
        if (seconds <= HURRY && seconds > 0) play("tick");
        if (SAID_AT.includes(seconds)) say(word("secondsLeft", { n: seconds }));
        told = seconds;
      }
    }
  }
  for (const [id, end] of away) {
    const note = document.getElementById(id);
    if (note) note.textContent = digits(left(end));
  }
}

setInterval(show, 250);
