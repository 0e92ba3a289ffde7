// Open ends of the board as places to press: what a tile would score there, and how few presses it
// takes. A tile that fits one end is played by one press, else a press on a slot plays it.
import { all, hit, one } from "../js/dom.js";
import { commit } from "../js/moves.js";
import { choose, chosen, exact, isInHand, isPiece, offers, pieces } from "../js/selection.js";
import { game } from "../js/words.js";

const tileOf = () => chosen().find(isInHand)?.value;
/** @param {string} tile */
const movesOf = (tile) => offers().filter(({ needs }) => needs.includes(tile));

// ---- what it would score ------------------------------------------------------------------------
function showGains() {
  const tile = tileOf();
  for (const place of all(".ghost > i", game)) {
    const slot = place.parentElement?.querySelector(".piece") ?? null;
    const end = isPiece(slot) ? slot.value : "";
    const gain = tile ? one(`#gains > [data-tile="${tile}"][data-end="${end}"]`, game) : null;
    const text = gain?.textContent ?? "";
    if (place.textContent !== text) place.textContent = text;
  }
}

// ---- one press ----------------------------------------------------------------------------------
let pressed = false; // by a finger or a mouse, not by a key
document.addEventListener(
  "pointerdown",
  (event) => {
    pressed = hit(event, ".pick") !== null;
  },
  true,
);
document.addEventListener(
  "keydown",
  () => {
    pressed = false;
  },
  true,
);

document.addEventListener("change", ({ target: piece }) => {
  if (!isPiece(piece)) return;
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

/**
 * By keyboard the slot is chosen along with the tile, so that Enter plays it.
 * @param {{ needs: string[] }} offer
 */
function meanTheOnlyEnd({ needs }) {
  const slot = pieces().find((piece) => !isInHand(piece) && needs.includes(piece.value));
  if (slot) choose(slot, true);
}

// ---- a large board is panned and can be drawn larger ----------------------------------------------
/** @type {{ room: HTMLElement, x: number, y: number } | null} */
let pan = null;
document.addEventListener("pointerdown", (event) => {
  const room = hit(event, "#dominoes");
  if (!room || event.pointerType !== "mouse" || hit(event, ".pick")) return;
  pan = { room, x: event.clientX + room.scrollLeft, y: event.clientY + room.scrollTop };
});
document.addEventListener("pointermove", (event) => {
  if (pan) pan.room.scrollTo(pan.x - event.clientX, pan.y - event.clientY);
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    pan = null;
  });
}

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-zoom-toggle]");
  if (!button) return;
  const on = game.dataset.zoom !== "on";
  game.dataset.zoom = on ? "on" : "off";
  button.setAttribute("aria-pressed", String(on));
  showLast();
});

// What was laid last stays in sight.
function showLast() {
  const room = document.getElementById("dominoes");
  const last = room && one(".bone.last", room);
  if (!last) return;
  if (room.scrollWidth <= room.clientWidth && room.scrollHeight <= room.clientHeight) return;
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
