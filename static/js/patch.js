// Patches of regions: texts as the difference to earlier ones, line by line. `games/page/patch.py`
// makes them, and says what their numbers mean.

/** @typedef {Record<string, string>} Texts by name */

/**
 * All texts as they are afterwards.
 * @param {Texts} old
 * @param {Record<string, number[]>} patches
 * @param {string[]} lines that are new
 * @param {string[]} [beside] lines that are known besides
 */
export function apply(old, patches, lines, beside = []) {
  const known = [...beside];
  /** @type {Record<string, number>} */
  const begins = {};
  for (const [name, text] of Object.entries(old)) {
    if (!(name in patches)) continue;
    begins[name] = known.length;
    known.push(...text.split("\n"));
  }
  let fresh = known.length;
  known.push(...lines);
  const made = { ...old };
  for (const [name, patch] of Object.entries(patches)) {
    const text = [];
    let at = begins[name] ?? beside.length;
    for (let number = 0; number < patch.length; number += 1) {
      const step = patch[number];
      if (step === 0) {
        number += 1;
        at += patch[number];
        continue;
      }
      const length = Math.abs(step);
      const from = step > 0 ? at : fresh;
      text.push(...known.slice(from, from + length));
      if (step < 0) fresh += length;
      at += length;
    }
    made[name] = text.join("\n");
  }
  return made;
}
