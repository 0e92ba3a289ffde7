// Choosing pieces and making moves, for any game.
//
// A piece is a checkbox; an offer is a button that knows the pieces it needs. What is checked is
// the player's own and survives every push; everything else here is worked out anew from it.
import { play } from "./sound.js";
import { game, onTouch, say, speed, toast, word } from "./words.js";

const PUSH_WITHIN = 3000; // a move that was accepted shows by then, or the table is fetched
const BEHIND = /data-code="(stale-move|not-your-turn|game-over)"/;

// ---- what a push may not touch ------------------------------------------------------------------
const OWNED = new Set(["checked", "aria-pressed", "open", "style"]);
const morph = window.Idiomorph.defaults.callbacks;
morph.beforeAttributeUpdated = (name, node) => {
  const own = OWNED.has(name) || (name === "value" && node.matches("input:not([type=hidden]),textarea"));
  // A piece's value is its key: the server names it.
  return !own || node.hasAttribute("data-server-owned") || (name === "value" && node.matches(".piece"));
};
morph.beforeNodeMorphed = (node) => !(node instanceof Element && node.hasAttribute("data-client"));

// ---- pieces and offers --------------------------------------------------------------------------
export const pieces = () => [...game.querySelectorAll(".piece")];
export const boxOf = (piece) => piece.closest("label") ?? piece;
export const isInHand = (piece) => Boolean(piece.closest("#hand"));
const chosen = () => pieces().filter((piece) => piece.checked);
const keysOf = (list) => list.map((piece) => piece.value);

export function offers() {
  return [...game.querySelectorAll("#actions .offer")].map((button) => ({
    button,
    needs: button.dataset.pieces ? button.dataset.pieces.split(" ") : [],
    weight: Number(button.dataset.weight),
    gather: button.dataset.gather ?? "",
    least: Number(button.dataset.least ?? 1),
    most: Number(button.dataset.most || Infinity),
    must: button.dataset.must ?? "",
  }));
}
// Nothing is chosen that the offer has no use for.
const covers = ({ needs, most }, keys) => keys.length <= most && keys.every((key) => needs.includes(key));
const fits = (all, keys) => all.some((offer) => covers(offer, keys));
// All is chosen that the offer needs; one that gathers takes any number within its bounds.
function meets(offer, keys) {
  if (!covers(offer, keys)) return false;
  if (!offer.gather) return offer.needs.length === keys.length;
  return keys.length >= offer.least && (!offer.must || keys.includes(offer.must));
}

// The move of a gathering offer: its list with the chosen pieces put in, or taken out if they are.
function gathered({ button, gather }, picked) {
  const move = JSON.parse(button.dataset.base);
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
let pointed = null; // the offer under the pointer or the focus

// The button that Enter presses: the heaviest of those that need exactly what is chosen.
export function primary() {
  return game.querySelector("#actions .offer.btn-primary");
}

export function exact(keys) {
  return offers().filter((offer) => meets(offer, keys));
}

// ---- choosing -----------------------------------------------------------------------------------
// A new choice stays with the earlier ones as long as some move needs them all; else it takes the
// place of what was chosen in the same zone, and failing that of everything.
export function choose(piece, on = true) {
  piece.checked = on;
  if (on) {
    const all = offers().filter(({ needs }) => needs.length);
    const others = chosen().filter((other) => other !== piece);
    const elsewhere = others.filter((other) => isInHand(other) !== isInHand(piece));
    let keep = others;
    if (!all.length) {
      keep = elsewhere; // ahead of one's turn
    } else if (!fits(all, [piece.value])) {
      piece.checked = false;
      refuse(word("notNow"), [piece]);
      return render();
    } else if (!fits(all, [...keysOf(others), piece.value])) {
      keep = fits(all, [...keysOf(elsewhere), piece.value]) ? elsewhere : [];
    }
    for (const other of others) other.checked = keep.includes(other);
    if (onTouch()) navigator.vibrate?.(10);
  }
  armed = "";
  render();
}

export function clear() {
  for (const piece of chosen()) piece.checked = false;
  armed = "";
  render();
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.(".piece")) choose(event.target, event.target.checked);
});

