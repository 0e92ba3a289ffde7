// DOM helpers: finding elements with their types, and what the reader's device prefers.

/**
 * The element that a template promises; a page without it is broken, and says so.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function need(id, kind) {
  const node = document.getElementById(id);
  if (node instanceof kind) return node;
  throw new TypeError(`no ${kind.name} #${id} on this page`);
}

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const one = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export function all(selector, within = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = within.querySelectorAll(selector);
  return [...found];
}

/**
 * The element around what an event hit, for listeners that stand further up.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function hit(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * The text of a place as a screen reader has it: drawings by their labels, ornament left out.
 * @param {Element | null | undefined} place
 */
export function spoken(place) {
  if (!place) return "";
  const copy = document.createElement("div");
  copy.append(place.cloneNode(true));
  for (const ornament of all("[aria-hidden=true]", copy)) ornament.remove();
  for (const drawn of all("[role=img][aria-label]", copy)) drawn.textContent = drawn.ariaLabel;
  return copy.textContent.replace(/\s+/g, " ").trim();
}

// How much of a movement's time the reader wants; 0 is no movement at all.
export function speed() {
  const style = getComputedStyle(document.documentElement);
  const value = Number.parseFloat(style.getPropertyValue("--speed"));
  return Number.isFinite(value) ? value : 1;
}

export const onTouch = () => matchMedia("(pointer: coarse)").matches;
