// The ends of the board as places to press: what a tile would score there, and how few presses it
// takes. A tile that fits one end is played by one press, else a press on a slot plays it.
import { choose, commit, exact, isInHand, offers, pieces } from "../js/table.js";
import { game } from "../js/words.js";

const chosen = () => pieces().filter((piece) => piece.checked);
const tileOf = () => chosen().find(isInHand)?.value;
const movesOf = (tile) => offers().filter(({ needs }) => needs.includes(tile));

// ---- what it would score ------------------------------------------------------------------------
function showGains() {
  const tile = tileOf();
  for (const place of game.querySelectorAll(".ghost > i")) {
    const end = place.closest(".ghost").querySelector(".piece").value;
    const gain = tile && game.querySelector(`#gains > [data-tile="${tile}"][data-end="${end}"]`);
    const text = gain ? gain.textContent : "";
    if (place.textContent !== text) place.textContent = text;
  }
}

// ---- one press ----------------------------------------------------------------------------------
let pressed = false; // by a finger or a mouse, not by a key
document.addEventListener("pointerdown", (event) => (pressed = Boolean(event.target.closest?.(".pick"))), true);
document.addEventListener("keydown", () => (pressed = false), true);

document.addEventListener("change", (event) => {
  const piece = event.target;
  if (!piece.matches?.(".piece")) return;
  if (piece.checked && isInHand(piece)) {
    const moves = movesOf(piece.value);
    if (moves.length === 1) {
      if (pressed) commit(moves[0].button);
      else meanTheOnlyEnd(moves[0]);
    }
  } else if (piece.checked) {
    const meant = exact(chosen().map((one) => one.value));
    if (pressed && meant.length === 1) commit(meant[0].button);
  }
  showGains();
});

// By keyboard the slot is chosen along with the tile, so that Enter plays it.
function meanTheOnlyEnd({ needs }) {
  const slot = pieces().find((piece) => !isInHand(piece) && needs.includes(piece.value));
  if (slot) choose(slot, true);
}

// ---- a large board is panned and can be drawn larger ----------------------------------------------
let pan = null;
document.addEventListener("pointerdown", (event) => {
  const room = event.target.closest?.("#dominoes");
  if (!room || event.pointerType !== "mouse" || event.target.closest(".pick")) return;
  pan = { room, x: event.clientX + room.scrollLeft, y: event.clientY + room.scrollTop };
});
document.addEventListener("pointermove", (event) => {
  if (pan) pan.room.scrollTo(pan.x - event.clientX, pan.y - event.clientY);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => (pan = null));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom-toggle]");
  if (!button) return;
  const on = game.dataset.zoom !== "on";
  game.dataset.zoom = on ? "on" : "off";
  button.setAttribute("aria-pressed", String(on));
  showLast();
});

// What was laid last stays in sight.
function showLast() {
  const room = document.getElementById("dominoes");
  const last = room?.querySelector(".bone.last");
  if (!last || (room.scrollWidth <= room.clientWidth && room.scrollHeight <= room.clientHeight)) return;
  room.scrollTo(
    last.offsetLeft + last.offsetWidth / 2 - room.clientWidth / 2,
    last.offsetTop + last.offsetHeight / 2 - room.clientHeight / 2,
  );
}

for (const kind of ["htmx:wsAfterMessage", "htmx:oobAfterSwap"]) {
  addEventListener(kind, () => {
    showGains();
    showLast();
  });
}
showGains();
showLast();
