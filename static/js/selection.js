// Selection of pieces, for any game: which pieces are chosen, and which moves that offers.
//
// A piece is a checkbox; an offer is a button that knows the pieces it needs. What is checked is
// the player's own and survives every push; everything else here is worked out anew from it.
import { hit, onTouch, speed } from "./dom.js";
import { isLocked } from "./lock.js";
import { link } from "./rules_sheet.js";
import { play } from "./sound.js";
import { toast } from "./toasts.js";
import { game, say, word } from "./words.js";

/** @typedef {HTMLInputElement} Piece */
/**
 * @typedef {object} Offer
 * @property {HTMLButtonElement} button
 * @property {string[]} needs keys of pieces
 * @property {number} weight
 * @property {string} gather the list of the move that takes the chosen pieces, if it takes any number
 * @property {number} least
 * @property {number} most
 * @property {string} must a key that has to be among them
 */

// ---- pieces and offers --------------------------------------------------------------------------
export function pieces() {
  /** @type {NodeListOf<Piece>} */
  const found = game.querySelectorAll("input.piece");
  return [...found];
}
/** @param {Piece} piece @returns {HTMLElement} */
export const boxOf = (piece) => piece.closest("label") ?? piece;
/** @param {Piece} piece */
export const isInHand = (piece) => Boolean(piece.closest("#hand"));
export const chosen = () => pieces().filter((piece) => piece.checked);
/** @param {Piece[]} list */
const keysOf = (list) => list.map((piece) => piece.value);
/** @param {EventTarget | null} node @returns {node is Piece} */
export const isPiece = (node) => node instanceof HTMLInputElement && node.matches(".piece");

/** @returns {Offer[]} */
export function offers() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = game.querySelectorAll("#actions button.offer");
  return [...buttons].map((button) => ({
    button,
    needs: button.dataset.pieces ? button.dataset.pieces.split(" ") : [],
    weight: Number(button.dataset.weight),
    gather: button.dataset.gather ?? "",
    least: Number(button.dataset.least ?? 1),
    most: Number(button.dataset.most || Number.POSITIVE_INFINITY),
    must: button.dataset.must ?? "",
  }));
}
const offersWithPieces = () => offers().filter(({ needs }) => needs.length);

/**
 * Nothing is chosen that the offer has no use for.
 * @param {Offer} offer
 * @param {string[]} keys
 */
const covers = ({ needs, most }, keys) =>
  keys.length <= most && keys.every((key) => needs.includes(key));
/** @param {Offer[]} list @param {string[]} keys */
const fits = (list, keys) => list.some((offer) => covers(offer, keys));
/**
 * All is chosen that the offer needs; one that gathers takes any number within its bounds.
 * @param {Offer} offer
 * @param {string[]} keys
 */
function meets(offer, keys) {
  if (!covers(offer, keys)) return false;
  if (!offer.gather) return offer.needs.length === keys.length;
  return keys.length >= offer.least && (!offer.must || keys.includes(offer.must));
}

/**
 * The move of a gathering offer: its list with the chosen pieces put in, or taken out if they are.
 * @param {Offer} offer
 * @param {Piece[]} picked
 */
function gathered({ button, gather }, picked) {
  const move = JSON.parse(button.dataset.base ?? "{}");
  const list = new Set(move[gather]);
  for (const piece of picked) {
    const text = piece.dataset.value ?? piece.value;
    const value = /^\d+$/.test(text) ? Number(text) : text;
    if (!list.delete(value)) list.add(value);
  }
  move[gather] = [...list].sort((a, b) => (a < b ? -1 : 1));
  return JSON.stringify(move);
}

let armed = ""; // the move that waits for its second press
/** @type {HTMLElement | null} */
let pointed = null; // the offer under the pointer or the focus

// A push has put another offer there: the pointer means it only when it moves again.
export function forgetPointer() {
  pointed = null;
}

