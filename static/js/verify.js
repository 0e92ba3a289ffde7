// Works the chance of a match out again from its public log. Pure: log in, marks out.
//
// The same checks as archive/proof/verification.py, written anew from docs/chance.md so that a mistake in one
// shows in the other. Marks are codes: commitment, key, seal, order, chance-n, tie-n.
import * as plain from "./sha256.js";

const FORMAT = "courtyard-log-1";
const LABEL = "courtyard-chance-1";
const WORD = 2 ** 32;
const MOST = 10_000; // no game rolls so many dice at once

// ---- bytes ----------------------------------------------------------------------------------------
const encoder = new TextEncoder();
export const bytesOf = (text) => encoder.encode(text);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

// WebCrypto where the browser gives it; our own arithmetic on plain http.
const subtle = globalThis.crypto?.subtle;
export const usesWebCrypto = Boolean(subtle);

export async function sha256(bytes) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plain.sha256(bytes);
}

// A function that signs with this key: the key is prepared once.
export async function signer(key) {
  // HMAC fills a short key up with zeros, so an empty key is one zero byte.
  const filled = key.length ? key : new Uint8Array(1);
  if (!subtle) return async (bytes) => plain.hmac(filled, bytes);
  const kept = await subtle.importKey("raw", filled, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (bytes) => new Uint8Array(await subtle.sign("HMAC", kept, bytes));
}

// ---- the stream of one step -----------------------------------------------------------------------
export class Stream {
  #sign;
  #message;
  #block = 0;
  #bytes = [];

  constructor(sign, seq) {
    const label = bytesOf(LABEL);
    this.#sign = sign;
    this.#message = new DataView(new ArrayBuffer(label.length + 16));
    new Uint8Array(this.#message.buffer).set(label);
    this.#message.setBigUint64(label.length, BigInt(seq));
  }

  // A number below n, each equally likely.
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

  async shuffle(items) {
    const deck = [...items];
    for (let i = deck.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  }

  async pick(items) {
    return items[await this.below(items.length)];
  }

  async roll(items, count) {
    if (!Number.isInteger(count) || count > MOST) throw new RangeError("nobody rolls so many");
    const faces = [];
    for (let i = 0; i < count; i++) faces.push(await this.pick(items));
    return faces;
  }
}

export async function again(stream, { call, items, count }) {
  if (!Array.isArray(items)) throw new TypeError("chance is asked about a list");
  if (call === "shuffle") return stream.shuffle(items);
  if (call === "roll") return stream.roll(items, count);
  if (call === "pick") return stream.pick(items);
  throw new TypeError(`no such chance: ${call}`);
}

export async function keyOf(seed, nonces) {
  return (await signer(seed))(bytesOf(nonces.join("\n")));
}

// ---- seals ----------------------------------------------------------------------------------------
// One way to write a value: keys in order, no spaces.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export async function sealOf(before, { seal, steps, ...own }) {
  return hex(await sha256(bytesOf(before + canonical(own))));
}

// ---- the checks -----------------------------------------------------------------------------------
const isText = (value) => typeof value === "string";

export function isLog(log) {
  try {
    return (
      log.format === FORMAT &&
      [log.seed, log.commitment, log.key, log.seal].every(isText) &&
      Array.isArray(log.seats) &&
      log.seats.every((seat) => isText(seat.nonce)) &&
      log.steps.length > 0 &&
      log.steps.every(
        (step) => isText(step.seal) && Array.isArray(step.chance) && Array.isArray(step.ties) && "seq" in step,
      )
    );
  } catch {
    return false;
  }
}

function resolve(step, where) {
  let value = step;
  for (const name of where) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) throw new TypeError("no such place");
    value = value[name];
  }
  return Array.isArray(value) ? value : [value];
}

function take(list, numbers) {
  return numbers.map((n) => {
    if (!Number.isInteger(n) || n < 0 || n >= list.length) throw new RangeError("no such place");
    return list[n];
  });
}

function tieHolds(step, tie, used) {
  const given = step.chance[tie.call].result;
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

export async function checkHead(log) {
  const wrong = [];
  const seed = unhex(log.seed);
  if (hex(await sha256(seed)) !== log.commitment) wrong.push("commitment");
  const key = await keyOf(seed, log.seats.map((seat) => seat.nonce));
  if (hex(key) !== log.key) wrong.push("key");
  if (log.seal !== (await sealOf("", log))) wrong.push("seal");
  return { key, wrong };
}

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

// All checks of a log; `tell(seq, wrong)` hears of each as it is done, the head as null.
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

// The marks by step, as the command's own report writes them.
export function marks({ head, steps }) {
  const all = [["head", head], ...steps.map((wrong, number) => [String(number), wrong])];
  return Object.fromEntries(all.filter(([, wrong]) => wrong.length));
}
