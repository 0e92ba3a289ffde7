// Entry script of a lesson: a table's page without a socket. What a press is answered with are the
// pushes that a socket would bring, played one after the other; the lesson points at real pieces.
import * as arrival from "./arrival.js";
import { all, hit, one, speed } from "./dom.js";
import "./drag.js";
import { fit } from "./fit.js";
import * as flights from "./flights.js";
import "./keyboard.js";
import { settle } from "./moves.js";
import "./preferences.js";
import * as resultSheet from "./result_sheet.js";
import { boxOf, pieces, render } from "./selection.js";
import * as sidePanel from "./side_panel.js";
import * as turn from "./turn.js";
import { game, word } from "./words.js";

const BREATH = 900; // so long the others think

// ---- what the lesson points at ------------------------------------------------------------------
const strip = () => document.getElementById("lesson")?.dataset ?? {};

/**
 * A piece that can be chosen, else whatever has this key, else a place by its id.
 * @param {string} name
 */
function find(name) {
  const piece = pieces().find(({ value }) => value === name);
  if (piece) return boxOf(piece);
  return one(`[data-key="${CSS.escape(name)}"]`, game) ?? document.getElementById(name);
}

/**
 * Rings it; what can be pressed says so to ears as well. An offer says what it would do.
 * @param {Element | null | undefined} node
 */
function mark(node) {
  node?.setAttribute("data-point", "");
  const control = node?.matches("button") ? node : node?.querySelector("input.piece");
  if (control) control.ariaDescription ||= word("here");
}

function point() {
  for (const node of all("[data-point]", game)) node.removeAttribute("data-point");
  for (const control of all("[aria-description]", game)) {
    if (control.ariaDescription === word("here")) control.ariaDescription = null;
  }
  const { points = "", wanted = "" } = strip();
  for (const name of points.split(" ").filter(Boolean)) mark(find(name));
  if (!wanted) return;
  for (const button of all("#actions button.offer", game)) {
    if (button.getAttribute("value") === wanted) mark(button);
  }
}

// ---- answers ------------------------------------------------------------------------------------
let playing = 0; // the answer that is being played; a newer one ends it
/** @type {string[]} */
let rest = []; // what of it is still to come

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} message */
function put(message) {
  const end = message.indexOf("\n");
  const head = JSON.parse(message.slice(0, end));
  if (head.anew) arrival.expectWhole();
  arrival.receive(head, message.slice(end + 1));
}

/** @param {string[]} messages */
async function play(messages) {
  playing += 1;
  const mine = playing;
  rest = messages;
  // The table as the step has it, and what was pressed, at once; then the others, one by one.
  for (let number = 0; rest.length; number += 1) {
    if (number > 1) await wait(flights.left() + BREATH * (speed() || 0.5));
    if (mine !== playing) return;
    put(rest.shift() ?? "");
  }
}

// Who presses on meanwhile sees at once how the step ends, and does not begin it again.
addEventListener("htmx:beforeRequest", (event) => {
  if (!rest.length || !hit(event, "#lesson-skip")) return;
  event.preventDefault();
  playing += 1;
  for (const message of rest.splice(0)) put(message);
});

addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!xhr.getResponseHeader("Content-Type")?.startsWith("application/json")) return;
  event.detail.shouldSwap = false;
  play(JSON.parse(xhr.responseText));
});
addEventListener("htmx:wsAfterMessage", (event) => {
  if (event.target !== game) return; // the bell's
  arrival.after(event.detail.message);
  begin();
});
// A move that the lesson answers changes nothing on the table.
document.addEventListener("courtyard:moved", settle);

for (const kind of ["change", "input", "click", "keyup", "focusin", "pointerover"]) {
  document.addEventListener(kind, () => queueMicrotask(point));
}

/** What a step needs whenever it is there. */
function begin() {
  const token = document.getElementById("csrf")?.dataset.token ?? "";
  for (const field of all("[data-csrf]", game)) {
    if (field instanceof HTMLInputElement) field.value = token;
  }
  point();
}

resultSheet.start();
sidePanel.toEnd(true);
render();
turn.start();
fit();
begin();
addEventListener("resize", fit);
document.fonts.ready.then(fit);
