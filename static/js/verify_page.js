// Verification pages: run the checks of verify.js on a log and shows what holds, step by step.
import { need, one } from "./dom.js";
import {
  check,
  hex,
  isLog,
  keyOf,
  Stream,
  sha256,
  signer,
  unhex,
  usesWebCrypto,
} from "./verify.js";

/** @typedef {import("./verify.js").Log} Log */
/** @typedef {import("./verify.js").Step} Step */
/** @typedef {import("./verify.js").Call} Call */
/** @typedef {import("./verify.js").Tie} Tie */
/** @typedef {Log["seats"]} Seats */

const words = document.getElementById("verify-words")?.dataset ?? {};
/** @param {string} id */
const find = (id) => need(id, HTMLElement);
/** @param {string | undefined} text @param {Record<string, string | number | null>} values */
const fill = (text, values) =>
  (text ?? "").replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
/** @param {number} number */
const stepName = (number) => (number ? fill(words.step, { n: number }) : (words.deal ?? ""));

/** @param {string} tag @param {string} [className] @param {string} [text] */
function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

// A sign for eyes, a word for ears.
/** @param {boolean} ok */
function sign(ok) {
  const mark = make("b", ok ? "mark-ok" : "mark-bad");
  mark.append(Object.assign(make("span", "", ok ? "✓" : "✗"), { ariaHidden: "true" }));
  mark.append(make("span", "sr-only", ok ? words.right : words.wrong));
  return mark;
}

/** @param {unknown} value */
const short = (value) => String(value).replace(/^sha256:(.{8}).*$/s, "$1");
/** @param {unknown[]} values */
function listed(values, most = 12) {
  const shown = values.slice(0, most).map(short).join(" ");
  return values.length > most
    ? `${shown} … ${fill(words.more, { n: values.length - most })}`
    : shown;
}

// ---- one step -------------------------------------------------------------------------------------
/** @param {Call | null} call @param {number} number @param {string[]} wrong */
function callLine(call, number, wrong) {
  const line = make("li");
  const result = Array.isArray(call?.result) ? call.result : [call?.result];
  const n = call?.count ?? call?.items?.length ?? 0;
  const asked = fill(words[call?.call ?? ""], { n });
  line.append(sign(!wrong.includes(`chance-${number}`)), make("span", "", `${asked}: `));
  line.append(make("span", "code", listed(result)));
  return line;
}

/**
 * "hands 1" is somebody's hand: where a list has one part for each seat, the part has a name.
 * @param {Step} step
 * @param {(string | number)[]} where
 * @param {Seats} seats
 */
function whereOf(step, where, seats) {
  const parts = where.slice(where[0] === "facts" ? 2 : 1).map(String);
  const owner = where.at(-1);
  const list = where.slice(0, -1).reduce((part, name) => part?.[name], /** @type {any} */ (step));
  if (typeof owner === "number" && Array.isArray(list) && list.length === seats.length) {
    parts.splice(-1, 1, seats[owner]?.name ?? String(owner));
  }
  return parts.join(" ");
}

/**
 * @param {Step} step
 * @param {Tie} tie
 * @param {number} number
 * @param {string[]} wrong
 * @param {Seats} seats
 */
function tieLine(step, tie, number, wrong, seats) {
  const line = make("li", "tie");
  /** @type {unknown[]} */
  let there = [];
  try {
    const value = tie.where.reduce((part, name) => part[name], /** @type {any} */ (step));
    const list = Array.isArray(value) ? value : [value];
    there = tie.of.map((n) => list[n]);
  } catch {
    // shown as wrong
  }
  line.append(sign(!wrong.includes(`tie-${number}`)));
  const where = Array.isArray(tie?.where) ? whereOf(step, tie.where, seats) : "?";
  line.append(make("span", "", `${where}: `), make("span", "code", listed(there)));
  return line;
}

/**
 * @param {Step} step
 * @param {number} number
 * @param {string[]} wrong
 * @param {Seats} seats
 */
function stepRow(step, number, wrong, seats) {
  const row = make("li", wrong.length ? "step bad" : "step");
  if (!step.chance.length && !wrong.length) row.classList.add("quiet");
  row.id = `step-${number}`;
  row.dataset.ok = String(!wrong.length);
  const head = make("div", "step-head");
  const link = make("a", "", stepName(number));
  link.setAttribute("href", `${find("verify").dataset.replay}?step=${number}&as=open`);
  head.append(sign(!wrong.length), link);
  if (!step.chance.length) head.append(make("span", "muted", words.quiet));
  row.append(head);
  const parts = make("ul", "checks");
  parts.append(...step.chance.map((call, n) => callLine(call, n, wrong)));
  parts.append(...step.ties.map((tie, n) => tieLine(step, tie, n, wrong, seats)));
  for (const code of ["order", "seal"]) {
    if (!wrong.includes(code)) continue;
    const line = make("li");
    line.append(sign(false), make("span", "", words[`${code}Not`]));
    parts.append(line);
  }
  if (parts.children.length) row.append(parts);
  return row;
}

// ---- the whole log --------------------------------------------------------------------------------
/** @param {"waiting" | "good" | "bad"} state @param {string} [head] @param {string} [text] */
function verdict(state, head = "", text = "") {
  const place = find("verdict");
  place.dataset.state = state;
  find("verdict-head").textContent = head;
  find("verdict-words").textContent = text;
}

/**
 * What this browser was shown before the match; it found its way here by its own nonce.
 * @param {Log} log
 * @returns {string | null}
 */
