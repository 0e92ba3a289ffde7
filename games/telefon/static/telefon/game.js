// Open ends of the board as places to press: where a tile will lie, what it would score there, and
// how few presses it takes. A tile that fits one end is played by one press, else a slot plays it.
import { all, hit, one } from "../js/dom.js";
import { commit } from "../js/moves.js";
import { choose, chosen, exact, isInHand, isPiece, offers, pieces } from "../js/selection.js";
import { game } from "../js/words.js";
import { showLast, showSlot } from "./zoom.js";

const tileOf = () => chosen().find(isInHand)?.value;
/** @param {string} tile */
const movesOf = (tile) => offers().filter(({ needs }) => needs.includes(tile));
/** @param {string} tile */
const isDouble = (tile) => tile[0] === tile.at(-1);

// ---- where it will lie, and what it would score ---------------------------------------------------
function showSlots() {
  const tile = tileOf();
  for (const slot of all(".ghost", game)) {
    const at = (tile && isDouble(tile) ? slot.dataset.double : slot.dataset.plain) ?? "";
    [slot.dataset.x, slot.dataset.y, slot.dataset.way] = at.split(" ");
    const piece = slot.querySelector(".piece");
    const end = isPiece(piece) ? piece.value : "";
    const gain = tile ? one(`#gains > [data-tile="${tile}"][data-end="${end}"]`, game) : null;
    const place = one("i", slot);
    const text = gain?.textContent ?? "";
    if (place && place.textContent !== text) place.textContent = text;
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
  showSlots();
  showSlot();
});
// A tile that is dragged is chosen without a press.
new MutationObserver(showSlots).observe(game, { attributeFilter: ["data-dragging"] });

/**
 * By keyboard the slot is chosen along with the tile, so that Enter plays it.
 * @param {{ needs: string[] }} offer
 */
function meanTheOnlyEnd({ needs }) {
  const slot = pieces().find((piece) => !isInHand(piece) && needs.includes(piece.value));
  if (slot) choose(slot, true);
}

for (const kind of ["htmx:wsAfterMessage", "htmx:oobAfterSwap"]) {
  addEventListener(kind, () => {
    showSlots();
    showLast();
  });
}
showSlots();
