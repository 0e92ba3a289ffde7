// Arrival of HTML regions: what is older is dropped, what is the reader's own is kept, and what a
// push changes is shown, moved, heard and said. The socket brings regions; HTTP does when it is away.
import * as clock from "./clock.js";
import { fit } from "./fit.js";
import * as flip from "./flip.js";
import "./morph.js";
import * as moves from "./moves.js";
import * as patch from "./patch.js";
import * as resultSheet from "./result_sheet.js";
import { isInHand, letGo, pieces, render } from "./selection.js";
import * as sidePanel from "./side_panel.js";
import { play } from "./sound.js";
import * as turn from "./turn.js";
import { game, say, word } from "./words.js";

const board = document.getElementById("board");
const seen = { match: board?.dataset.match ?? "", v: board ? Number(board.dataset.v) : -1 };
/** @type {Record<string, string>} */
let told = {}; // the HTML of each region as the socket last brought it, whatever is shown of it
/** @type {flip.Snapshot | null} */
let flight = null;
/** @type {HTMLElement[]} */
let fresh = []; // log lines of this message
let full = false; // this message is no news: nothing flies, nothing is heard

/** @param {string} html */
function boardOf(html) {
  const tag = /<[^>]*\sid="board"[^>]*>/.exec(html)?.[0];
  if (!tag) return null;
  return {
    match: /\sdata-match="([^"]*)"/.exec(tag)?.[1] ?? "",
    v: Number(/\sdata-v="(\d+)"/.exec(tag)?.[1] ?? 0),
    full: /\sdata-full=/.test(tag),
  };
}

// A new connection is told the whole table, whatever was shown before.
export function expectWhole() {
  seen.v = -1;
  told = {};
}

/**
 * A push of the match: patches of its regions, and HTML. False: older than what is shown.
 * @param {{ regions: Record<string, patch.Patch>, anew?: boolean, now: number, full?: boolean }} push
 * @param {string} rest
 */
export function receive({ regions, anew, now, full = false }, rest) {
  told = patch.apply(anew ? {} : told, regions);
  clock.sync(now);
  const changed = Object.keys(regions).map((name) => told[name]);
  const html = [...changed, rest].join("");
  if (!before(html, full)) return false;
  swap(html);
  window.htmx.trigger(game, "htmx:wsAfterMessage", { message: html });
  return true;
}

/** @param {string} html */
const swap = (html) =>
  window.htmx.swap(game, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });

/**
 * False: older than what is shown, so it is dropped whole.
 * @param {string} html
 * @param {boolean} [isFull] it is no news
 */
export function before(html, isFull) {
  const arriving = boardOf(html);
  if (arriving) {
    if (arriving.match === seen.match && arriving.v < seen.v) return false;
    Object.assign(seen, { match: arriving.match, v: arriving.v });
  }
  full = isFull ?? arriving?.full ?? false;
  fresh = [];
  flight = flip.measure();
  keepFocus();
  return true;
}

/** @param {string} html */
export function after(html) {
  sidePanel.capLog();
  moves.after(seen.v);
  letGo();
  render();
  giveFocusBack();
  clock.read(html);
  fit();
  flip.run(flight, { deal: !full });
  resultSheet.after();
  sidePanel.toEnd();
  const mine = turn.after();
  if (full) return;
  const sound = fresh.flatMap((line) => line.dataset.sound || []).pop();
  if (sound) play(sound, { quiet: !moves.justMoved() });
  // A log that is out of sight is not read aloud, so its lines are said instead.
  const heard = sidePanel.logIsSeen() ? [] : fresh.map((line) => line.textContent.trim());
  const ask = document.getElementById("ask")?.textContent ?? "";
  if (mine) heard.push(`${word("yourTurn")}. ${ask}`);
  say(heard.join(" "));
}

// New lines go to the end of a log once, whatever is sent twice. The morph extension takes the
// wrapper for a line of its own, so it is taken off here.
addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.matches("[role=log]") || fragment.querySelector(`#${target.id}`)) return;
  const lines = [...fragment.querySelectorAll("li")].filter(
    (line) => !document.getElementById(line.id),
  );
  fragment.replaceChildren(...lines);
  if (target.id === "log") fresh.push(...lines);
});

// ---- the same regions over HTTP -------------------------------------------------------------------
let refreshing = false;
async function fetchRegions() {
  const headers = { "HX-Request": "true" };
  const answer = await fetch(game.dataset.refresh ?? "", { headers, cache: "no-store" });
  if (!answer.ok) return;
  const html = await answer.text();
  if (!before(html)) return;
  swap(html);
  after(html);
}
export async function refresh() {
  if (refreshing) return;
  refreshing = true;
  await fetchRegions().catch(() => {});
  refreshing = false;
}

// ---- the focus ----------------------------------------------------------------------------------
/** @type {{ node: Element, inHand: boolean, index: number } | null} */
let focus = null; // where it was: a zone and a number in it

/** @param {boolean} inHand */
const zone = (inHand) => pieces().filter((piece) => isInHand(piece) === inHand);

function keepFocus() {
  const node = document.activeElement;
  focus = null;
  if (node instanceof HTMLInputElement && node.matches(".piece")) {
    const inHand = isInHand(node);
    focus = { node, inHand, index: zone(inHand).indexOf(node) };
  } else if (node?.matches(".offer")) {
    const index = zone(true).findIndex((piece) => piece.checked);
    focus = { node, inHand: true, index: Math.max(0, index) };
  }
}

// The focused piece has left: the focus goes to its neighbour, not to the top of the page.
function giveFocusBack() {
  if (!focus) return;
  if (focus.node.isConnected && getComputedStyle(focus.node).display !== "none") return;
  const active = document.activeElement;
  if (active !== document.body && active?.isConnected) return;
  const list = zone(focus.inHand).length ? zone(focus.inHand) : zone(true);
  list[Math.min(focus.index, list.length - 1)]?.focus({ preventScroll: true });
}
