// Quiz at the table: the buzzer, the choices, the host's console, cards for all to see.
// Every large button stands for an offer of the server's; nothing is decided here.
import { hit, need, one, onTouch } from "../js/dom.js";
import { commit } from "../js/moves.js";
import { offers } from "../js/selection.js";
import { slapNewCards } from "./slap.js";

const TOAST = 7000;
const LETTERS = "abcd";

const stage = need("stage", HTMLElement);
/** @param {string | undefined} wire */
const offer = (wire) => offers().find(({ button }) => button.value === wire)?.button;
const buzzer = () => offer('{"type":"buzz"}');
/** @param {number} choice */
const answer = (choice) => offer(`{"type":"answer","choice":${choice}}`);

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
  const button = hit(event, "[data-press]:enabled");
  if (!button) return;
  if (button.matches(".q-buzz") && event.detail > 0) return; // it went down already
  press(button.dataset.press);
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
      if (!event.repeat) commit(answer(choice));
    } else if (event.key === " " && buzzer()) {
      stop();
      if (!event.repeat) commit(buzzer());
    } else if (event.key === "Enter" && free && !buzzer()) {
      stop(); // nothing here is the one thing that Enter could mean
    }
  },
  true,
);

// What a host has just done can be taken back from where the eye is, for a while.
let acts = one("#q-console", stage)?.dataset.acts ?? "0";
let hiding = 0;
function tellTheHost() {
  const now = one("#q-console", stage)?.dataset.acts;
  if (now === undefined) return;
  if (Number(now) > Number(acts)) {
    stage.dataset.toast = "";
    clearTimeout(hiding);
    hiding = setTimeout(() => delete stage.dataset.toast, TOAST);
  } else if (Number(now) < Number(acts)) {
    delete stage.dataset.toast;
  }
  acts = now;
}

let room = "";
function changeTheLight() {
  const death = one("#quiz", stage)?.dataset.death ?? "";
  if (death !== room) document.documentElement.dataset.death = death;
  room = death;
}

new MutationObserver(() => {
  slapNewCards();
  tellTheHost();
  changeTheLight();
}).observe(stage, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["data-v", "data-cards", "data-acts", "data-death"],
});
changeTheLight();
