// Zoom and pan of the board: two fingers, two presses, the wheel, the buttons, or + − 0 and Shift with an arrow.
// At first, and after 0, the whole board is seen, however large it grows. The first step makes it as large as
// can be read and pressed.
import { all, hit, one } from "../js/dom.js";

const MOST = 4;
const STEP = 1.5;
const READABLE = 22; // pixels of half a tile
const PAN = 60; // pixels
const TYPING = "input:not(.piece), textarea, select, [contenteditable]";

const room = () => document.getElementById("dominoes");
let zoom = 1;

/** @typedef {{ x: number, y: number }} Point of the window */

// How much larger than the whole board it has to be to be read.
function readable() {
  const board = one("#dominoes .lay");
  if (!board) return STEP;
  const half = (2 * board.offsetWidth) / Number(board.dataset.w) / zoom; // it counts half squares
  return Math.max(STEP, READABLE / half);
}

/**
 * What of the board lies at a point stays there, as far as the board reaches.
 * @param {number} wanted
 * @param {Point} [at] else the middle of its room
 */
function setZoom(wanted, at) {
  const box = room();
  const board = box && one(".lay", box);
  if (!box || !board) return;
  const around = box.getBoundingClientRect();
  const middle = { x: around.left + around.width / 2, y: around.top + around.height / 2 };
  const { x, y } = at ?? middle;
  const was = board.getBoundingClientRect();
  const most = Math.max(MOST, STEP * readable());
  zoom = Math.min(most, Math.max(1, wanted));
  box.style.setProperty("--zoom", String(zoom));
  if (zoom === 1) delete box.dataset.zoomed;
  else box.dataset.zoomed = zoom === most ? "most" : "more";
  // A board that is smaller than its room lies in the middle of it: only the browser knows where.
  const is = board.getBoundingClientRect();
  const grown = is.width / was.width;
  box.scrollBy(is.left + (x - was.left) * grown - x, is.top + (y - was.top) * grown - y);
}

const lastTile = () => one("#dominoes .bone.last");

// What was laid last stays in sight; a new game begins with the whole board.
export function showLast() {
  const box = room();
  if (!box) return;
  if (!one(".lay", box)) {
    zoom = 1;
    box.style.removeProperty("--zoom");
  }
  // A push knows nothing of the size.
  if (zoom > 1) box.dataset.zoomed ??= "more";
  showPlace(lastTile());
}

// Of the slots for a chosen tile at least one is in sight.
export function showSlot() {
  const slots = all("#dominoes .ghost").filter((slot) => slot.getClientRects().length > 0);
  if (!slots.some(isInSight)) showPlace(slots[0]);
}

/** @param {HTMLElement} place */
function isInSight(place) {
  const around = room()?.getBoundingClientRect();
  const { left, right, top, bottom } = place.getBoundingClientRect();
  if (!around) return false;
  return (
    left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom
  );
}

/** @param {HTMLElement | null | undefined} place into the middle, as far as the board reaches */
function showPlace(place) {
  const box = room();
  if (!box || !place || zoom === 1) return;
  box.scrollTo(
    place.offsetLeft + place.offsetWidth / 2 - box.clientWidth / 2,
    place.offsetTop + place.offsetHeight / 2 - box.clientHeight / 2,
  );
}

/** @param {{ clientX: number, clientY: number }} event @returns {Point} */
const pointOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

// ---- buttons, wheel and keys ----------------------------------------------------------------------
/** @param {number} way */
function go(way) {
  const last = lastTile();
  const wasInSight = last && isInSight(last);
  setZoom(way === 0 ? 1 : way > 0 && zoom === 1 ? readable() : zoom * STEP ** way);
  if (wasInSight && !isInSight(last)) showPlace(last);
}

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-zoom]");
  if (button) go(Number(button.dataset.zoom));
});

document.addEventListener("dblclick", (event) => {
  if (!hit(event, "#dominoes") || hit(event, ".pick")) return;
  setZoom(zoom === 1 ? readable() : 1, pointOf(event));
});

document.addEventListener(
  "wheel",
  (event) => {
    if (!hit(event, "#dominoes")) return;
    event.preventDefault();
    setZoom(zoom * 2 ** (-event.deltaY / (event.ctrlKey ? 100 : 400)), pointOf(event));
  },
  { passive: false },
);

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || hit(event, TYPING)) return;
    if (document.querySelector("dialog[open]")) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) room()?.scrollBy(way[0] * PAN, way[1] * PAN);
    // In a replay these keys set its pace.
    else if (one(".film")) return;
    else if (event.key === "+" || event.key === "=") go(1);
    else if (event.key === "-") go(-1);
    else if (event.key === "0") go(0);
    else return;
    event.preventDefault();
  },
  true,
);

// ---- the mouse and fingers ------------------------------------------------------------------------
// One finger pans by the browser's own means.
let panning = false;
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "mouse" || !hit(event, "#dominoes") || hit(event, ".pick")) return;
  panning = true;
  room()?.classList.add("panning");
});
document.addEventListener("pointermove", (event) => {
  if (panning) room()?.scrollBy(-event.movementX, -event.movementY);
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    panning = false;
    room()?.classList.remove("panning");
  });
}

let spread = 0; // pixels between two fingers
/** @param {TouchEvent} event */
function pinch(event) {
  if (!hit(event, "#dominoes") || event.touches.length !== 2) return;
  event.preventDefault();
  const [a, b] = [...event.touches].map(pointOf);
  const now = Math.hypot(a.x - b.x, a.y - b.y);
  if (event.type === "touchmove") {
    setZoom((zoom * now) / spread, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  }
  spread = now;
}
document.addEventListener("touchstart", pinch, { passive: false });
document.addEventListener("touchmove", pinch, { passive: false });
