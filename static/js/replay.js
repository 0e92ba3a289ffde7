// A match that is over, step by step: slider, keys, play and pause. The server draws every step
// with the table's own partials; this page asks for them, a little ahead, and puts them in place.
import { fit } from "./fit.js";
import * as flip from "./flip.js";
import { play as sound } from "./sound.js";
import { game, say, toast, word } from "./words.js";

const PACE = 1500; // milliseconds for a step at speed 1
const AHEAD = 3;
const KEPT = 300;

const find = (id) => document.getElementById(id);
const slider = find("slider");
const button = find("play");
const eyes = find("eyes");
const pace = find("pace");
const last = Number(slider.max);
const here = { step: Number(slider.value), as: eyes.value };
const rtl = document.documentElement.dir === "rtl";

// ---- fetching -------------------------------------------------------------------------------------
const steps = new Map(); // "as/step" → promise of html
function fetchStep(step, as = here.as) {
  const name = `${as}/${step}`;
  if (!steps.has(name)) {
    const asked = fetch(`${game.dataset.replay}step/${step}/?as=${as}`).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    asked.catch(() => steps.delete(name));
    steps.set(name, asked);
    if (steps.size > KEPT) steps.delete(steps.keys().next().value);
  }
  return steps.get(name);
}
const ahead = (step) => {
  for (let i = 1; i <= AHEAD && step + i <= last; i++) fetchStep(step + i);
};

// ---- showing --------------------------------------------------------------------------------------
let wanted = here.step;
let busy = false;

// Only the newest wish is shown: a slider that is dragged asks for more than anybody can see.
export async function go(step) {
  wanted = Math.max(0, Math.min(last, step));
  slider.value = String(wanted);
  tell();
  if (busy) return;
  busy = true;
  try {
    while (wanted !== here.step) {
      const next = wanted;
      const html = await fetchStep(next);
      if (next === wanted) put(html, next);
    }
    ahead(here.step);
  } catch {
    pause();
    wanted = here.step;
    slider.value = String(wanted);
    toast(word("failed"), "bad");
  } finally {
    busy = false;
    tell();
  }
}

function put(html, step) {
  const forward = step === here.step + 1;
  const near = Math.abs(step - here.step) === 1;
  const flight = near ? flip.measure() : null;
  // A jump shows its end: nothing is rolled or dealt again on the way.
  const text = forward ? html : html.replace('id="board"', 'id="board" data-full="1"');
  window.Idiomorph.morph(find("film"), text, { morphStyle: "outerHTML" });
  here.step = step;
  after(flight, forward);
}

function after(flight, forward) {
  fit();
  flip.run(flight, { deal: forward });
  mark();
  history.replaceState(null, "", `?step=${here.step}&as=${here.as}`);
  const link = new URL(location.href);
  const moment = `${game.dataset.origin || link.origin}${link.pathname}${link.search}`;
  find("moment").value = moment;
  document.querySelector("#share [data-share]")?.setAttribute("data-share", moment);
  const told = [...document.querySelectorAll("#told > span")];
  if (forward) {
    const heard = told.map((line) => line.dataset.sound).filter(Boolean).pop();
    if (heard) sound(heard, { quiet: true });
  }
  say(told.map((line) => line.textContent.trim()).join(" ") || find("counter").textContent);
  if (!find("sheet")?.dataset.kind) delete game.dataset.sheet;
  else if (forward && here.step === last) game.dataset.sheet = "open";
  // Games that follow the socket's messages follow these steps as well.
  dispatchEvent(new CustomEvent("htmx:oobAfterSwap"));
}

// What the bar says, at once, before the step is there.
function tell() {
  const counter = find("counter");
  counter.firstElementChild.textContent = String(wanted);
  slider.setAttribute("aria-valuetext", word("step", { step: wanted, last }));
  for (const [id, step, end] of [["back", wanted - 1, wanted === 0], ["on", wanted + 1, wanted === last]]) {
    const link = find(id);
    link.href = `?step=${Math.max(0, Math.min(last, step))}&as=${here.as}`;
    link.toggleAttribute("aria-disabled", end);
  }
}

