// Flights: how long it takes until everything that moves on the table lies.
//
// Whoever moves a piece adds its time here; what a push has to tell waits for the last of them.
const LONGEST = 1800; // whatever is added, the table speaks by then

let lies = 0;

/** @param {number} ms from now on */
export function add(ms) {
  lies = Math.max(lies, performance.now() + Math.min(ms, LONGEST));
}

// How long something is still in the air, in milliseconds.
export const left = () => Math.max(0, lies - performance.now());

export function land() {
  lies = 0;
}
