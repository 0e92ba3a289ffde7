// Arrival of HTML regions: what is older is dropped, what is the reader's own is kept, and what a
// push changes is shown, moved, heard and said. The socket brings regions; HTTP does when it is away.
//
// Nothing is told before it is seen. A push is first put in place without what tells of it (nodes
// marked `data-tells`, the sheet, the log); when its pieces lie, all of it is, and is heard and said.
import * as clock from "./clock.js";
import { speed, spoken } from "./dom.js";
import { fit } from "./fit.js";
import * as flights from "./flights.js";
import * as flip from "./flip.js";
import * as forced from "./forced.js";
import * as intermission from "./intermission.js";
import * as lock from "./lock.js";
import { holdingBack } from "./morph.js";
import * as moves from "./moves.js";
import * as podium from "./podium.js";
import * as resultSheet from "./result_sheet.js";
import * as scores from "./scores.js";
import { forgetPointer, isInHand, letGo, pieces, render } from "./selection.js";
import * as sidePanel from "./side_panel.js";
import { play } from "./sound.js";
import { toast } from "./toasts.js";
import * as told from "./told.js";
import * as turn from "./turn.js";
import { game, say, word } from "./words.js";

const AT_ONCE = ["die", "deal"]; // the noise of the flight itself
const A_FRAME = 16;
const LOOK = 900; // what lies is looked at before a sheet covers it

const board = document.getElementById("board");
const seen = { match: board?.dataset.match ?? "", v: board ? Number(board.dataset.v) : -1 };
/** @type {flip.Snapshot | null} */
let flight = null;
/** @type {HTMLElement[]} */
let fresh = []; // log lines of this message
let full = false; // this message is no news: nothing flies, nothing is heard
let begins = false; // a match that has just been dealt is news, though all of it comes at once
/** @type {(() => void) | null} */
let held = null; // what the last push still has to tell
let isLate = false; // what is put in place now was held back
let telling = 0;
let opening = 0;
let asked = spoken(document.getElementById("ask")); // what the table asked of the reader last
/** @type {scores.Scores} */
let stood = new Map(); // the scores before the push

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
  told.forget();
}

/**
 * A push of the match. False: older than what is shown.
 * @param {told.AlikeHead} first its first line
 * @param {string} rest
 */
export function receive(first, rest) {
  tellNow();
  const { changed, html: lines, now, full = false } = told.read(first, rest.split("\n"));
  clock.sync(now);
  const html = [...changed.map(told.region), ...lines].join("\n");
  if (!before(html, full)) return false;
  const tell = () => {
    swap(html);
    window.htmx.trigger(game, "htmx:wsAfterMessage", { message: html });
  };
  if (full || speed() === 0) {
    tell();
    return true;
  }
  const shows = changed.filter((name) => name !== "sheet").map(told.region);
  holdingBack(() => swap(shows.join("\n")));
  lies();
  clock.read("");
  noise(html, AT_ONCE);
  // A line more or less of what is told can move pieces too: then they glide.
  const tellLate = () => {
    flight = flip.measure();
    isLate = true;
    tell();
    isLate = false;
  };
  held = tellLate;
  // Scripts of games see what has changed first, and may move more.
  queueMicrotask(() => {
    if (held === tellLate) waitAndTell(html);
  });
  return true;
}

/** @param {string} html */
function waitAndTell(html) {
  whenAllLies(html.includes(" data-unfolds") ? unfold : tellNow);
}

/** @param {() => void} then */
function whenAllLies(then) {
  const ms = flights.left();
  if (ms === 0) return then();
  lock.lock(ms);
  lock.hold(true); // a busy page tells later than that
  telling = setTimeout(() => whenAllLies(then), Math.max(ms, A_FRAME));
}

// Hands that a sheet lays open are seen there, one after the other, before anything is said.
function unfold() {
  flights.land();
  swap(told.region("sheet"));
  if (!resultSheet.layOpen()) resultSheet.after();
  queueMicrotask(() => whenAllLies(tellNow));
}

function tellNow() {
  clearTimeout(telling);
  const tell = held;
  held = null;
  lock.hold(false);
  flights.land();
  tell?.();
}

/**
 * The last of the new sounds.
 * @param {string} html
 * @param {string[]} names only these
 */
function noise(html, names) {
  const sounds = [...html.matchAll(/<li[^>]* data-sound="(\w+)"/g)].map(([, name]) => name);
  const sound = sounds.filter((name) => names.includes(name)).pop();
  if (sound) play(sound, { quiet: !moves.justMoved() });
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
  begins = false;
  if (arriving) {
    begins = arriving.match !== seen.match && arriving.v === 0;
    if (arriving.match === seen.match && arriving.v < seen.v) return false;
    Object.assign(seen, { match: arriving.match, v: arriving.v });
  }
  full = !begins && (isFull ?? arriving?.full ?? false);
  fresh = [];
  flight = flip.measure();
  if (begins) flight?.places.clear(); // what is left of a match before is not its own
  stood = begins ? new Map() : scores.read();
  lock.remember();
  keepFocus();
  return true;
}

// Everything is in its place, and flies there.
function lies() {
  moves.after(seen.v);
  forgetPointer();
  letGo();
  render();
  flip.settle(flight);
  fit();
  flip.run(flight, { deal: !full && !isLate });
  flight = null;
  giveFocusBack();
  intermission.after();
}

/** @param {string} html */
export function after(html) {
  sidePanel.capLog();
  lies();
  if (!isLate) lock.lock(flights.left());
  if (begins) noise(html, AT_ONCE);
  lock.compare();
  clock.read(html);
  openSheet();
  sidePanel.toEnd();
  forced.after();
  const came = turn.after();
  const ask = spoken(document.getElementById("ask"));
  const asksAnew = turn.isMine() && ask !== asked;
  asked = ask;
  if (full) return;
  scores.move(stood);
  const sounds = fresh.flatMap((line) => line.dataset.sound || []);
  const late = sounds.filter((name) => speed() === 0 || !AT_ONCE.includes(name));
  const sound = late.pop();
  if (sound) play(sound, { quiet: !moves.justMoved() });
  for (const line of fresh) if (line.dataset.clock) toast(line.dataset.clock);
  // A log that is out of sight is not read aloud, so its lines are said instead.
  const heard = sidePanel.logIsSeen() ? [] : fresh.map(spoken);
  if (came) heard.push(`${word("yourTurn")}. ${ask}`);
  else if (asksAnew) heard.push(ask);
  say(heard.join(" "));
}

// The sheet of what has just ended waits until the end was seen, that of a match for the podium too.
function openSheet() {
  clearTimeout(opening);
  if (full || speed() === 0 || !resultSheet.isNew()) return resultSheet.after();
  const look = resultSheet.isUnfolding() ? 2 * LOOK : LOOK;
  opening = setTimeout(async () => {
    resultSheet.fold();
    if (document.querySelector("#sheet[data-kind=result]")) await podium.show();
    resultSheet.after();
  }, look * speed());
}

// New lines go to the end of a log once, whatever is sent twice. The morph extension takes the
// wrapper for a line of its own, so it is taken off here.
addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.matches(".log") || fragment.querySelector(`#${target.id}`)) return;
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
