// FLIP animation: pieces fly from where they were to where they are. `data-key` names a piece wherever it lies.
//
// Within a zone a piece glides in place. Between zones a copy flies above everything, because a
// felt that scrolls would cut it off; the piece itself is there at once, unseen, and can be pressed.
import { all, one, speed } from "./dom.js";
import * as flights from "./flights.js";
import { game } from "./words.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Place centre and size */
/** @typedef {Place & { zone: string, node: HTMLElement, holder: HTMLElement }} Was */
/** @typedef {{ places: Map<string, Was>, mover: string | null }} Snapshot */

const FLIGHT = 320;
const STAGGER = 50;
const EASE = "cubic-bezier(.2,.8,.2,1)";
const A_DEAL = 3; // so many new pieces in a hand are a deal, and the others are dealt too
const LOOK = [
  "display",
  "flex-direction",
  "align-items",
  "justify-content",
  "gap",
  "padding",
  "text-align",
  "font-size",
  "line-height",
]; // what a piece has of the place where it lies

const air = document.createElement("div");
air.className = "air";
air.setAttribute("aria-hidden", "true");
document.body.append(air);
/** @type {Map<string, { copy: HTMLElement, flight: Animation }>} */
const flying = new Map(); // key → copy in the air

/** @param {HTMLElement} node */
function zoneOf(node) {
  /** @type {HTMLElement | null} */
  const zone = node.closest("[data-zone]");
  return zone?.dataset.zone ?? "";
}
// What only glides has no key: it comes from nowhere and is taken by nobody.
const nodes = () => all("[data-key], [data-glides]", game);
/** @param {HTMLElement} node */
const keyOf = (node) => node.dataset.key ?? `#${node.id}`;
// What moves with the piece when its row closes up: if it did not glide, the browser would see it jump.
/** @param {HTMLElement} node @returns {HTMLElement} */
const holderOf = (node) => node.closest("label") ?? node;

/** @param {HTMLElement} node @returns {Place} */
function place(node) {
  const box = node.getBoundingClientRect();
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    w: node.offsetWidth || box.width,
    h: node.offsetHeight || box.height,
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
    const copy = copyInTheAir(keyOf(node));
    const holder = holderOf(node);
    const here = copy ? inTheAir(copy) : onItsWay(node, holder);
    places.set(keyOf(node), { ...here, zone: copy ? "air" : zoneOf(node), node, holder });
  }
  const turn = Number.parseInt(document.getElementById("board")?.dataset.turn ?? "", 10);
  return { places, mover: Number.isNaN(turn) ? null : `seat-${turn}` };
}

/** @param {string} key what has come to its end lies, though it was not put down yet */
function copyInTheAir(key) {
  const piece = flying.get(key);
  return piece && !flights.isOver(piece.flight) ? piece.copy : null;
}

/** @param {HTMLElement} node @param {HTMLElement} holder @returns {Place} as large as a glide shows it now */
function onItsWay(node, holder) {
  const here = place(node);
  for (const moving of new Set([node, holder])) {
    if (!moving.getAnimations().some(({ id }) => id === "flip")) continue;
    const grown = Number.parseFloat(getComputedStyle(moving).scale) || 1;
    here.w *= grown;
    here.h *= grown;
  }
  return here;
}

/** @param {HTMLElement} copy @returns {Place} as large as it is seen */
function inTheAir(copy) {
  const { width, height } = copy.getBoundingClientRect();
  return { ...place(copy), w: width, h: height };
}

/** @param {"origin" | "sink"} attribute @param {string | null} name @returns {Place | null} */
function spot(attribute, name) {
  const node = name ? one(`[data-${attribute}="${name}"]`, game) : null;
  const box = node?.getBoundingClientRect();
  return box?.width
    ? { x: box.left + box.width / 2, y: box.top + box.height / 2, w: 26, h: 36 }
    : null;
}

/**
 * Everything is where it belongs: what is still on its way, where it was measured, goes on from there.
 * Until then nothing may be measured that a piece on its way would make wider.
 * @param {Snapshot | null} first
 */
export function settle(first) {
  if (!first) return;
  for (const { copy } of flying.values()) copy.remove();
  flying.clear();
  for (const node of nodes()) {
    for (const moving of [node, holderOf(node)]) {
      for (const old of moving.getAnimations()) if (old.id === "flip") old.cancel();
    }
  }
}