// ---- showing ------------------------------------------------------------------------------------
export function render() {
  const picked = chosen();
  const keys = keysOf(picked);
  const all = offers();
  const withPieces = all.filter(({ needs }) => needs.length);
  const handKeys = new Set(keysOf(pieces().filter(isInHand)));
  let best = null;
  let shown = 0;
  for (const offer of all) {
    const { button, needs, weight, gather } = offer;
    const has = covers(offer, keys);
    const missing = needs.filter((key) => !keys.includes(key));
    const isExact = meets(offer, keys);
    // One more piece: offered too, when it is plain which card of the hand would be played.
    const isNear = !gather && has && keys.length > 0 && missing.length === 1 && !handKeys.has(missing[0]);
    const on = isExact || isNear || (!needs.length && !gather);
    button.classList.toggle("on", on);
    if (gather) {
      button.value = isExact ? gathered(offer, picked) : button.dataset.base;
      button.setAttribute("aria-disabled", String(!on));
    }
    button.classList.remove("btn-primary");
    button.style.order = String(isExact ? -100 - weight : -weight);
    button.dataset.label ??= button.textContent;
    const isArmed = on && armed === button.value;
    button.classList.toggle("armed", isArmed);
    const label = isArmed ? word("confirmLabel", { label: button.dataset.label }) : button.dataset.label;
    if (button.textContent !== label) button.textContent = label;
    if (on) shown += 1;
    if (isExact && (!best || weight > best.weight)) best = offer;
  }
  best?.button.classList.add("btn-primary");
  const hint = document.getElementById("hint");
  if (hint) hint.hidden = shown > 0;

  for (const piece of pieces()) {
    const box = boxOf(piece);
    const playable = fits(withPieces, [piece.value]);
    const next = !piece.checked && keys.length > 0 && fits(withPieces, [...keys, piece.value]);
    const offSide = keys.length > 0 && !next && !piece.checked && (!isInHand(piece) || !picked.some(isInHand));
    box.classList.toggle("chosen", piece.checked);
    box.classList.toggle("possible", next);
    // The table is dimmed only beside a choice: an untouched table stays bright.
    const idle = !playable && (isInHand(piece) || keys.length > 0);
    box.classList.toggle("dim", withPieces.length > 0 && (idle || offSide));
    box.classList.toggle("able", playable);
  }
  // With nothing chosen the question stands; what a button would do is told when it is pointed at.
  preview(keys.length || armed ? best?.button : null);
}

// What would happen, in one sentence, in one place.
function preview(button) {
  const about = pointed?.isConnected && pointed.classList.contains("on") ? pointed : button;
  const place = document.getElementById("preview");
  if (!place) return;
  const byNumber = about?.dataset.previews ? JSON.parse(about.dataset.previews) : {};
  const text = byNumber[chosen().length] ?? about?.dataset.preview ?? "";
  if (place.textContent !== text) place.textContent = text;
  document.getElementById("status")?.classList.toggle("previewing", Boolean(text));
  const needs = about === pointed && !about?.dataset.gather ? (about?.dataset.pieces ?? "").split(" ") : [];
  for (const piece of pieces()) boxOf(piece).classList.toggle("pointed", needs.includes(piece.value));
}
for (const [kind, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const button = event.target.closest?.(".offer");
    if (!button) return;
    pointed = on ? button : null;
    render();
  });
}

// ---- moving -------------------------------------------------------------------------------------
let pending = null; // { seen } while a move is on its way
let attempt = { move: "", id: "" }; // a move that failed on the way is sent again under its own id
let waiting = 0;
let movedAt = -Infinity;

export const justMoved = () => performance.now() - movedAt < 1500;

// Plain http on a home network has no randomUUID.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function asksFirst() {
  const wish = game.dataset.confirm;
  return wish === "always" || (wish === "phone" && onTouch());
}

// A click, not a submit: htmx learns from it which button was meant.
export function commit(button) {
  if (!pending) button?.click();
}

document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("form[data-move]")) return;
    const button = event.submitter;
    const stop = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Enter in a checkbox presses the first button there is, even one that is not shown.
    if (pending || !button?.matches(".offer.on")) return stop();
    if (asksFirst() && armed !== button.value) {
      stop();
      armed = button.value;
      render();
      say(button.textContent);
      button.focus();
    }
  },
  true,
);

const isMove = (event) => event.target.matches?.("form[data-move]");
const boardSeq = () => Number(document.getElementById("board")?.dataset.v ?? 0);

