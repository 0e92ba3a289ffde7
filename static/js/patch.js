// Patches of regions: texts as the difference to earlier ones, line by line. `games/page/patch.py`
// says what stands in a patch, and makes it.

/** @typedef {(string | number)[]} Patch */

/**
 * All texts as they are afterwards.
 * @param {Record<string, string>} old
 * @param {Record<string, Patch>} patches
 * @returns {Record<string, string>}
 */
export function apply(old, patches) {
  const known = Object.values(old).flatMap((text) => text.split("\n"));
  const made = { ...old };
  for (const [name, patch] of Object.entries(patches)) made[name] = patched(patch, known);
  return made;
}

/** @param {Patch} patch @param {string[]} known */
function patched(patch, known) {
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
