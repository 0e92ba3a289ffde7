// Morph guard: what a push may not touch. Idiomorph asks here before it changes a node.
const OWNED = new Set(["checked", "aria-pressed", "open", "style"]);

const ask = window.Idiomorph.defaults.callbacks;
ask.beforeAttributeUpdated = (name, node) => {
  if (node.hasAttribute("data-server-owned")) return true;
  // What stands in a field is the reader's; a piece's value is its key, and the server names it.
  if (name === "value") return !node.matches("input:not([type=hidden], .piece), textarea");
  return !OWNED.has(name);
};
ask.beforeNodeMorphed = (node) => !(node instanceof Element && node.hasAttribute("data-client"));
