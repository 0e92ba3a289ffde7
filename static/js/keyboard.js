// Play by keyboard: arrows walk, Space chooses (the checkbox's own doing), Enter plays, Esc clears.
import { clear, commit, isInHand, pieces, primary } from "./table.js";
import * as side from "./side.js";
import { game } from "./words.js";

const TYPING = "input:not(.piece), textarea, select, [contenteditable]";

const seen = (piece) => piece.closest("label")?.getClientRects().length > 0;
const row = (inHand) => pieces().filter((piece) => isInHand(piece) === inHand && seen(piece));

function centre(piece) {
  const box = piece.closest("label").getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

// The nearest piece of a row, measured along the screen, so that ↑ goes to what lies above.
function nearest(list, from) {
  if (!from) return list[0];
  const { x, y } = centre(from);
  const far = (piece) => {
    const spot = centre(piece);
    return Math.abs(spot.x - x) + Math.abs(spot.y - y) / 3;
  };
  return list.reduce((best, piece) => (!best || far(piece) < far(best) ? piece : best), null);
}

function walk(key) {
  const active = document.activeElement;
  const here = active?.matches?.(".piece") ? active : null;
  if (!here) {
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
  const beyond = (piece) => (upward ? centre(piece).y < y - 12 : centre(piece).y > y + 12);
  const line = inHand ? [] : row(false).filter(beyond);
  let target = null;
  if (line.length) {
    const edge = upward ? Math.max(...line.map((p) => centre(p).y)) : Math.min(...line.map((p) => centre(p).y));
    target = nearest(line.filter((piece) => Math.abs(centre(piece).y - edge) < 12), here);
  } else if (upward === inHand) {
    const possible = row(false).filter((piece) => piece.closest(".possible"));
    target = inHand ? nearest(possible.length ? possible : row(false), here) : nearest(row(true), here);
  }
  target?.focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target.closest?.(TYPING);
  const { key } = event;
  if (key === "Escape") {
    if (typing) return event.target.blur();
    if (!side.closeTop()) clear();
    return;
  }
  if (typing || event.target.closest?.("details[open], [role=tablist]")) return;
  if (key.startsWith("Arrow")) {
    if (event.target.closest?.("#side")) return;
    if (walk(key)) event.preventDefault();
  } else if (key === "Enter" && event.target.matches?.(".piece, body, #main")) {
    event.preventDefault();
    if (!event.repeat) commit(primary());
  } else if (key === "m") {
    game.querySelector(".bar [data-sound-toggle]")?.click();
  } else if (key === "c") {
    event.preventDefault();
    side.openChat();
  } else if (key === "?") {
    document.getElementById("keys")?.showModal();
  }
});
