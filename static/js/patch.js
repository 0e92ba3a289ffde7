// Patches of regions: texts as the difference to earlier ones, line by line. `games/page/patch.py`
// makes them, and says what they are.

/**
 * All texts as they are afterwards. A patch is runs of known lines: where each begins, and its length.
 * @param {Record<string, string>} old
 * @param {Record<string, number[]>} patches
 * @param {string[]} lines that are new
 */
export function apply(old, patches, lines) {
  const changing = Object.entries(old).filter(([name]) => name in patches);
  const known = [...changing.flatMap(([, text]) => text.split("\n")), ...lines];
  const made = { ...old };
  for (const [name, patch] of Object.entries(patches)) {
    const text = [];
    for (let at = 0; at < patch.length; at += 2) {
      text.push(...known.slice(patch[at], patch[at] + patch[at + 1]));
    }
    made[name] = text.join("\n");
  }
  return made;
}