addEventListener("htmx:configRequest", (event) => {
  if (!isMove(event)) return;
  const move = event.detail.parameters.move;
  if (attempt.move !== move) attempt = { move, id: newId() };
  event.detail.parameters.move_id = attempt.id;
  event.detail.parameters.seen = String(boardSeq());
});
addEventListener("htmx:beforeRequest", (event) => {
  if (!isMove(event)) return;
  pending = { seen: boardSeq() };
  game.dataset.pending = "";
  if (onTouch()) navigator.vibrate?.(20);
});
addEventListener("htmx:afterRequest", (event) => {
  const { xhr } = event.detail;
  if (!isMove(event)) {
    if (xhr.status === 422 && event.target.matches?.("[data-resign], #reclaim")) refuse(reasonIn(xhr), []);
    return;
  }
  const sent = pending?.seen ?? 0;
  if (xhr.status >= 200 && xhr.status < 300) {
    attempt = { move: "", id: "" };
    movedAt = performance.now();
    if (boardSeq() > sent) return settle();
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      settle();
      document.dispatchEvent(new CustomEvent("courtyard:refresh"));
    }, PUSH_WITHIN);
    document.dispatchEvent(new CustomEvent("courtyard:moved"));
    return;
  }
  settle();
  if (xhr.status === 0) return; // site.js says that there is no connection; the id is kept
  attempt = { move: "", id: "" };
  refuse(reasonIn(xhr) || word("failed"));
  // Refused for what this page did not know: it is shown what it missed.
  if (BEHIND.test(xhr.responseText)) document.dispatchEvent(new CustomEvent("courtyard:refresh"));
});

function settle() {
  pending = null;
  clearTimeout(waiting);
  armed = "";
  delete game.dataset.pending;
  render();
}

// A refusal tells the player why: as JSON, as text or as a piece of a page.
function reasonIn(xhr) {
  if (xhr.status >= 500) return "";
  const text = xhr.responseText.trim();
  if ((xhr.getResponseHeader("Content-Type") ?? "").includes("json")) {
    try {
      const body = JSON.parse(text);
      return body.reason ?? body.message ?? body.detail ?? body.error ?? "";
    } catch {
      return "";
    }
  }
  return new DOMParser().parseFromString(text, "text/html").body.textContent.trim().slice(0, 300);
}

function refuse(text, list = chosen()) {
  say(text);
  toast(text, "bad");
  play("error");
  if (speed() === 0) return;
  for (const piece of list) {
    boxOf(piece).animate(
      [{ translate: 0 }, { translate: "-6px" }, { translate: "6px" }, { translate: "-3px" }, { translate: 0 }],
      { duration: 180, composite: "add" },
    );
  }
}

// ---- around a push ------------------------------------------------------------------------------
let focus = null; // where the focus was: a zone and a number in it

const zone = (inHand) => pieces().filter((piece) => isInHand(piece) === inHand);

export function before() {
  const active = document.activeElement;
  focus = null;
  if (active?.matches?.(".piece")) {
    focus = { node: active, inHand: isInHand(active), index: zone(isInHand(active)).indexOf(active) };
  } else if (active?.matches?.(".offer")) {
    const list = zone(true);
    focus = { node: active, inHand: true, index: Math.max(0, list.findIndex((piece) => piece.checked)) };
  }
}

export function after(seq) {
  if (pending && seq > pending.seen) {
    for (const piece of chosen()) piece.checked = false;
    settle();
  }
  // A choice made ahead can turn out impossible; what lies on the table is let go first.
  const all = offers().filter(({ needs }) => needs.length);
  if (all.length && !fits(all, keysOf(chosen()))) {
    for (const piece of chosen()) if (!isInHand(piece)) piece.checked = false;
    if (!fits(all, keysOf(chosen()))) for (const piece of chosen()) piece.checked = false;
  }
  render();
  // The focused piece has left: the focus goes to its neighbour, not to the top of the page.
  const gone = focus && (!focus.node.isConnected || getComputedStyle(focus.node).display === "none");
  if (gone && (document.activeElement === document.body || !document.activeElement?.isConnected)) {
    const list = zone(focus.inHand).length ? zone(focus.inHand) : zone(true);
    list[Math.min(focus.index, list.length - 1)]?.focus({ preventScroll: true });
  }
}
