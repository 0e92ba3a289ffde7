// Quiz at the table: the buzzer, the choices, the host's console, cards for all to see.
// Every large button stands for an offer of the server's; nothing is decided here.
import { hit, need, one, onTouch, speed } from "../js/dom.js";
import * as flights from "../js/flights.js";
import { commit } from "../js/moves.js";
import { offers } from "../js/selection.js";
import { game } from "../js/words.js";
import { slapNewCards } from "./slap.js";

const LETTERS = "abcd";
const LAST_ANSWER = 1600;

const stage = need("stage", HTMLElement);
/** @param {string | undefined} wire */
const offer = (wire) => offers().find(({ button }) => button.value === wire)?.button;
const buzzer = () => offer('{"type":"buzz"}') ?? offer('{"type":"press"}');
/** Before a host a choice is shown, not judged. @param {number} choice */
const answer = (choice) =>
  offer(`{"type":"answer","choice":${choice}}`) ??
  offer(`{"type":"showAnswer","choice":${choice}}`);

/** @param {string | undefined} wire */
function press(wire) {
  const wanted = offer(wire);
  if (wanted) commit(wanted);
  return Boolean(wanted);
}

// A race is run with the finger going down, not with it going up.
stage.addEventListener("pointerdown", (event) => {
  const button = hit(event, ".q-buzz[data-press]");
  if (button && event.button === 0 && press(button.dataset.press) && onTouch())
    navigator.vibrate?.(30);
});
stage.addEventListener("click", (event) => {
  const button = hit(event, "[data-press]:enabled, [data-choice]");
  if (!button) return;
  if (button.matches(".q-buzz") && event.detail > 0) return; // it went down already
  const choice = button.dataset.choice;
  if (choice === undefined) press(button.dataset.press);
  else if (answer(Number(choice))) give(Number(choice));
});

// An answer in one's own words takes the place of those that its offer was listed with.
function write() {
  const words = need("q-words", HTMLInputElement).value.trim();
  const wanted = offers().find(({ button }) => button.value.includes('"writeAnswer"'))?.button;
  if (!words || !wanted) return;
  wanted.value = JSON.stringify({ type: "writeAnswer", words });
  commit(wanted);
}
stage.addEventListener("click", (event) => {
  if (hit(event, "#q-write-send")) write();
});
// Enter in a field would press the first button of the form.
stage.addEventListener("keydown", (event) => {
  if (!hit(event, "#q-words") || event.key !== "Enter") return;
  event.preventDefault();
  if (!event.repeat) write();
});

// Space buzzes, A to D answer. While they do, they mean nothing else.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || one("dialog[open]")) return;
    const free = !hit(event, "a, button, input, select, textarea, summary");
    const inside = hit(event, ".q-buzz, .q-choice");
    if (!free && !inside) return;
    const choice = LETTERS.indexOf(event.key.toLowerCase());
    const stop = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    if (choice >= 0 && answer(choice)) {
      stop();
      if (!event.repeat) give(choice);
    } else if (event.key === " " && buzzer()) {
      stop();
      if (!event.repeat) commit(buzzer());
    } else if (event.key === "Enter" && free && !buzzer()) {
      stop(); // nothing here is the one thing that Enter could mean
    }
  },
  true,
);

// Right or wrong is seen first where one pressed: in one's own button.
let answered = ""; // the choice that was pressed and is not judged yet
/** By pointer or by key. @param {number} choice */
function give(choice) {
  if (offer(`{"type":"answer","choice":${choice}}`)) answered = `q-choice-${choice}`;
  commit(answer(choice));
}
function flashMyAnswer() {
  const choice = answered ? document.getElementById(answered) : null;
  if (choice && !choice.matches(".right, .struck")) return;
  answered = "";
  if (!choice || speed() === 0) return;
  const right = choice.matches(".right");
  const colour = right ? "#2FBF8A" : "#D42848";
  const frames = [
    { background: colour, scale: right ? 1.06 : 1, translate: "0" },
    { background: colour, translate: right ? "0" : "-7px", offset: 0.25 },
    { background: colour, translate: right ? "0" : "7px", offset: 0.5 },
    {},
  ];
  choice.animate(frames, { duration: 700 * speed(), easing: "ease-out" });
}

// The last answer is seen before the podium takes its place.
let phase = one("#quiz", stage)?.dataset.phase;
function seeTheEnd() {
  if (game.dataset.sheet === "open") delete game.dataset.lastAnswer;
  const now = one("#quiz", stage)?.dataset.phase;
  if (now === phase) return;
  const ends = now === "over" && phase !== undefined && !("replay" in game.dataset);
  phase = now;
  game.toggleAttribute("data-last-answer", ends && game.dataset.sheet !== "open");
  if (ends && one(".q-choice.right", stage)) flights.add(LAST_ANSWER * speed());
}

// The host's own buttons stand where others read the time; it is in the one that starts it.
function tellHostTheTime() {
  const left = one("#q-left", stage);
  const digits = one("#meter-digits", stage)?.textContent ?? "";
  if (left && left.textContent !== digits) left.textContent = digits;
}

let room = "";
function changeTheLight() {
  const death = one("#quiz", stage)?.dataset.death ?? "";
  if (death !== room) document.documentElement.dataset.death = death;
  room = death;
}

const watcher = new MutationObserver(() => {
  slapNewCards();
  flashMyAnswer();
  seeTheEnd();
  tellHostTheTime();
  changeTheLight();
});
watcher.observe(stage, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["data-v", "data-cards", "data-death"],
});
watcher.observe(game, { attributes: true, attributeFilter: ["data-sheet"] });
changeTheLight();
