// FLIP animation: pieces fly from where they were to where they are. `data-key` names a piece wherever it lies.
//
// Within a zone a piece glides in place. Between zones a copy flies above everything, because a
// felt that scrolls would cut it off; the piece itself is there at once, unseen, and can be pressed.
import { all, one, speed } from "./dom.js";
import { game } from "./words.js";

/** @typedef {{ x: number, y: number, w: number }} Place centre and width */
/** @typedef {Place & { zone: string, node: HTMLElement }} Was */
/** @typedef {{ places: Map<string, Was>, mover: string | null }} Snapshot */

const FLIGHT = 320;
const STAGGER = 50;
const EASE = "cubic-bezier(.2,.8,.2,1)";

const air = document.createElement("div");
air.className = "air";
air.setAttribute("aria-hidden", "true");
document.body.append(air);
/** @type {Map<string, HTMLElement>} */
const flying = new Map(); // key → copy in the air

/** @param {HTMLElement} node */
function zoneOf(node) {
  /** @type {HTMLElement | null} */
  const zone = node.closest("[data-zone]");
  return zone?.dataset.zone ?? "";
}
const nodes = () => all("[data-key]", game);
/** @param {HTMLElement} node */
const keyOf = (node) => node.dataset.key ?? "";

/** @param {HTMLElement} node @returns {Place} */
function place(node) {
  const box = node.getBoundingClientRect();
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    w: node.offsetWidth || box.width,
  };
}

/**
 * Where everything is now; a piece in the air is where its copy is.
 * @returns {Snapshot | null}
 */
export function measure() {
  if (speed() === 0) return null;
  const places = new Map();
  for (const node of nodes()) {
    const copy = flying.get(keyOf(node));
    const here = copy
      ? { ...place(copy), w: copy.getBoundingClientRect().width, zone: "air" }
      : { ...place(node), zone: zoneOf(node) };
    places.set(keyOf(node), { ...here, node });
  }
  const turn = Number.parseInt(document.getElementById("board")?.dataset.turn ?? "", 10);
  return { places, mover: Number.isNaN(turn) ? null : `seat-${turn}` };
}

/** @param {"origin" | "sink"} attribute @param {string | null} name @returns {Place | null} */
function spot(attribute, name) {
  const node = name ? one(`[data-${attribute}="${name}"]`, game) : null;
  const box = node?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2, w: 26 } : null;
}

/** @param {Snapshot | null} first */
export function run(first, { deal = true } = {}) {
  const pace = speed();
  if (!first || pace === 0) return;
  for (const copy of flying.values()) copy.remove();
  flying.clear();
  const now = nodes();
  for (const node of now) {
    for (const old of node.getAnimations()) if (old.id === "flip") old.cancel();
  }
  const last = now.map(place); // read all, then write all
  let dealt = 0;
  now.forEach((node, i) => {
    const key = keyOf(node);
    const zone = zoneOf(node);
    const was = first.places.get(key);
    if (was) {
      first.places.delete(key);
      if (was.zone === zone) glide(node, was, last[i], pace);
      else fly(node, was, last[i], pace, 0);
    } else if (deal) {
      const mover = zone === "hand" ? null : spot("origin", first.mover);
      const from = mover ?? spot("origin", "stock");
      if (from) fly(node, from, last[i], pace, zone === "hand" ? STAGGER * dealt++ : 0);
      else fadeIn(node, pace);
    }
  });
  // What is gone was taken by whoever was to move.
  const sink = deal ? spot("sink", first.mover) : null;
  if (sink) for (const was of first.places.values()) leave(was, sink, pace);
}

/** @param {HTMLElement} node @param {Place} from @param {Place} to @param {number} pace */
function glide(node, from, to, pace) {
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  const grow = from.w / to.w;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(grow - 1) < 0.02) return;
  node.animate(
    [{ transform: `translate(${dx}px,${dy}px) scale(${grow})` }, { transform: "none" }],
    {
      id: "flip",
      duration: FLIGHT * pace,
      easing: EASE,
    },
  );
}

/** @param {HTMLElement} node @param {Place} at */
function copyOf(node, at) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.removeAttribute("data-key");
  copy.removeAttribute("id");
  copy.style.setProperty("--w", `${at.w}px`);
  copy.style.left = `${at.x - at.w / 2}px`;
  copy.style.top = `${at.y - at.w * 0.7}px`;
  air.append(copy);
  return copy;
}

/**
 * @param {HTMLElement} node
 * @param {Place} from
 * @param {Place} to
 * @param {number} pace
 * @param {number} delay
 */
function fly(node, from, to, pace, delay) {
  const key = keyOf(node);
  const copy = copyOf(node, to);
  flying.set(key, copy);
  const hidden = node.animate([{ opacity: 0 }, { opacity: 0 }], {
    id: "flip",
    duration: (FLIGHT + delay) * pace,
  });
  const flight = copy.animate(
    [
      { transform: `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.w / to.w})` },
      { transform: "none" },
    ],
    { duration: FLIGHT * pace, delay: delay * pace, easing: EASE, fill: "backwards" },
  );
  const land = () => {
    hidden.cancel();
    copy.remove();
    if (flying.get(key) === copy) flying.delete(key);
  };
  flight.finished.then(land, land);
}

/** @param {Was} was @param {Place} sink @param {number} pace */
function leave(was, sink, pace) {
  if (was.node.isConnected && was.node.dataset.key) return;
  const copy = copyOf(was.node, was);
  air.prepend(copy);
  const dx = sink.x - was.x;
  const dy = sink.y - was.y;
  // The old top of the pile stays in sight until it is covered.
  const covered = Math.hypot(dx, dy) < was.w;
  const there = `translate(${dx}px,${dy}px) scale(${sink.w / was.w})`;
  const stay = { transform: "none", opacity: 1 };
  const flight = copy.animate([stay, covered ? stay : { transform: there, opacity: 0.2 }], {
    duration: FLIGHT * (covered ? 1 : 1.2) * pace,
    easing: EASE,
    fill: "forwards",
  });
  const gone = () => copy.remove();
  flight.finished.then(gone, gone);
}

/** @param {HTMLElement} node @param {number} pace */
function fadeIn(node, pace) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { id: "flip", duration: 180 * pace });
}
