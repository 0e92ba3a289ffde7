// Replay of a match that is over, step by step: slider, keys, play and pause. The server draws every step
// with the table's own partials; this page asks for them, a little ahead, and puts them in place.
import { all, hit, need, one } from "./dom.js";
import { fit } from "./fit.js";
import * as flip from "./flip.js";
import "./morph.js";
import { play as sound } from "./sound.js";
import { toast } from "./toasts.js";
import { game, say, word } from "./words.js";

const PACE = 1500; // milliseconds for a step at speed 1
const AHEAD = 3;
const KEPT = 300;

const slider = need("slider", HTMLInputElement);
const button = need("play", HTMLButtonElement);
const eyes = need("eyes", HTMLSelectElement);
const pace = need("pace", HTMLSelectElement);
const panel = need("moves", HTMLElement);
const last = Number(slider.max);
const here = { step: Number(slider.value), as: eyes.value };
const rtl = document.documentElement.dir === "rtl";

// ---- fetching -------------------------------------------------------------------------------------
/** @type {Map<string, Promise<string>>} */
const steps = new Map(); // "as/step" → promise of html

/** @param {string} path */
async function fetchText(path) {
  const answer = await fetch(`${game.dataset.replay}${path}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}
/** @param {number} step */
function fetchStep(step) {
  const name = `${here.as}/${step}`;
  const known = steps.get(name);
  if (known) return known;
  const asked = fetchText(`step/${step}/?as=${here.as}`);
  asked.catch(() => steps.delete(name));
  steps.set(name, asked);
  const [oldest] = steps.keys();
  if (steps.size > KEPT) steps.delete(oldest);
  return asked;
}
function fetchAhead() {
  for (let step = here.step + 1; step <= Math.min(here.step + AHEAD, last); step++) fetchStep(step);
}

// ---- showing --------------------------------------------------------------------------------------
let wanted = here.step;
let busy = false;

/** @param {number} step */
const within = (step) => Math.max(0, Math.min(last, step));

/**
 * Only the newest wish is shown: a slider that is dragged asks for more than anybody can see.
 * @param {number} step
 */
async function go(step) {
  wanted = within(step);
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
    fetchAhead();
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

/** @param {string} html @param {number} step */
function put(html, step) {
  const forward = step === here.step + 1;
  const near = Math.abs(step - here.step) === 1;
  const flight = near ? flip.measure() : null;
  // A jump shows its end: nothing is rolled or dealt again on the way.
  const text = forward ? html : html.replace('id="board"', 'id="board" data-full="1"');
  window.Idiomorph.morph(need("film", HTMLElement), text, { morphStyle: "outerHTML" });
  here.step = step;
  after(flight, forward);
}

/** @param {flip.Snapshot | null} flight @param {boolean} forward */
function after(flight, forward) {
  flip.settle(flight);
  fit();
  flip.run(flight, { deal: forward });
  mark();
  history.replaceState(null, "", `?step=${here.step}&as=${here.as}`);
  const link = new URL(location.href);
  const moment = `${game.dataset.origin || link.origin}${link.pathname}${link.search}`;
  need("moment", HTMLInputElement).value = moment;
  document.querySelector("#share [data-share]")?.setAttribute("data-share", moment);
  const told = all("#told > span");
  const heard = told.flatMap((line) => line.dataset.sound || []).pop();
  if (forward && heard) sound(heard, { quiet: true });
  const sentence = told.map((line) => line.textContent.trim()).join(" ");
  say(sentence || need("counter", HTMLElement).textContent);
  if (!document.getElementById("sheet")?.dataset.kind) delete game.dataset.sheet;
  else if (forward && here.step === last) game.dataset.sheet = "open";
  // Games that follow the socket's messages follow these steps as well.
  dispatchEvent(new CustomEvent("htmx:oobAfterSwap"));
}

// What the bar says, at once, before the step is there.
function tell() {
  const counter = one("#counter > b");
  if (counter) counter.textContent = String(wanted);
  slider.setAttribute("aria-valuetext", word("step", { step: wanted, last }));
  point("back", wanted - 1);
  point("on", wanted + 1);
}
/** @param {"back" | "on"} id @param {number} step */
function point(id, step) {
  const link = need(id, HTMLAnchorElement);
  link.href = `?step=${within(step)}&as=${here.as}`;
  link.toggleAttribute("aria-disabled", step !== within(step));
}

// The line of this step, and those that are still to come.
function mark() {
  const lines = all("#log > li");
  for (const line of lines) {
    const step = Number(line.dataset.step);
    line.classList.toggle("later", step > here.step);
    const link = line.firstElementChild;
    if (step === here.step) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
  }
  const current = lines.filter((line) => Number(line.dataset.step) <= here.step).pop();
  if (!current) return;
  const top = current.offsetTop - panel.offsetTop;
  if (top < panel.scrollTop + 40 || top > panel.scrollTop + panel.clientHeight - 80) {
    panel.scrollTop = top - panel.clientHeight / 2;
  }
}

// ---- whose eyes -----------------------------------------------------------------------------------
/** @param {string} as */
async function look(as) {
  pause();
  try {
    const text = await fetchText(`?step=${wanted}&as=${as}`);
    const page = new DOMParser().parseFromString(text, "text/html");
    const [film, log] = [page.getElementById("film"), page.getElementById("log")];
    if (!film || !log) throw new Error("not a replay");
    here.as = as;
    here.step = wanted;
    const how = /** @type {const} */ ({ morphStyle: "outerHTML" });
    window.Idiomorph.morph(need("film", HTMLElement), film.outerHTML, how);
    need("log", HTMLElement).replaceWith(log);
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

/** @param {boolean} on */
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
/** @param {number} by */
function walk(by) {
  pause();
  go(wanted + by);
}
document.addEventListener("click", (event) => {
  const way = hit(event, "#back, #on");
  if (!way) return;
  event.preventDefault();
  walk(way.id === "on" ? 1 : -1);
});
need("player", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", (event) => {
  const jump = hit(event, "#log a")?.parentElement;
  if (jump && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    pause();
    go(Number(jump.dataset.step));
  }
  const handle = hit(event, "[data-side], [data-sheet]");
  if (!handle || handle === game) return;
  const name = handle.dataset.side ? "side" : "sheet";
  const on = handle.dataset[name] === "open";
  open(name, on);
  if (name === "side") return;
  document.getElementById(on ? "sheet" : "sheet-open")?.focus({ preventScroll: true });
});
/** @param {"side" | "sheet"} name @param {boolean} on */
function open(name, on) {
  if (on) game.dataset[name] = "open";
  else delete game.dataset[name];
  if (name === "side") one(".film-moves")?.setAttribute("aria-expanded", String(on));
  if (on) mark();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const { key } = event;
  if (key === "Escape") {
    if (game.dataset.sheet) open("sheet", false);
    else open("side", false);
    return;
  }
  if (hit(event, "select, textarea, input:not(#slider)")) return;
  /** @type {Record<string, () => void>} */
  const acts = {
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
    "?": () => need("keys", HTMLDialogElement).showModal(),
  };
  // A button does with Space what it always does.
  if (!acts[key] || (key === " " && hit(event, "button, summary"))) return;
  event.preventDefault();
  acts[key]();
});
/** @param {number} by */
function faster(by) {
  pace.selectedIndex = Math.max(0, Math.min(pace.options.length - 1, pace.selectedIndex + by));
  pace.dispatchEvent(new Event("change"));
}

// ---- as the page came -----------------------------------------------------------------------------
fit();
addEventListener("resize", fit);
document.fonts.ready.then(fit);
mark();
tell();
fetchAhead();
