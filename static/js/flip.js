// Pieces fly from where they were to where they are. `data-key` names a piece wherever it lies.
//
// Within a zone a piece glides in place. Between zones a copy flies above everything, because a
// felt that scrolls would cut it off; the piece itself is there at once, unseen, and can be pressed.
import { game, speed } from "./words.js";

const FLIGHT = 320;
const STAGGER = 50;
const EASE = "cubic-bezier(.2,.8,.2,1)";

const air = document.createElement("div");
air.className = "air";
air.setAttribute("aria-hidden", "true");
document.body.append(air);
const flying = new Map(); // key → copy in the air

const zoneOf = (node) => node.closest("[data-zone]")?.dataset.zone ?? "";
const nodes = () => [...game.querySelectorAll("[data-key]")];

function place(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, w: node.offsetWidth || box.width };
}

// Where everything is now; a piece in the air is where its copy is.
export function measure() {
  if (speed() === 0) return null;
  const places = new Map();
  for (const node of nodes()) {
    const copy = flying.get(node.dataset.key);
    const here = copy
      ? { ...place(copy), w: copy.getBoundingClientRect().width, zone: "air" }
      : { ...place(node), zone: zoneOf(node) };
    places.set(node.dataset.key, { ...here, node });
  }
  const turn = parseInt(document.getElementById("board")?.dataset.turn ?? "", 10);
  return { places, mover: Number.isNaN(turn) ? null : `seat-${turn}` };
}

function spot(attribute, name) {
  const node = name && game.querySelector(`[data-${attribute}="${name}"]`);
  const box = node?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2, w: 26 } : null;
}

export function run(first, { deal = true } = {}) {
  const pace = speed();
  if (!first || pace === 0) return;
  for (const copy of flying.values()) copy.remove();
  flying.clear();
  const now = nodes();
  for (const node of now) {
    for (const animation of node.getAnimations()) if (animation.id === "flip") animation.cancel();
  }
  const last = now.map(place); // read all, then write all
  let dealt = 0;
  now.forEach((node, i) => {
    const key = node.dataset.key;
    const zone = zoneOf(node);
    const was = first.places.get(key);
    if (was) {
      first.places.delete(key);
      if (was.zone === zone) glide(node, was, last[i], pace);
      else fly(node, was, last[i], pace, 0);
    } else if (deal) {
      const from = zone === "hand" ? spot("origin", "stock") : spot("origin", first.mover) ?? spot("origin", "stock");
      if (from) fly(node, from, last[i], pace, zone === "hand" ? STAGGER * dealt++ : 0);
      else fadeIn(node, pace);
    }
  });
  // What is gone was taken by whoever was to move.
  const sink = deal && spot("sink", first.mover);
  if (sink) for (const was of first.places.values()) leave(was, sink, pace);
}

function glide(node, from, to, pace) {
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  const grow = from.w / to.w;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(grow - 1) < 0.02) return;
  node.animate([{ transform: `translate(${dx}px,${dy}px) scale(${grow})` }, { transform: "none" }], {
    id: "flip", duration: FLIGHT * pace, easing: EASE,
  });
}

function copyOf(node, at) {
  const copy = node.cloneNode(true);
  copy.removeAttribute("data-key");
  copy.removeAttribute("id");
  copy.style.setProperty("--w", `${at.w}px`);
  copy.style.left = `${at.x - at.w / 2}px`;
  copy.style.top = `${at.y - at.w * 0.7}px`;
  air.append(copy);
  return copy;
}

function fly(node, from, to, pace, delay) {
  const key = node.dataset.key;
  const copy = copyOf(node, to);
  flying.set(key, copy);
  const timing = { duration: FLIGHT * pace, delay: delay * pace, easing: EASE, fill: "backwards" };
  const hidden = node.animate([{ opacity: 0 }, { opacity: 0 }], {
    id: "flip", duration: (FLIGHT + delay) * pace,
  });
  const flight = copy.animate(
    [
      { transform: `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.w / to.w})` },
      { transform: "none" },
    ],
    timing,
  );
  const land = () => {
    hidden.cancel();
    copy.remove();
    if (flying.get(key) === copy) flying.delete(key);
  };
  flight.finished.then(land, land);
}

function leave(was, sink, pace) {
  if (was.node.isConnected && was.node.dataset.key) return;
  const copy = copyOf(was.node, was);
  air.prepend(copy);
  const dx = sink.x - was.x;
  const dy = sink.y - was.y;
  // The old top of the pile stays in sight until it is covered.
  const covered = Math.hypot(dx, dy) < was.w;
  const end = covered ? {} : { transform: `translate(${dx}px,${dy}px) scale(${sink.w / was.w})`, opacity: 0.2 };
  const flight = copy.animate([{ transform: "none", opacity: 1 }, { transform: "none", opacity: 1, ...end }], {
    duration: FLIGHT * (covered ? 1 : 1.2) * pace, easing: EASE, fill: "forwards",
  });
  const gone = () => copy.remove();
  flight.finished.then(gone, gone);
}

function fadeIn(node, pace) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { id: "flip", duration: 180 * pace });
}
