// The pages about chance: runs the checks of verify.js on a log and shows what holds, step by step.
import { Stream, check, hex, keyOf, sha256, signer, unhex, usesWebCrypto } from "./verify.js";

const words = document.getElementById("verify-words")?.dataset ?? {};
const find = (id) => document.getElementById(id);
const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

// A sign for eyes, a word for ears.
function sign(ok) {
  const mark = make("b", ok ? "mark-ok" : "mark-bad");
  mark.append(Object.assign(make("span", "", ok ? "✓" : "✗"), { ariaHidden: "true" }));
  mark.append(make("span", "sr-only", ok ? words.right : words.wrong));
  return mark;
}

const short = (value) => (typeof value === "string" && value.startsWith("sha256:") ? value.slice(7, 15) : String(value));
function listed(values, most = 12) {
  const shown = values.slice(0, most).map(short).join(" ");
  return values.length > most ? `${shown} … ${fill(words.more, { n: values.length - most })}` : shown;
}

// ---- one step -------------------------------------------------------------------------------------
function callLine(call, number, wrong) {
  const line = make("li");
  const result = Array.isArray(call?.result) ? call.result : [call?.result];
  const n = call?.count ?? call?.items?.length ?? 0;
  line.append(sign(!wrong.includes(`chance-${number}`)), make("span", "", `${fill(words[call?.call], { n })}: `));
  line.append(make("span", "code", listed(result)));
  return line;
}

// "hands 1" is somebody's hand: where a list has one part for each seat, the part has a name.
function whereOf(step, where, seats) {
  const parts = where.slice(where[0] === "facts" ? 2 : 1).map(String);
  const owner = where.at(-1);
  const list = where.slice(0, -1).reduce((part, name) => part?.[name], step);
  if (Number.isInteger(owner) && Array.isArray(list) && list.length === seats.length) {
    parts.splice(-1, 1, seats[owner]?.name ?? String(owner));
  }
  return parts.join(" ");
}