// The line of this step, and those that are still to come.
function mark() {
  let current = null;
  for (const line of document.querySelectorAll("#log > li")) {
    const step = Number(line.dataset.step);
    line.classList.toggle("later", step > here.step);
    const link = line.firstElementChild;
    if (step === here.step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    if (step <= here.step) current = line;
  }
  const panel = find("moves");
  if (current) {
    const top = current.offsetTop - panel.offsetTop;
    if (top < panel.scrollTop + 40 || top > panel.scrollTop + panel.clientHeight - 80) {
      panel.scrollTop = top - panel.clientHeight / 2;
    }
  }
}

// ---- whose eyes -----------------------------------------------------------------------------------
async function look(as) {
  pause();
  try {
    const answer = await fetch(`${game.dataset.replay}?step=${wanted}&as=${as}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    here.as = as;
    here.step = wanted;
    window.Idiomorph.morph(find("film"), page.getElementById("film").outerHTML, { morphStyle: "outerHTML" });
    find("log").replaceWith(page.getElementById("log"));
    tell();
    after(null, false);
  } catch {
    eyes.value = here.as;
    toast(word("failed"), "bad");
  }
}
eyes.addEventListener("change", () => look(eyes.value));

// ---- play and pause -------------------------------------------------------------------------------
let timer = 0;
const isPlaying = () => button.getAttribute("aria-pressed") === "true";

function press(on) {
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", word(on ? "pause" : "play"));
  clearTimeout(timer);
}
function pause() {
  press(false);
}
function start() {
  press(true);
  delete game.dataset.sheet;
  const from = here.step === last ? 0 : here.step;
  if (from !== here.step) go(from);
  beat();
}
function beat() {
  timer = setTimeout(async () => {
    if (!isPlaying()) return;
    await go(here.step + 1);
    if (here.step >= last) pause();
    else if (isPlaying()) beat();
  }, PACE / Number(pace.value));
}
button.disabled = false;
button.addEventListener("click", () => (isPlaying() ? pause() : start()));
document.addEventListener("visibilitychange", () => document.hidden && pause());
pace.addEventListener("change", () => {
  if (isPlaying()) start();
});

// ---- hands ----------------------------------------------------------------------------------------
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
function walk(by) {
  pause();
  go(wanted + by);
}
for (const [id, by] of [["back", -1], ["on", 1]]) {
  find(id).addEventListener("click", (event) => {
    event.preventDefault();
    walk(by);
  });
}
find("player").addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", (event) => {
  const jump = event.target.closest?.("#log a");
  if (jump && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    pause();
    go(Number(jump.parentElement.dataset.step));
  }
  const handle = event.target.closest?.("[data-side], [data-sheet]");
  if (!handle || handle === game) return;
  const name = handle.dataset.side ? "side" : "sheet";
  const on = handle.dataset[name] === "open";
  open(name, on);
  if (name === "sheet") (on ? find("sheet") : find("sheet-open"))?.focus({ preventScroll: true });
});
function open(name, on) {
  if (on) game.dataset[name] = "open";
  else delete game.dataset[name];
  if (name === "side") document.querySelector(".film-moves").setAttribute("aria-expanded", String(on));
  if (on) mark();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  if (key === "Escape") {
    if (game.dataset.sheet) open("sheet", false);
    else open("side", false);
    return;
  }
  if (target.matches?.("select, textarea, input:not(#slider)")) return;
  const doing = {
    [rtl ? "ArrowLeft" : "ArrowRight"]: () => walk(1),
    [rtl ? "ArrowRight" : "ArrowLeft"]: () => walk(-1),
    Home: () => walk(-last),
    End: () => walk(last),
    " ": () => button.click(),
    "+": () => faster(1),
    "-": () => faster(-1),
    v: () => {
      eyes.selectedIndex = (eyes.selectedIndex + 1) % eyes.options.length;
      look(eyes.value);
    },
    "?": () => find("keys").showModal(),
  }[key];
  // A button does with Space what it always does.
  if (!doing || (key === " " && target.closest?.("button, summary"))) return;
  event.preventDefault();
  doing();
});
function faster(by) {
  pace.selectedIndex = Math.max(0, Math.min(pace.options.length - 1, pace.selectedIndex + by));
  pace.dispatchEvent(new Event("change"));
}

// ---- as the page came -----------------------------------------------------------------------------
fit();
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
mark();
tell();
ahead(here.step);
