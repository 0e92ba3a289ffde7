// What a table's socket has told: the texts that are the same for everybody, and the reader's own.
// `games/page/pushing.py` writes them; here they become the regions that this reader sees.
import { apply } from "./patch.js";

/** @typedef {{ regions: Record<string, number[]>, lines: number }} Head of a part of a push */
/** @typedef {Head & { anew?: boolean }} AlikeHead */
/** @typedef {Head & { now: number, full?: boolean, seat?: number | null }} OwnHead */

/** @type {{ alike: import("./patch.js").Texts, own: import("./patch.js").Texts, seat: number | null }} */
let told = { alike: {}, own: {}, seat: null };

// A new connection is told everything.
export function forget() {
  told = { alike: {}, own: {}, seat: null };
}

/**
 * A push of a match: the part that is the same for everybody, the reader's own, HTML.
 * @param {AlikeHead} first head of the first part
 * @param {string[]} rest its lines, the second part, the HTML
 * @returns {OwnHead & { changed: string[], html: string[] }}
 */
export function read(first, rest) {
  if (first.anew) forget();
  const alike = apply(told.alike, first.regions, rest.slice(0, first.lines));
  /** @type {OwnHead} */
  const head = JSON.parse(rest[first.lines]);
  const begin = first.lines + 1;
  const end = begin + head.lines;
  const known = Object.values(alike).flatMap((text) => text.split("\n"));
  const own = apply(told.own, head.regions, rest.slice(begin, end), known);
  told = { alike, own, seat: head.seat === undefined ? told.seat : head.seat };
  const changed = new Set([...Object.keys(first.regions), ...Object.keys(head.regions)]);
  return { ...head, changed: [...changed], html: rest.slice(end) };
}

/** A region as this reader sees it. @param {string} name */
export function region(name) {
  const { alike, own, seat } = told;
  if (name in own) return own[name];
  if (seat === null) return alike[name];
  if (name === "seats") return around(alike.seats, seat);
  if (name === "sheet") return ownRow(alike.sheet, seat);
  return alike[name];
}

/** The others, from the one behind the reader on. @param {string} seats @param {number} seat */
function around(seats, seat) {
  const end = seats.lastIndexOf("\n</ul>");
  const [open, ...people] = seats.slice(0, end).split(/\n(?=<li id="seat-\d+")/);
  return [open, ...people.slice(seat + 1), ...people.slice(0, seat)].join("\n") + seats.slice(end);
}

/** @param {string} sheet @param {number} seat */
function ownRow(sheet, seat) {
  return sheet.replaceAll(`<section data-seat="${seat}" class="tally-row`, "$& me");
}
