// Sudden Death 31 at the table: the dial of the bet, the deck as a button, chips that fly, and the
// moment of a 31. Everything is read from what the server rendered; nothing is decided here.
import { all, hit, need, one, speed } from "../js/dom.js";
import * as flights from "../js/flights.js";
import { commit } from "../js/moves.js";
import { choose, isInHand, isPiece, offers, primary, render } from "../js/selection.js";

const FLIGHT = 520;
const STAGGER = 60;
const MOST_CHIPS = 6; // in the air for one stack
const ROW = 350; // one hand after the other is laid open
const LAID = 420;
const EASE = "cubic-bezier(.3,.7,.2,1)";

const stage = need("stage", HTMLElement);
/** @param {string} selector */
const find = (selector) => one(selector, stage);

// ---- the dial -----------------------------------------------------------------------------------
// The bet that the dial points at weighs most, so that it is the bright button and what Enter plays.
const bets = () => offers().map(({ button }) => button);

function dial() {
  const box = find("#dial");
  if (!box) return;
  const stake = need("stake", HTMLInputElement);
  box.hidden = false;
  let changed = false;
  bets().forEach((button, i) => {
    const weight = i + 1 === Number(stake.value) ? "1" : String(-1 - i);
    if (button.dataset.weight === weight) return;
    button.dataset.weight = weight;
    changed = true;
  });
  if (changed) render();
  const lines = need("stake-lines", HTMLElement).children;
  const text = lines[Number(stake.value) - 1]?.textContent ?? "";
  const place = need("stake-buys", HTMLElement);
  if (place.textContent !== text) place.textContent = text;
  stake.setAttribute("aria-valuetext", text);
}

stage.addEventListener("input", (event) => {
  if (hit(event, "#stake")) dial();
});
stage.addEventListener("click", (event) => {
  const step = hit(event, "[data-step]");
  if (step) {
    const stake = need("stake", HTMLInputElement);
    stake.value = String(Number(stake.value) + Number(step.dataset.step));
    return dial();
  }
  // The deck itself draws, like the button that says so.
  const press = hit(event, "[data-press]");
  const wanted = press && `{"type":"${press.dataset.press}"}`;
  if (wanted) commit(bets().find((button) => button.value === wanted));
});
// Enter in a field would press the first button of the form, whatever the dial says.
stage.addEventListener("keydown", (event) => {
  if (!hit(event, "#stake") || event.key !== "Enter") return;
  event.preventDefault();
  if (!event.repeat) commit(primary());
});

// ---- the swap -----------------------------------------------------------------------------------
// A card taken up before drawing can only be swapped, so what lies open is taken up with it.
document.addEventListener("change", ({ target: card }) => {
  const top = find("#discards .piece");
  if (!isPiece(top) || !isPiece(card) || !isInHand(card)) return;
  if (!find(".offer[value*='\"swap\"']")) return;
  if (top.checked !== card.checked) choose(top, card.checked);
});

// ---- chips --------------------------------------------------------------------------------------
function money() {
  const pot = find("#pot");
  if (!pot) return null;
  return {
    match: find("#board")?.dataset.match,
    chips: (pot.dataset.chips ?? "").split(" ").map(Number),
  };
}

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {ReturnType<typeof money>} Money */

/** @param {string} name @returns {Point | null} */
function centre(name) {
  const box = find(`[data-stack="${name}"]`)?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

/** @param {Point | null} from @param {Point | null} to @param {number} count @param {number} delay */
function throwChips(from, to, count, delay) {
  if (!from || !to) return;
  for (let i = 0; i < Math.min(count, MOST_CHIPS); i++) {
    const chip = document.createElement("i");
    chip.className = "chip-flying";
    chip.style.left = `${to.x - 10}px`;
    chip.style.top = `${to.y - 10}px`;
    one(".air")?.append(chip);
    const pace = speed();
    const path = [
      { transform: `translate(${from.x - to.x}px,${from.y - to.y}px)`, opacity: 0 },
      { opacity: 1, offset: 0.1 },
      { transform: "none", opacity: 1, offset: 0.9 },
      { transform: "none", opacity: 0 },
    ];
    const gone = () => chip.remove();
    chip
      .animate(path, {
        duration: FLIGHT * pace,
        delay: (delay + i * STAGGER) * pace,
        easing: EASE,
        fill: "both",
      })
      .finished.then(gone, gone);
  }
}

/**
 * From what was and what is: who paid, and who was paid. A pot that came and went is seen doing so.
 * @param {Money} was
 * @param {Money} now
 */
function moveChips(was, now) {
  if (!was || !now || was.match !== now.match || speed() === 0) return;
  const pot = centre("pot");
  let paid = 0;
  now.chips.forEach((chips, seat) => {
    const less = (was.chips[seat] ?? chips) - chips;
    if (less <= 0) return;
    paid = 1;
    throwChips(centre(`seat-${seat}`), pot, less, 0);
  });
  now.chips.forEach((chips, seat) => {
    const more = chips - (was.chips[seat] ?? chips);
    if (more > 0) throwChips(pot, centre(`seat-${seat}`), more, paid * FLIGHT);
  });
}

// ---- a hand is over -----------------------------------------------------------------------------
/**
 * A 31 or a Blitz bursts out of the sheet in a ring of stars.
 * @param {HTMLElement | null} moment
 */
function burst(moment) {
  const pace = speed();
  if (!moment || pace === 0) return;
  const box = moment.getBoundingClientRect();
  for (let i = 0; i < 31; i++) {
    const star = document.createElement("i");
    star.className = `star star-${i % 3}`;
    star.style.left = `${box.left + box.width / 2}px`;
    star.style.top = `${box.top + box.height / 2}px`;
    one(".air")?.append(star);
    const angle = (i / 31) * 2 * Math.PI;
    const reach = 110 + (i % 4) * 55;
    const x = Math.cos(angle) * reach;
    const y = Math.sin(angle) * reach * 0.8;
    const to = `translate(calc(-50% + ${x}px),calc(-50% + ${y}px))`;
    const path = [
      { transform: "translate(-50%,-50%) scale(.1)", opacity: 1 },
      { transform: `${to} rotate(160deg) scale(1.2)`, opacity: 1, offset: 0.55 },
      { transform: `${to} rotate(240deg) scale(.3)`, opacity: 0 },
    ];
    const gone = () => star.remove();
    star
      .animate(path, { duration: 1500 * pace, easing: EASE, fill: "forwards" })
      .finished.then(gone, gone);
  }
}

// ---- after every push ---------------------------------------------------------------------------
let shown = money();
let laidAs = find(".laid")?.id ?? "";

function after() {
  dial();
  const now = money();
  moveChips(shown, now);
  shown = now;
  const laid = find(".laid");
  if (laid && laid.id !== laidAs) {
    burst(one(".moment", laid));
    const rows = laid.dataset.why === "showdown" ? all(".laid-row", laid).length : 1;
    flights.add((rows * ROW + LAID) * speed());
  }
  laidAs = laid?.id ?? "";
}

new MutationObserver(after).observe(stage, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["data-v", "data-weight", "data-chips"],
});
dial();