function tieLine(step, tie, number, wrong, seats) {
  const line = make("li", "tie");
  let there = [];
  try {
    const value = tie.where.reduce((part, name) => part[name], step);
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

function stepRow(step, number, wrong, seats, replay) {
  const row = make("li", wrong.length ? "step bad" : "step");
  if (!step.chance.length && !wrong.length) row.classList.add("quiet");
  row.id = `step-${number}`;
  row.dataset.ok = String(!wrong.length);
  const head = make("div", "step-head");
  const link = make("a", "", number ? fill(words.step, { n: number }) : words.deal);
  link.href = `${replay}?step=${number}&as=open`;
  head.append(sign(!wrong.length), link);
  if (!step.chance.length) head.append(make("span", "muted", words.quiet));
  row.append(head);
  const parts = make("ul", "checks");
  step.chance.forEach((call, n) => parts.append(callLine(call, n, wrong)));
  step.ties.forEach((tie, n) => parts.append(tieLine(step, tie, n, wrong, seats)));
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
function verdict(state, head, text = "") {
  const place = find("verdict");
  place.dataset.state = state;
  find("verdict-head").textContent = head;
  find("verdict-words").textContent = text;
}

// What this browser was shown before the match; it found its way here by its own nonce.
function keptSeal(log) {
  try {
    const kept = JSON.parse(localStorage.getItem("courtyard-seals") ?? "[]");
    const nonces = new Set(log.seats.map((seat) => seat.nonce).filter(Boolean));
    return kept.find((one) => nonces.has(one.nonce))?.seal ?? null;
  } catch {
    return null;
  }
}

function showHead(log, wrong) {
  const list = find("head-checks");
  const seal = keptSeal(log);
  const lines = ["commitment", "key", "seal"].map((code) => [!wrong.includes(code), words[code]]);
  if (seal !== null) lines.unshift([seal === log.commitment, seal === log.commitment ? words.kept : words.keptNot]);
  list.replaceChildren(
    ...lines.map(([ok, text]) => {
      const line = make("li");
      line.append(sign(ok), make("span", "", text));
      return line;
    }),
  );
  find("log-commitment").textContent = log.commitment;
  find("log-seed").textContent = log.seed;
  return lines.filter(([ok]) => !ok).length;
}

let run = 0;
async function verify(text) {
  const mine = ++run;
  const room = find("verify");
  const steps = find("steps");
  const bar = find("progress-bar");
  steps.replaceChildren();
  find("head-checks").replaceChildren();
  bar.hidden = false;
  bar.value = 0;
  verdict("waiting", words.checking);
  let log;
  let failed = 0;
  let first = null;
  let calls = 0;
  try {
    log = JSON.parse(text);
    bar.max = log.steps?.length || 1;
    await check(log, (number, wrong) => {
      if (mine !== run) throw new Error("another log");
      failed += number === null ? showHead(log, wrong) : wrong.length;
      if (number !== null) {
        calls += log.steps[number].chance.length;
        steps.append(stepRow(log.steps[number], number, wrong, log.seats, room.dataset.replay));
        bar.value = number + 1;
      }
      if (failed && first === null) first = number === null ? words.head : number ? fill(words.step, { n: number }) : words.deal;
    });
  } catch {
    if (mine === run) verdict("bad", words.bad, words.notALog);
    return;
  }
  bar.hidden = true;
  if (failed) verdict("bad", words.bad, fill(words.badWords, { where: first, n: failed }));
  else verdict("good", words.good, fill(words.goodWords, { steps: log.steps.length, calls }) + (usesWebCrypto ? "" : ` ${words.plain}`));
}

// ---- the page of a match --------------------------------------------------------------------------
// Letters that stand for something: a digit of a seed, a card, a number.
function spoilt(text) {
  const spots = [...text.matchAll(/"result":\[?"?(\w)/g)].map((found) => found.index + found[0].length - 1);
  const at = spots[Math.floor(Math.random() * spots.length)] ?? text.indexOf('"seed":"') + 8;
  const was = text[at];
  const now = was === "7" ? "8" : "7";
  const before = text.slice(0, at);
  const seqs = [...before.matchAll(/"seq":(\d+)/g)];
  return { text: before + now + text.slice(at + 1), step: seqs.length ? Number(seqs.at(-1)[1]) : null };
}

async function start(room) {
  const source = find("source");
  let own = "";
  try {
    const answer = await fetch(room.dataset.log);
    if (!answer.ok) throw new Error(String(answer.status));
    own = await answer.text();
  } catch {
    verdict("bad", words.bad, words.notFetched);
    return;
  }
  find("spoil").disabled = false;
  const show = (text, told, real = false) => {
    find("mend").hidden = real;
    source.textContent = told;
    return verify(text);
  };
  find("spoil").addEventListener("click", () => {
    const { text, step } = spoilt(own);
    const where = step === null ? words.head : step ? fill(words.step, { n: step }) : words.deal;
    show(text, fill(words.spoilt, { where })).then(() => document.querySelector(".step.bad")?.scrollIntoView({ block: "center" }));
  });
  find("mend").addEventListener("click", () => show(own, words.ownLog, true));
  find("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) show(await file.text(), fill(words.file, { name: file.name }));
    event.target.value = "";
  });
  find("all-steps").addEventListener("change", (event) => find("steps").classList.toggle("all", event.target.checked));
  await show(own, words.ownLog, true);
}

// ---- the example ----------------------------------------------------------------------------------
async function tryIt(form) {
  const seed = unhex(form.elements.seed.value.trim());
  const nonces = [form.elements.one.value, form.elements.two.value];
  const key = await keyOf(seed, nonces);
  const deck = find("example-deck").textContent.trim().split(/\s+/);
  find("example-seal").textContent = hex(await sha256(seed));
  find("example-key").textContent = hex(key);
  const stream = new Stream(await signer(key), Number(form.dataset.step));
  find("example-shuffled").textContent = (await stream.shuffle(deck)).join(" ");
}

const room = find("verify");
if (room) start(room);
const form = find("example");
if (form) {
  form.addEventListener("input", () => tryIt(form));
  form.addEventListener("submit", (event) => event.preventDefault());
}