function keptSeal(log) {
  try {
    /** @type {{ seal: string, nonce: string }[]} */
    const kept = JSON.parse(localStorage.getItem("courtyard-seals") ?? "[]");
    const nonces = new Set(log.seats.map((seat) => seat.nonce).filter(Boolean));
    return kept.find((one) => nonces.has(one.nonce))?.seal ?? null;
  } catch {
    return null;
  }
}

/** @param {Log} log @param {string[]} wrong */
function showHead(log, wrong) {
  const list = find("head-checks");
  const seal = keptSeal(log);
  const lines = ["commitment", "key", "seal"].map((code) => ({
    ok: !wrong.includes(code),
    text: words[code],
  }));
  const same = seal === log.commitment;
  if (seal !== null) lines.unshift({ ok: same, text: same ? words.kept : words.keptNot });
  list.replaceChildren(
    ...lines.map(({ ok, text }) => {
      const line = make("li");
      line.append(sign(ok), make("span", "", text));
      return line;
    }),
  );
  find("log-commitment").textContent = log.commitment;
  find("log-seed").textContent = log.seed;
  return lines.filter(({ ok }) => !ok).length;
}

let run = 0;
/** @param {string} text */
async function verify(text) {
  const mine = ++run;
  const steps = find("steps");
  const bar = need("progress-bar", HTMLProgressElement);
  steps.replaceChildren();
  find("head-checks").replaceChildren();
  bar.hidden = false;
  bar.value = 0;
  verdict("waiting", words.checking);
  /** @type {unknown} */
  let log;
  let failed = 0;
  let total = 0;
  /** @type {string | null} */
  let first = null;
  let calls = 0;
  try {
    log = JSON.parse(text);
    if (!isLog(log)) throw new TypeError("not a log");
    const known = log;
    total = known.steps.length;
    bar.max = total;
    await check(known, (number, wrong) => {
      if (mine !== run) throw new Error("another log");
      if (number === null) {
        failed += showHead(known, wrong);
        if (failed) first = words.head ?? "";
        return;
      }
      const step = known.steps[number];
      failed += wrong.length;
      calls += step.chance.length;
      steps.append(stepRow(step, number, wrong, known.seats));
      bar.value = number + 1;
      if (failed) first ??= stepName(number);
    });
  } catch {
    if (mine === run) verdict("bad", words.bad, words.notALog);
    return;
  }
  bar.hidden = true;
  if (failed) verdict("bad", words.bad, fill(words.badWords, { where: first, n: failed }));
  else {
    const how = usesWebCrypto ? "" : ` ${words.plain}`;
    verdict("good", words.good, fill(words.goodWords, { steps: total, calls }) + how);
  }
}

// ---- the page of a match --------------------------------------------------------------------------
/**
 * One letter that stands for something is changed: a digit of a seed, a card, a number.
 * @param {string} text
 */
function spoilt(text) {
  const results = [...text.matchAll(/"result":\[?"?(\w)/g)];
  const spots = results.map((found) => found.index + found[0].length - 1);
  const at = spots[Math.floor(Math.random() * spots.length)] ?? text.indexOf('"seed":"') + 8;
  const was = text[at];
  const now = was === "7" ? "8" : "7";
  const before = text.slice(0, at);
  const seq = [...before.matchAll(/"seq":(\d+)/g)].pop();
  return { text: before + now + text.slice(at + 1), step: seq ? Number(seq[1]) : null };
}

/** @param {HTMLElement} room */
async function start(room) {
  const source = find("source");
  let own = "";
  try {
    const answer = await fetch(room.dataset.log ?? "");
    if (!answer.ok) throw new Error(String(answer.status));
    own = await answer.text();
  } catch {
    verdict("bad", words.bad, words.notFetched);
    return;
  }
  const spoil = need("spoil", HTMLButtonElement);
  spoil.disabled = false;
  /** @param {string} text @param {string | undefined} told @param {boolean} [real] */
  const show = (text, told = "", real = false) => {
    find("mend").hidden = real;
    source.textContent = told;
    return verify(text);
  };
  spoil.addEventListener("click", async () => {
    const { text, step } = spoilt(own);
    const where = step === null ? (words.head ?? "") : stepName(step);
    await show(text, fill(words.spoilt, { where }));
    one(".step.bad")?.scrollIntoView({ block: "center" });
  });
  find("mend").addEventListener("click", () => show(own, words.ownLog, true));
  const picker = need("file", HTMLInputElement);
  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    if (file) show(await file.text(), fill(words.file, { name: file.name }));
    picker.value = "";
  });
  const everything = need("all-steps", HTMLInputElement);
  everything.addEventListener("change", () => {
    find("steps").classList.toggle("all", everything.checked);
  });
  await show(own, words.ownLog, true);
}

// ---- the example ----------------------------------------------------------------------------------
/** @param {HTMLFormElement} form */
async function tryIt(form) {
  const given = new FormData(form);
  const seed = unhex(String(given.get("seed")).trim());
  const nonces = [String(given.get("one")), String(given.get("two"))];
  const key = await keyOf(seed, nonces);
  const deck = find("example-deck").textContent.trim().split(/\s+/);
  find("example-seal").textContent = hex(await sha256(seed));
  find("example-key").textContent = hex(key);
  const stream = new Stream(await signer(key), Number(form.dataset.step));
  find("example-shuffled").textContent = (await stream.shuffle(deck)).join(" ");
}

const room = document.getElementById("verify");
if (room) start(room);
const form = document.getElementById("example");
if (form instanceof HTMLFormElement) {
  form.addEventListener("input", () => tryIt(form));
  form.addEventListener("submit", (event) => event.preventDefault());
}
