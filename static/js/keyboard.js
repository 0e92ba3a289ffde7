// Keyboard play: arrows walk, Space chooses (the checkbox's own doing), Enter plays, Esc clears.
import { hit, one } from "./dom.js";
import { isLocked, lockedFor } from "./lock.js";
import { commit } from "./moves.js";
import * as resultSheet from "./result_sheet.js";
import * as rulesSheet from "./rules_sheet.js";
import { boxOf, chosen, clear, exact, isInHand, isPiece, pieces, primary } from "./selection.js";
import * as sidePanel from "./side_panel.js";
import { tell } from "./spoken_keys.js";
import { game } from "./words.js";

const TYPING = "input:not(.piece), textarea, select, [contenteditable]";

/** @typedef {HTMLInputElement} Piece */

/** @param {Piece} piece */
const seen = (piece) => boxOf(piece).getClientRects().length > 0;
/** @param {boolean} inHand */
const row = (inHand) => pieces().filter((piece) => isInHand(piece) === inHand && seen(piece));

/** @param {Piece} piece */
function centre(piece) {
  const box = boxOf(piece).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * The nearest piece of a row, measured along the screen, so that ↑ goes to what lies above.
 * @param {Piece[]} list
 * @param {Piece} from
 */
function nearest(list, from) {
  const { x, y } = centre(from);
  /** @param {Piece} piece */
  const far = (piece) => {
    const spot = centre(piece);
    return Math.abs(spot.x - x) + Math.abs(spot.y - y) / 3;
  };
  return list.length ? list.reduce((best, piece) => (far(piece) < far(best) ? piece : best)) : null;
}

/** @param {string} key */
function walk(key) {
  const here = document.activeElement;
  if (!isPiece(here)) {
    const target = row(true)[0] ?? row(false)[0];
    target?.focus();
    return Boolean(target);
  }
  const inHand = isInHand(here);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const list = row(inHand);
    const step = key === "ArrowRight" ? 1 : -1;
    list[(list.indexOf(here) + step + list.length) % list.length]?.focus();
    return true;
  }
  const upward = key === "ArrowUp";
  const { y } = centre(here);
  // First within the table's own lines, then across to the other zone.
  /** @param {Piece} piece */
  const beyond = (piece) => (upward ? centre(piece).y < y - 12 : centre(piece).y > y + 12);
  const line = inHand ? [] : row(false).filter(beyond);
  let target = null;
  if (line.length) {
    const heights = line.map((piece) => centre(piece).y);
    const edge = upward ? Math.max(...heights) : Math.min(...heights);
    target = nearest(
      line.filter((piece) => Math.abs(centre(piece).y - edge) < 12),
      here,
    );
  } else if (upward === inHand) {
    const possible = row(!inHand).filter((piece) => inHand && piece.closest(".possible"));
    target = nearest(possible.length ? possible : row(!inHand), here);
  }
  target?.focus();
  return true;
}

// The bright button, or the only one that is about all that is chosen.
function meant() {
  const [first, ...others] = exact(chosen().map((piece) => piece.value));
  return primary() ?? (first && !others.length ? first.button : null);
}

const A_FRAME = 16;
let kept = 0;
// Enter on pieces of one's own choice cannot mean another button: while pieces fly it is kept, and
// counts when they lie, if the choice is still the same.
function press() {
  clearTimeout(kept);
  const button = meant();
  if (!isLocked() || !chosen().length) return commit(button);
  const move = button?.value;
  kept = setTimeout(() => meant()?.value === move && press(), lockedFor() + A_FRAME);
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const typing = hit(event, TYPING);
  const { key, target } = event;
  if (key === "Escape") {
    if (typing) typing.blur();
    else if (!resultSheet.close() && !sidePanel.close()) clear();
    return;
  }
  if (typing || hit(event, "details[open], [role=tablist]")) return;
  if (key.startsWith("Arrow")) {
    if (hit(event, "#side")) return;
    if (walk(key)) event.preventDefault();
  } else if (
    key === "Enter" &&
    target instanceof Element &&
    target.matches(".piece, body, #main")
  ) {
    event.preventDefault();
    if (!event.repeat) press();
  } else if (key === "m") {
    one(".bar [data-sound-toggle]", game)?.click();
  } else if (key === "c") {
    event.preventDefault();
    sidePanel.openChat();
  } else if (key === "?") {
    rulesSheet.open();
  } else if (tell(key)) {
    event.preventDefault();
  }
});