/** All has settled. @param {Snapshot | null} first */
export function run(first, { deal = true } = {}) {
  const pace = speed();
  if (!first || pace === 0) return;
  const now = nodes();
  const last = now.map(place); // read all, then write all
  /** @type {(() => void)[]} */
  const starts = [];
  /** @type {Set<HTMLElement>} */
  const gliding = new Set(); // what holds several pieces glides once
  let dealt = 0;
  now.forEach((node, i) => {
    const key = keyOf(node);
    const zone = zoneOf(node);
    const was = first.places.get(key);
    if (was) {
      first.places.delete(key);
      if (!was.w || !last[i].w) return; // a narrow screen shows some of them only
      const moving = was.holder === holderOf(node) ? was.holder : node;
      if (was.zone !== zone) starts.push(fly(node, was, last[i], pace, 0));
      else if (!gliding.has(moving)) {
        gliding.add(moving);
        starts.push(() => glide(moving, was, last[i], pace));
      }
    } else if (deal && node.dataset.key) {
      const mover = zone === "hand" ? null : spot("origin", first.mover);
      const from = mover ?? spot("origin", "stock");
      const delay = zone === "hand" && from ? STAGGER * dealt++ : 0;
      starts.push(from ? fly(node, from, last[i], pace, delay) : () => fadeIn(node, pace));
    }
  });
  if (dealt >= A_DEAL) starts.push(...dealToOthers(pace));
  for (const start of starts) start();
  // What is gone was taken by whoever was to move.
  const sink = deal ? spot("sink", first.mover) : null;
  if (sink) for (const was of first.places.values()) leave(was, sink, pace);
}

/** @param {HTMLElement} moving @param {Was} from @param {Place} to @param {number} pace */
function glide(moving, from, to, pace) {
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  const grow = from.w / to.w;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(grow - 1) < 0.02) return;
  const timing = { id: "flip", duration: FLIGHT * pace, easing: EASE };
  // Added to where a fan lifts it.
  const path = [{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }];
  flights.follow(moving.animate(path, { ...timing, composite: "add" }));
  if (grow !== 1) moving.animate([{ scale: grow }, { scale: 1 }], timing);
}

/**
 * A copy of a piece in its own size and with the look that its place gives it; not yet in the air.
 * @param {HTMLElement} node
 * @param {Place} at
 */
function copyOf(node, at) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.removeAttribute("data-key");
  copy.removeAttribute("id");
  if (node.isConnected) dress(copy, node);
  copy.style.setProperty("--w", `${at.w}px`);
  copy.style.inlineSize = `${at.w}px`;
  copy.style.blockSize = `${at.h}px`;
  copy.style.margin = "0";
  copy.style.left = `${at.x - at.w / 2}px`;
  copy.style.top = `${at.y - at.h / 2}px`;
  return copy;
}

/** @param {HTMLElement | SVGElement} copy @param {Element} node */
function dress(copy, node) {
  const look = getComputedStyle(node);
  for (const name of LOOK) copy.style.setProperty(name, look.getPropertyValue(name));
  if (node instanceof SVGElement) {
    copy.style.inlineSize = look.inlineSize;
    copy.style.blockSize = look.blockSize;
    return;
  }
  for (const [i, child] of [...copy.children].entries()) {
    if (child instanceof HTMLElement || child instanceof SVGElement) dress(child, node.children[i]);
  }
}

/**
 * Backs fly to everybody who holds some, while one's own hand is dealt.
 * @param {number} pace
 */
function dealToOthers(pace) {
  const stock = spot("origin", "stock");
  if (!stock) return [];
  return all(".mini-fan > .card, .mini-fan > .bone", game).map((back, i) => {
    const at = place(back);
    const copy = copyOf(back, at);
    return () => {
      if (at.w === 0) return;
      air.append(copy);
      const path = [
        { transform: `translate(${stock.x - at.x}px,${stock.y - at.y}px)`, opacity: 1 },
        { transform: "none", opacity: 1 },
      ];
      const timing = { duration: FLIGHT * pace, delay: i * STAGGER * pace, easing: EASE };
      const gone = () => copy.remove();
      const flight = copy.animate(path, { ...timing, fill: "both" });
      flights.follow(flight);
      flight.finished.then(gone, gone);
    };
  });
}

/**
 * Reads what it needs; what it gives starts the flight.
 * @param {HTMLElement} node
 * @param {Place} from
 * @param {Place} to
 * @param {number} pace
 * @param {number} delay
 */
function fly(node, from, to, pace, delay) {
  const copy = copyOf(node, to);
  return () => start(node, copy, from, to, pace, delay);
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} copy
 * @param {Place} from
 * @param {Place} to
 * @param {number} pace
 * @param {number} delay
 */
function start(node, copy, from, to, pace, delay) {
  const key = keyOf(node);
  air.append(copy);
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
  flights.follow(flight);
  flying.set(key, { copy, flight });
  const land = () => {
    hidden.cancel();
    copy.remove();
    if (flying.get(key)?.copy === copy) flying.delete(key);
  };
  flight.finished.then(land, land);
}

/** @param {Was} was @param {Place} sink @param {number} pace */
function leave(was, sink, pace) {
  if ((was.node.isConnected && was.node.dataset.key) || was.node.matches("[data-glides]")) return;
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
  flights.follow(flight);
  const gone = () => copy.remove();
  flight.finished.then(gone, gone);
}

/** @param {HTMLElement} node @param {number} pace */
function fadeIn(node, pace) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { id: "flip", duration: 180 * pace });
}
