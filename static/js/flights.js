// Flights: how long it takes until everything that moves on the table lies.
//
// Whoever moves a piece hands its animation in: it is over when it was drawn to its end, however late
// its first frame came. What a push has to tell waits for the last of them.
const LONGEST = 1800; // whatever is added, the table speaks by then

let lies = 0; // by the clock: what is no animation
let latest = 0;
/** @type {Set<Animation>} */
const moving = new Set();

/** @param {number} ms from now on */
export function add(ms) {
  latest = performance.now() + LONGEST;
  lies = Math.max(lies, performance.now() + ms);
}

/** @param {Animation} motion */
export function follow(motion) {
  latest = performance.now() + LONGEST;
  moving.add(motion);
}

/** @param {Animation} motion */
export const isOver = ({ playState }) => playState === "finished" || playState === "idle";

/** @param {Animation} motion */
function rest(motion) {
  if (isOver(motion)) return 0;
  return Number(motion.effect?.getComputedTiming().endTime) - Number(motion.currentTime);
}

// How long something is still in the air, in milliseconds.
export function left() {
  const now = performance.now();
  return Math.max(0, Math.min(latest - now, Math.max(lies - now, ...[...moving].map(rest))));
}

export function land() {
  lies = 0;
  moving.clear();
}
