// Moves on their way to the server: one at a time, each under its own id, refused with a reason.
import { onTouch } from "./dom.js";
import { isLocked } from "./lock.js";
import { arm, chosen, isArmed, refuse } from "./selection.js";
import { game, say, word } from "./words.js";

const PUSH_WITHIN = 3000; // a move that was accepted shows by then, or the table is fetched
const ANSWER_WITHIN = 2000; // a socket that is silent for longer is not waited for
const JUST = 1500;
const BEHIND = ["stale-move", "not-your-turn", "game-over"];
const NONE = { move: "", id: "", seen: 0 };
export const PLAY_ON = '{"type":"playOn"}';

/** @type {{ isOpen(): boolean, send(message: Record<string, unknown>): void }} */
let line = { isOpen: () => false, send() {} };
/** @type {{ seen: number } | null} */
let pending = null; // while a move is on its way
// A move that failed on the way is sent again under its own id, unless the table has gone on since.
let attempt = NONE;
let waiting = 0;
let listening = 0; // for the socket's answer
let movedAt = Number.NEGATIVE_INFINITY;

/**
 * The page's socket, by which moves go up; it knows this file, so it is handed in.
 * @param {typeof line} socket
 */
export const sendBy = (socket) => {
  line = socket;
};
export const justMoved = () => performance.now() - movedAt < JUST;
const boardSeq = () => Number(document.getElementById("board")?.dataset.v ?? 0);
/** @param {"courtyard:moved" | "courtyard:refresh"} kind */
const tell = (kind) => document.dispatchEvent(new CustomEvent(kind));

// Plain http on a home network has no randomUUID.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// ---- pressing -----------------------------------------------------------------------------------
/**
 * A click, not a submit: htmx learns from it which button was meant.
 * @param {HTMLButtonElement | null | undefined} button
 */
export function commit(button) {
  if (!pending) button?.click();
}

function asksFirst() {
  const wish = game.dataset.confirm;
  return wish === "always" || (wish === "phone" && onTouch());
}

/** @param {Event} event @returns {event is Event & { target: HTMLFormElement }} */
const isMove = (event) =>
  event.target instanceof HTMLFormElement && event.target.matches("form[data-move]");

document.addEventListener(
  "submit",
  (event) => {
    if (!isMove(event)) return;
    const button = event.submitter;
    const stop = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Enter in a checkbox presses the first button there is, even one that is not shown.
    if (
      pending ||
      isLocked() ||
      !(button instanceof HTMLButtonElement) ||
      !button.matches(".offer.on")
    ) {
      return stop();
    }
    // Where there is nothing else to do, nothing is asked.
    const isForced = button.dataset.forced !== undefined;
    if (asksFirst() && !isForced && !isArmed(button.value)) {
      stop();
      arm(button.value);
      say(button.textContent);
      button.focus();
    }
  },
  true,
);

// ---- sending ------------------------------------------------------------------------------------
addEventListener("htmx:configRequest", (event) => {
  if (!isMove(event)) return;
  const { parameters } = event.detail;
  const { move } = parameters;
  const seen = boardSeq();
  if (attempt.move !== move || attempt.seen !== seen) attempt = { move, id: newId(), seen };
  parameters.move_id = attempt.id;
  parameters.seen = String(seen);
});
addEventListener("htmx:beforeRequest", (event) => {
  if (!isMove(event)) return;
  if (!pending) {
    pending = { seen: boardSeq() };
    game.dataset.pending = "";
    if (onTouch()) navigator.vibrate?.(20);
    if (sendBySocket(event.target)) event.preventDefault();
  }
});

/**
 * By the open socket; if it does not answer soon, the same move under the same id goes by HTTP.
 * @param {HTMLFormElement} form
 */
function sendBySocket(form) {
  if (!line.isOpen()) return false;
  const match = Number(document.getElementById("board")?.dataset.match);
  const move = JSON.parse(attempt.move);
  line.send({ match, move, id: attempt.id, seen: boardSeq() });
  const url = form.getAttribute("hx-post") ?? "";
  const values = { move: attempt.move };
  clearTimeout(listening);
  listening = setTimeout(() => {
    if (pending) window.htmx.ajax("POST", url, { source: form, values, swap: "none" });
  }, ANSWER_WITHIN);
  return true;
}

// ---- answers ------------------------------------------------------------------------------------
addEventListener("htmx:afterRequest", (event) => {
  const { xhr } = event.detail;
  if (isMove(event)) return answered(xhr);
  if (xhr.status === 422 && event.target.matches("[data-resign], #reclaim")) {
    refuse(reasonIn(xhr), []);
  }
});

/** @param {XMLHttpRequest} xhr */
function answered(xhr) {
  if (xhr.status >= 200 && xhr.status < 300) return accepted();
  if (xhr.status === 0) return settle(); // site.js says that there is no connection; the id is kept
  const code = /data-code="([^"]+)"/.exec(xhr.responseText)?.[1] ?? "";
  refused(code, reasonIn(xhr) || word("failed"));
}
document.addEventListener("courtyard:answer", (event) => {
  const { ack, refused: name, code, why } = event.detail;
  if ((ack ?? name) !== attempt.id) return;
  clearTimeout(listening);
  if (ack) accepted();
  else refused(code, why || word("failed"));
});

function accepted() {
  const sent = pending?.seen ?? 0;
  attempt = NONE;
  movedAt = performance.now();
  if (boardSeq() > sent) return settle();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    settle();
    tell("courtyard:refresh");
  }, PUSH_WITHIN);
  tell("courtyard:moved");
}

/** @param {string} code @param {string} why */
function refused(code, why) {
  const isLate = attempt.move === PLAY_ON; // the next round was quicker than the press
  settle();
  attempt = NONE;
  if (isLate) return tell("courtyard:refresh");
  refuse(why);
  // Refused for what this page did not know: it is shown what it missed.
  if (BEHIND.includes(code)) tell("courtyard:refresh");
}

// What was on its way has its answer.
export function settle() {
  pending = null;
  clearTimeout(waiting);
  clearTimeout(listening);
  delete game.dataset.pending;
  arm("");
}

/**
 * The push that shows a move settles it, and its pieces are put back.
 * @param {number} seq
 */
export function after(seq) {
  if (!pending || seq <= pending.seen) return;
  for (const piece of chosen()) piece.checked = false;
  settle();
}

/**
 * A refusal is a piece of a page.
 * @param {XMLHttpRequest} xhr
 */
function reasonIn(xhr) {
  if (xhr.status >= 500) return "";
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  return page.body.textContent.trim().slice(0, 300);
}