/** @param {string} move */
export const isArmed = (move) => armed === move;
/** @param {string} move */
export function arm(move) {
  armed = move;
  render();
}

/**
 * The button that Enter presses.
 * @returns {HTMLButtonElement | null}
 */
export const primary = () => game.querySelector("#actions .offer.btn-primary");

/** @param {string[]} keys */
export const exact = (keys) => offers().filter((offer) => meets(offer, keys));

// ---- choosing -----------------------------------------------------------------------------------
/**
 * A new choice stays with the earlier ones as long as some move needs them all; else it takes the
 * place of what was chosen in the same zone, and failing that of everything.
 * @param {Piece} piece
 */
export function choose(piece, on = true) {
  piece.checked = on;
  if (on) {
    const list = offersWithPieces();
    const others = chosen().filter((other) => other !== piece);
    const elsewhere = others.filter((other) => isInHand(other) !== isInHand(piece));
    let keep = others;
    if (!list.length) {
      keep = elsewhere; // ahead of one's turn
    } else if (!fits(list, [piece.value])) {
      piece.checked = false;
      if (!isLocked()) refuse(word("notNow"), [piece]); // else what may be done is not told yet
      return render();
    } else if (!fits(list, [...keysOf(others), piece.value])) {
      keep = fits(list, [...keysOf(elsewhere), piece.value]) ? elsewhere : [];
    }
    for (const other of others) other.checked = keep.includes(other);
    if (onTouch()) navigator.vibrate?.(10);
  }
  arm("");
}

export function clear() {
  for (const piece of chosen()) piece.checked = false;
  arm("");
}

// A choice made ahead can turn out impossible; what lies on the table is let go first.
export function letGo() {
  const list = offersWithPieces();
  if (!list.length || fits(list, keysOf(chosen()))) return;
  for (const piece of chosen()) if (!isInHand(piece)) piece.checked = false;
  if (!fits(list, keysOf(chosen()))) for (const piece of chosen()) piece.checked = false;
}

document.addEventListener("change", ({ target }) => {
  if (isPiece(target)) choose(target, target.checked);
});

/**
 * A refusal tells the player why, and shakes what it is about.
 * @param {string} text
 */
export function refuse(text, list = chosen()) {
  say(text);
  toast(text, "bad")?.append(link());
  play("error");
  if (speed() === 0) return;
  const shake = ["0", "-6px", "6px", "-3px", "0"].map((translate) => ({ translate }));
  for (const piece of list) boxOf(piece).animate(shake, { duration: 180, composite: "add" });
}

// ---- showing ------------------------------------------------------------------------------------
export function render() {
  const told = renderOffers();
  renderPieces();
  // With nothing chosen the question stands; what a button would do is told when it is pointed at.
  preview(chosen().length || armed ? told?.button : undefined);
}

function renderOffers() {
  const picked = chosen();
  const keys = keysOf(picked);
  const handKeys = new Set(keysOf(pieces().filter(isInHand)));
  let shown = 0;
  /** @type {{ offer: Offer, isExact: boolean }[]} */
  const meant = []; // what uses all that is chosen
  for (const offer of offers()) {
    const { button, needs, gather } = offer;
    const has = covers(offer, keys);
    const missing = needs.filter((key) => !keys.includes(key));
    const isExact = meets(offer, keys);
    // One more piece: offered too, when it is plain which card of the hand would be played.
    const isNear =
      !gather && has && keys.length > 0 && missing.length === 1 && !handKeys.has(missing[0]);
    const on = isExact || isNear || (!needs.length && !gather);
    button.classList.toggle("on", on);
    if (gather) {
      button.value = isExact ? gathered(offer, picked) : (button.dataset.base ?? "");
      button.setAttribute("aria-disabled", String(!on));
    }
    button.classList.remove("btn-primary");
    button.dataset.label ??= button.textContent;
    const asks = on && isArmed(button.value);
    button.classList.toggle("armed", asks);
    const plain = button.dataset.label;
    const label = asks ? word("confirmLabel", { label: plain }) : plain;
    if (button.textContent !== label) button.textContent = label;
    if (on) shown += 1;
    if (isExact || isNear) meant.push({ offer, isExact });
  }
  const best = bestOf(meant);
  best?.button.classList.add("btn-primary");
  const hint = document.getElementById("hint");
  if (hint) hint.hidden = shown > 0;
  return best ?? onlyOne(meant);
}

