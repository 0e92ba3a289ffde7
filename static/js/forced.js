// Forced moves: where the server marks the one thing there is to do, the page presses it after a
// beat in which the button fills. A press, a choice or another push before that has its way.
import { lockedFor } from "./lock.js";
import { commit } from "./moves.js";
import { choose, offers, pieces } from "./selection.js";
import { game } from "./words.js";

const BEAT = 900;

let timer = 0;
/** @type {HTMLButtonElement | null} */
let filling = null;

function stop() {
  clearTimeout(timer);
  filling?.classList.remove("filling");
  filling = null;
}

const wanted = () => (game.dataset.forced === "on" ? offers().find(isForced) : undefined);
/** @param {{ button: HTMLButtonElement }} offer */
const isForced = ({ button }) => button.dataset.forced !== undefined;

// After every push: the beat begins when everything lies.
export function after() {
  stop();
  const found = wanted();
  if (!found || document.hidden) return;
  const { button, needs } = found;
  const move = button.value;
  timer = setTimeout(() => {
    filling = button;
    button.classList.add("filling");
    timer = setTimeout(() => {
      stop();
      if (!button.isConnected || button.value !== move || wanted()?.button !== button) return;
      for (const piece of pieces()) if (needs.includes(piece.value)) choose(piece);
      commit(button);
    }, BEAT);
  }, lockedFor());
}

document.addEventListener("change", stop);
document.addEventListener("visibilitychange", () => (document.hidden ? stop() : after()));
