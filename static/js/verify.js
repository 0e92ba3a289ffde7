// Verification of a match's chance, worked out again from its public log. Pure: log in, marks out.
//
// The same checks as archive/proof/verification.py, written anew from docs/chance.md so that a mistake in one
// shows in the other. Marks are codes: commitment, key, seal, order, chance-n, tie-n.
import * as plain from "./sha256.js";

const FORMAT = "courtyard-log-1";
const LABEL = "courtyard-chance-1";
const WORD = 2 ** 32;
const MOST = 10_000; // no game rolls so many dice at once

/** @typedef {{ call: string, items: unknown[], count?: number, result?: unknown }} Call */
/** @typedef {{ call: number, where: (string | number)[], of: number[], at: number[] }} Tie */
/** @typedef {{ seq: number, seal: string, chance: Call[], ties: Tie[], [name: string]: unknown }} Step */
/**
 * @typedef {object} Log
 * @property {string} format
 * @property {string} seed
 * @property {string} commitment
 * @property {string} key
 * @property {string} seal
 * @property {{ nonce: string, name?: string }[]} seats
 * @property {Step[]} steps
 */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {(bytes: Bytes) => Promise<Bytes>} Sign */

// ---- bytes ----------------------------------------------------------------------------------------
const encoder = new TextEncoder();
/** @param {string} text @returns {Bytes} */
export const bytesOf = (text) => encoder.encode(text);
/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {unknown} text @returns {Bytes} */
export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// WebCrypto where the browser gives it; our own arithmetic on plain http.
const subtle = globalThis.crypto?.subtle;
export const usesWebCrypto = Boolean(subtle);

/** @param {Bytes} bytes */
export async function sha256(bytes) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plain.sha256(bytes);
}

/**
 * A function that signs with this key: the key is prepared once.
 * @param {Bytes} key
 * @returns {Promise<Sign>}
 */
export async function signer(key) {
  // HMAC fills a short key up with zeros, so an empty key is one zero byte.
  const filled = key.length ? key : new Uint8Array(1);
  if (!subtle) return async (bytes) => plain.hmac(filled, bytes);
  const kind = { name: "HMAC", hash: "SHA-256" };
  const kept = await subtle.importKey("raw", filled, kind, false, ["sign"]);
  return async (bytes) => new Uint8Array(await subtle.sign("HMAC", kept, bytes));
}

// ---- the stream of one step -----------------------------------------------------------------------
export class Stream {
  #sign;
  #message;
  #block = 0;
  /** @type {number[]} */
  #bytes = [];