/**
 * The bright button is the good one or none: what has no weight is never it, and of several that
 * weigh the same only one that asks for nothing more.
 * @param {{ offer: Offer, isExact: boolean }[]} meant
 */
function bestOf(meant) {
  const most = Math.max(0, ...meant.map(({ offer }) => offer.weight));
  return onlyOne(meant.filter(({ offer }) => most > 0 && offer.weight === most));
}

/**
 * The one that uses just what is chosen, or else the only one that asks for a piece more. What it
 * would do is told, also where it is not bright.
 * @param {{ offer: Offer, isExact: boolean }[]} meant
 */
function onlyOne(meant) {
  const exactly = meant.filter(({ isExact }) => isExact);
  const [first, ...others] = exactly.length ? exactly : meant;
  return first && !others.length ? first.offer : null;
}

function renderPieces() {
  const picked = chosen();
  const keys = keysOf(picked);
  const list = offersWithPieces();
  const fromHand = picked.some(isInHand);
  for (const piece of pieces()) {
    const inHand = isInHand(piece);
    const playable = fits(list, [piece.value]);
    const next = !piece.checked && keys.length > 0 && fits(list, [...keys, piece.value]);
    const offSide = keys.length > 0 && !next && !piece.checked && (!inHand || !fromHand);
    // The table is dimmed only beside a choice: an untouched table stays bright.
    const idle = !playable && (inHand || keys.length > 0);
    const { classList } = boxOf(piece);
    classList.toggle("chosen", piece.checked);
    classList.toggle("possible", next);
    classList.toggle("dim", list.length > 0 && (idle || offSide));
    classList.toggle("able", playable);
    // The same for ears: what cannot be played now, and what goes with what is chosen.
    piece.ariaDisabled = list.length > 0 && !playable ? "true" : null;
    if (next) piece.ariaDescription = word("fits");
    else if (piece.ariaDescription === word("fits")) piece.ariaDescription = null;
  }
}

/**
 * What would happen, in one sentence, in one place.
 * @param {HTMLElement} [button]
 */
function preview(button) {
  const about = pointed?.isConnected && pointed.classList.contains("on") ? pointed : button;
  const place = document.getElementById("preview");
  if (!place) return;
  const byNumber = about?.dataset.previews ? JSON.parse(about.dataset.previews) : {};
  const text = byNumber[chosen().length] ?? about?.dataset.preview ?? "";
  if (place.textContent !== text) place.textContent = text;
  document.getElementById("status")?.classList.toggle("previewing", Boolean(text));
  const plain = about === pointed && !about?.dataset.gather;
  const needs = plain ? (about?.dataset.pieces ?? "").split(" ") : [];
  for (const piece of pieces()) {
    boxOf(piece).classList.toggle("pointed", needs.includes(piece.value));
  }
}
let still = ""; // where the pointer was seen last
/** @param {Event} event */
const spotOf = (event) => (event instanceof MouseEvent ? `${event.clientX} ${event.clientY}` : "");
for (const kind of ["pointermove", "pointerdown"]) {
  document.addEventListener(kind, (event) => {
    still = spotOf(event);
  });
}
for (const kind of ["pointerover", "focusin", "pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => {
    const button = hit(event, ".offer");
    if (!button) return;
    // A button that came under a pointer at rest was not pointed at: the question stands.
    if (kind === "pointerover" && spotOf(event) === still) return;
    pointed = kind === "pointerover" || kind === "focusin" ? button : null;
    render();
  });
}
