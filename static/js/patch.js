// Patches of regions: a text as the difference to an earlier one, line by line. `games/page/patch.py`
// says what stands in a patch, and makes it.

/** @typedef {(string | number)[]} Patch */

/**
 * @param {string} old
 * @param {Patch} patch
 */
export function patched(old, patch) {
  const known = old.split("\n");
  const made = [];
  const steps = patch.values();
  for (const step of steps) {
    if (typeof step === "string") {
      known.push(step);
      made.push(step);
    } else {
      const length = Number(steps.next().value);
      made.push(...known.slice(step, step + length));
    }
  }
  return made.join("\n");
}
