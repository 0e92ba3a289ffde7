// Dragging pieces: a piece can be dragged as well as pressed, onto what it may take, or onto the open table.
import { all, hit, one } from "./dom.js";
import { commit } from "./moves.js";
import { boxOf, choose, clear, exact, isInHand, isPiece, offers, pieces } from "./selection.js";
import { game } from "./words.js";

/**
 * @typedef {object} Drag
 * @property {number} id of the pointer
 * @property {HTMLInputElement} piece
 * @property {HTMLElement} box
 * @property {number} x
 * @property {number} y
 * @property {HTMLElement | null} copy what is seen under the pointer
 */

const FAR = 8; // pixels until a press becomes a drag

/** @type {Drag | null} */
let drag = null;

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  const box = hit(event, "#hand .pick");
  const piece = box?.querySelector(".piece") ?? null;
  if (!box || !isPiece(piece)) return;
  drag = { id: event.pointerId, piece, box, x: event.clientX, y: event.clientY, copy: null };
});

document.addEventListener("pointermove", (event) => {
  if (drag?.id !== event.pointerId) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.copy) {
    if (Math.hypot(dx, dy) < FAR) return;
    drag.copy = start(drag);
  }
  drag.copy.style.transform = `translate(${dx}px,${dy}px) rotate(2deg) scale(1.04)`;
  mark(targetAt(event.clientX, event.clientY));
});

document.addEventListener("pointerup", (event) => {
  if (drag?.id !== event.pointerId) return;
  const { copy, piece } = drag;
  const target = copy && targetAt(event.clientX, event.clientY);
  finish(drag);
  if (!copy) return;
  // The click that follows a drag would undo the choice.
  addEventListener("click", stop, { capture: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
  if (!target) return clear();
  drop(piece, target);
});
document.addEventListener("pointercancel", (event) => {
  if (drag?.id === event.pointerId) finish(drag);
});
// Text and pictures are not dragged by the browser's own means.
document.addEventListener("dragstart", (event) => hit(event, ".pick") && event.preventDefault());

/** @param {MouseEvent} event */
function stop(event) {
  if (!event.isTrusted) return; // a button pressed by this script
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Drag} drag */
function start({ box, piece }) {
  for (const other of pieces()) if (other !== piece) other.checked = false;
  choose(piece, true);
  const picture = one("[data-key]", box) ?? box;
  const place = picture.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (picture.cloneNode(true));
  copy.removeAttribute("data-key");
  copy.classList.add("dragged");
  copy.style.setProperty("--w", `${picture.offsetWidth}px`);
  copy.style.left = `${place.left + place.width / 2 - picture.offsetWidth / 2}px`;
  copy.style.top = `${place.top + place.height / 2 - picture.offsetHeight / 2}px`;
  one(".air")?.append(copy);
  box.classList.add("lifted");
  game.dataset.dragging = "";
  return copy;
}

/** @param {Drag} ended */
function finish({ box, copy }) {
  copy?.remove();
  box.classList.remove("lifted");
  mark(null);
  delete game.dataset.dragging;
  drag = null;
}

/**
 * A piece that may be chosen next, or the open felt. A piece that does not fit is no target at all:
 * whoever aimed at it did not mean to lay the card down.
 * @param {number} x
 * @param {number} y
 */
function targetAt(x, y) {
  const under = document.elementFromPoint(x, y);
  const pick = under?.closest(".pick");
  if (pick) return pick.matches(".possible") ? pick : null;
  return under?.closest("#board") ?? null;
}

/** @param {Element | null} target */
function mark(target) {
  for (const node of all(".under", game)) if (node !== target) node.classList.remove("under");
  target?.classList.add("under");
}

/** @param {HTMLInputElement} piece @param {Element} target */
function drop(piece, target) {
  /** @type {HTMLInputElement | null} */
  const goal = target.querySelector(":scope > .piece");
  if (goal) choose(goal, true);
  else piece.focus({ preventScroll: true });
  const keys = goal ? [piece.value, goal.value] : [piece.value];
  // Two moves may need the same pieces: then the buttons ask which is meant. On the open table the
  // only move that needs the piece is meant, even if it needs a place as well.
  const near = goal
    ? []
    : offers().filter(({ needs }) => needs.length === 2 && needs.includes(piece.value));
  const meant = exact(keys).length || near.length !== 1 ? exact(keys) : near;
  if (meant.length === 1) commit(meant[0].button);
  else if (goal && isInHand(piece)) boxOf(goal).scrollIntoView({ block: "nearest" });
}