  /** @param {Sign} sign @param {number} seq */
  constructor(sign, seq) {
    const label = bytesOf(LABEL);
    this.#sign = sign;
    this.#message = new DataView(new ArrayBuffer(label.length + 16));
    new Uint8Array(this.#message.buffer).set(label);
    this.#message.setBigUint64(label.length, BigInt(seq));
  }

  /**
   * A number below n, each equally likely.
   * @param {number} n
   */
  async below(n) {
    if (!(n >= 1)) throw new RangeError("nothing to choose from");
    const limit = WORD - (WORD % n);
    for (;;) {
      if (this.#bytes.length < 4) {
        this.#message.setBigUint64(this.#message.byteLength - 8, BigInt(this.#block++));
        this.#bytes.push(...(await this.#sign(new Uint8Array(this.#message.buffer))));
      }
      const [a, b, c, d] = this.#bytes.splice(0, 4);
      const x = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
      if (x < limit) return x % n;
    }
  }

  /** @param {unknown[]} items */
  async shuffle(items) {
    const deck = [...items];
    for (let i = deck.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  }

  /** @param {unknown[]} items */
  async pick(items) {
    return items[await this.below(items.length)];
  }

  /** @param {unknown[]} items @param {number} [count] */
  async roll(items, count) {
    if (count === undefined || !Number.isInteger(count) || count > MOST)
      throw new RangeError("nobody rolls so many");
    const faces = [];
    for (let i = 0; i < count; i++) faces.push(await this.pick(items));
    return faces;
  }
}

/** @param {Stream} stream @param {Call} call */
export async function again(stream, { call, items, count }) {
  if (!Array.isArray(items)) throw new TypeError("chance is asked about a list");
  if (call === "shuffle") return stream.shuffle(items);
  if (call === "roll") return stream.roll(items, count);
  if (call === "pick") return stream.pick(items);
  throw new TypeError(`no such chance: ${call}`);
}

/** @param {Bytes} seed @param {string[]} nonces */
export async function keyOf(seed, nonces) {
  return (await signer(seed))(bytesOf(nonces.join("\n")));
}

// ---- seals ----------------------------------------------------------------------------------------
/**
 * One way to write a value: keys in order, no spaces.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(",")}}`;
}

/** @param {string} before @param {{ seal: string, steps?: unknown }} sealed */
export async function sealOf(before, { seal, steps, ...own }) {
  return hex(await sha256(bytesOf(before + canonical(own))));
}

// ---- the checks -----------------------------------------------------------------------------------
/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @param {any} log @returns {log is Log} */
export function isLog(log) {
  try {
    return (
      log.format === FORMAT &&
      [log.seed, log.commitment, log.key, log.seal].every(isText) &&
      Array.isArray(log.seats) &&
      log.seats.every((/** @type {any} */ seat) => isText(seat.nonce)) &&
      log.steps.length > 0 &&
      log.steps.every(
        (/** @type {any} */ step) =>
          isText(step.seal) &&
          Array.isArray(step.chance) &&
          Array.isArray(step.ties) &&
          "seq" in step,
      )
    );
  } catch {
    return false;
  }
}

/** @param {Step} step @param {(string | number)[]} where @returns {unknown[]} */
function resolve(step, where) {
  /** @type {any} */
  let value = step;
  for (const name of where) {
    const has = value !== null && typeof value === "object" && Object.hasOwn(value, name);
    if (!has) throw new TypeError("no such place");
    value = value[name];
  }
  return Array.isArray(value) ? value : [value];
}

/** @param {unknown[]} list @param {number[]} numbers */
function take(list, numbers) {
  return numbers.map((n) => {
    if (!Number.isInteger(n) || n < 0 || n >= list.length) throw new RangeError("no such place");
    return list[n];
  });
}

/** @param {Step} step @param {Tie} tie @param {Set<string>} used */
function tieHolds(step, tie, used) {
  const given = /** @type {unknown[]} */ (step.chance[tie.call].result);
  const there = resolve(step, tie.where);
  const places = new Set(tie.at.map((place) => `${tie.call}/${place}`));
  const right =
    tie.at.length > 0 &&
    canonical(take(there, tie.of)) === canonical(take(given, tie.at)) &&
    places.size === tie.at.length &&
    ![...places].some((place) => used.has(place));
  for (const place of places) used.add(place);
  return right;
}

/** @param {Log} log */
export async function checkHead(log) {
  const wrong = [];
  const seed = unhex(log.seed);
  if (hex(await sha256(seed)) !== log.commitment) wrong.push("commitment");
  const nonces = log.seats.map((seat) => seat.nonce);
  const key = await keyOf(seed, nonces);
  if (hex(key) !== log.key) wrong.push("key");
  if (log.seal !== (await sealOf("", log))) wrong.push("seal");
  return { key, wrong };
}

/** @param {Sign} sign @param {Step} step @param {number} number @param {string} before */
export async function checkStep(sign, step, number, before) {
  const wrong = [];
  if (step.seq !== number) wrong.push("order");
  const stream = new Stream(sign, number);
  for (const [n, call] of step.chance.entries()) {
    const right = await again(stream, call).then(
      (result) => canonical(result) === canonical(call.result) && call.result !== undefined,
      () => false,
    );
    if (!right) wrong.push(`chance-${n}`);
  }
  /** @type {Set<string>} */
  const used = new Set();
  for (const [n, tie] of step.ties.entries()) {
    let right = false;
    try {
      right = tieHolds(step, tie, used);
    } catch {
      // what cannot be found is not there
    }
    if (!right) wrong.push(`tie-${n}`);
  }
  if (step.seal !== (await sealOf(before, step))) wrong.push("seal");
  return wrong;
}

/**
 * All checks of a log; `tell(seq, wrong)` hears of each as it is done, the head as null.
 * @param {unknown} log
 * @param {(seq: number | null, wrong: string[]) => void} [tell]
 */
export async function check(log, tell = () => {}) {
  if (!isLog(log)) throw new TypeError("not a log");
  const { key, wrong } = await checkHead(log);
  tell(null, wrong);
  const sign = await signer(key);
  const steps = [];
  let before = log.seal;
  for (const [number, step] of log.steps.entries()) {
    const found = await checkStep(sign, step, number, before);
    steps.push(found);
    tell(number, found);
    before = step.seal;
  }
  return { ok: !wrong.length && steps.every((found) => !found.length), head: wrong, steps };
}

/**
 * The marks by step, as the command's own report writes them.
 * @param {{ head: string[], steps: string[][] }} found
 */
export function marks({ head, steps }) {
  /** @type {[string, string[]][]} */
  const all = [["head", head], ...Object.entries(steps)];
  return Object.fromEntries(all.filter(([, wrong]) => wrong.length));
}
