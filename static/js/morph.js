// Morph guard: what a push may not touch. Idiomorph asks here before it changes a node.
const OWNED = new Set(["checked", "aria-pressed", "open", "style"]);

let holding = false;

/**
 * While a push is put in place of which pieces still fly, what tells of it stays as it was: nodes
 * that are marked `data-tells`, and of others the attributes that they name there.
 * @param {() => void} put
 */
export function holdingBack(put) {
  holding = true;
  try {
    put();
  } finally {
    holding = false;
  }
}

/** @param {Node} node @param {string} name */
const has = (node, name) => node instanceof Element && node.hasAttribute(name);
/** @param {Node} node */
const isHeld = (node) =>
  holding && node instanceof Element && node.getAttribute("data-tells") === "";

const ask = window.Idiomorph.defaults.callbacks;
ask.beforeAttributeUpdated = (name, node) => {
  if (holding && node.getAttribute("data-tells")?.split(" ").includes(name)) return false;
  if (node.hasAttribute("data-server-owned")) return true;
  // Whether an offer can be pressed is the page's to say.
  if (name === "aria-disabled") return !node.matches("#actions");
  // What stands in a field is the reader's; a piece's value is its key, and the server names it.
  if (name === "value") return !node.matches("input:not([type=hidden], .piece), textarea");
  return !OWNED.has(name);
};
// The page's own is left alone, and so is a row of which the push names the place only.
ask.beforeNodeMorphed = (node, fresh) =>
  !isHeld(node) && !isHeld(fresh) && !has(node, "data-client") && !has(fresh, "data-same");
ask.beforeNodeAdded = (node) => !isHeld(node);
ask.beforeNodeRemoved = (node) => !isHeld(node);
