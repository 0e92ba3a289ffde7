// Lock of the offers: no press counts while pieces fly, nor in the moment after a push has put
// another button under the finger. A key and a finger are held off alike.
import { all } from "./dom.js";
import { game } from "./words.js";

export const MOMENT = 400;

/** @typedef {{ meaning: string, box: DOMRect, until: number }} Spot */
/** @type {Spot[]} */
let spots = []; // what lay where before the push, and for a moment after it went
let end = 0;
let timer = 0;
let held = false; // the offers are those from before a push that is not told yet

export const isLocked = () => held || performance.now() < end;
export const lockedFor = () => Math.max(0, end - performance.now());

function show() {
  const locked = isLocked();
  game.toggleAttribute("data-locked", locked);
  const group = document.getElementById("actions");
  if (locked) group?.setAttribute("aria-disabled", "true");
  else group?.removeAttribute("aria-disabled");
  clearTimeout(timer);
  if (lockedFor() > 0) timer = setTimeout(show, lockedFor() + 1);
}

/** @param {number} ms */
export function lock(ms) {
  end = Math.max(end, performance.now() + ms);
  show();
}

/** @param {boolean} on */
export function hold(on) {
  held = on;
  show();
}

const seen = () => all("#actions .offer.on", game).filter((node) => node.getClientRects().length);
/** @param {HTMLElement} node */
const meaningOf = (node) => node.dataset.slot || (node.dataset.label ?? node.textContent.trim());
/** @param {DOMRect} one @param {DOMRect} two */
const overlap = (one, two) =>
  one.left < two.right - 8 &&
  two.left < one.right - 8 &&
  one.top < two.bottom - 8 &&
  two.top < one.bottom - 8;

// Before a push: what can be pressed, and where.
export function remember() {
  const now = performance.now();
  const box = (/** @type {HTMLElement} */ node) => node.getBoundingClientRect();
  const here = seen().map((node) => ({
    meaning: meaningOf(node),
    box: box(node),
    until: now + MOMENT,
  }));
  spots = [...spots.filter(({ until }) => until > now), ...here];
}

// After it: where another button has taken the place of one, none is pressed for a moment.
export function compare() {
  const changed = seen().some((node) => {
    const box = node.getBoundingClientRect();
    const meaning = meaningOf(node);
    const under = spots.filter((spot) => overlap(spot.box, box));
    return under.length > 0 && !under.some((spot) => spot.meaning === meaning);
  });
  if (changed) lock(MOMENT);
  show();
}
