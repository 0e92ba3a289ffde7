// Morph guard: what a push may not touch. Idiomorph asks here before it changes a node.
const OWNED = new Set(["checked", "aria-pressed", "open", "style"]);

const ask = window.Idiomorph.defaults.callbacks;
ask.beforeAttributeUpdated = (name, node) => {
  if (node.hasAttribute("data-server-owned")) return true;
  // What stands in a field is the reader's; a piece's value is its key, and the server names it.
  if (name === "value") return !node.matches("input:not([type=hidden], .piece), textarea");
  return !OWNED.has(name);
};
/** @param {Node} node @param {string} name */
const has = (node, name) => node instanceof Element && node.hasAttribute(name);
// The page's own is left alone, and so is a row of which the push names the place only.
ask.beforeNodeMorphed = (node, fresh) => !has(node, "data-client") && !has(fresh, "data-same");
