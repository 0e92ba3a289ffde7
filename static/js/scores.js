// Scores that move: a number counts to its new value, what was won floats to it from the table,
// and an arrow says who has risen or fallen. Only for the eye: the page has the true number at once.
import { all, one, speed } from "./dom.js";
import { game } from "./words.js";

const COUNTS = 700;
const FLOATS = 650;
const ARROW = 3000;

/** @typedef {Map<string, number>} Scores */

const nodes = () => all("[data-score]", game);
/** @param {HTMLElement} node */
function numberIn(node) {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (/^\s*[-−]?\d+\s*$/.test(text.textContent ?? "")) return text;
  }
  return null;
}
/** @param {string} text */
const numberOf = (text) => Number(text.trim().replace("−", "-"));
/** @param {number} value */
const written = (value) => String(value).replace("-", "−");

/** Numbers on their way, each with what it shows and where it goes: the next push may come sooner.
 * @type {WeakMap<Node, { shown: string, goal: string }>} */
const counting = new WeakMap();

/** @returns {Scores} */
export function read() {
  const found = new Map();
  for (const node of nodes()) {
    const text = numberIn(node);
    if (!text) continue;
    const shown = text.textContent ?? "";
    const way = counting.get(text);
    found.set(node.dataset.score ?? "", numberOf(way?.shown === shown ? way.goal : shown));
  }
  return found;
}

/** @param {Scores} scores @param {string} who */
const rank = (scores, who) =>
  [...scores.values()].filter((score) => score > (scores.get(who) ?? 0)).length;

/** @param {Scores} was */
export function move(was) {
  const pace = speed();
  const now = read();
  if (pace === 0 || !was.size) return;
  for (const node of nodes()) {
    const who = node.dataset.score ?? "";
    const before = was.get(who);
    const after = now.get(who);
    if (before === undefined || after === undefined) continue;
    const step = rank(was, who) - rank(now, who);
    if (step) arrow(node, step > 0 ? "up" : "down");
    if (before === after) continue;
    count(node, before, after, pace);
    if (after > before) float(node, after - before, pace);
  }
}

/** @param {HTMLElement} node @param {"up" | "down"} way */
function arrow(node, way) {
  node.dataset.rank = way;
  setTimeout(() => {
    if (node.dataset.rank === way) delete node.dataset.rank;
  }, ARROW);
}

/** @param {HTMLElement} node @param {number} from @param {number} to @param {number} pace */
function count(node, from, to, pace) {
  const text = numberIn(node);
  if (!text) return;
  const started = performance.now();
  const goal = text.textContent ?? "";
  const way = { shown: goal, goal };
  counting.set(text, way);
  const tick = () => {
    if (!text.isConnected || text.textContent !== way.shown) return; // a push has written it anew
    const part = Math.min(1, (performance.now() - started) / (COUNTS * pace));
    way.shown = part === 1 ? goal : written(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    text.textContent = way.shown;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick();
}

/** @param {HTMLElement} node @param {number} gain @param {number} pace */
function float(node, gain, pace) {
  const origin = one("#board [data-won], #board .last", game) ?? document.getElementById("board");
  const from = origin?.getBoundingClientRect();
  const to = node.getBoundingClientRect();
  if (!from?.width || !to.width) return;
  const note = document.createElement("i");
  note.className = "gained num";
  note.textContent = `+${gain}`;
  note.style.left = `${to.left + to.width / 2}px`;
  note.style.top = `${to.top + to.height / 2}px`;
  one(".air")?.append(note);
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const path = [
    { transform: `translate(-50%,-50%) translate(${dx}px,${dy}px) scale(.6)`, opacity: 0 },
    {
      transform: `translate(-50%,-50%) translate(${dx}px,${dy - 30}px) scale(1.3)`,
      opacity: 1,
      offset: 0.35,
    },
    { transform: "translate(-50%,-50%) scale(.8)", opacity: 0 },
  ];
  const gone = () => note.remove();
  note
    .animate(path, { duration: FLOATS * pace, easing: "cubic-bezier(.3,.1,.3,1)" })
    .finished.then(gone, gone);
}
