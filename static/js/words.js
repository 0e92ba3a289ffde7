// Sentences for eyes and ears. The page brings them translated; scripts only choose and fill in.

export const game = document.getElementById("game");

export function word(name, values = {}) {
  const text = document.getElementById("table-words")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

// One short sentence for screen readers. Said again when it comes again.
export function say(text) {
  const place = document.getElementById("say");
  if (!place || !text) return;
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

// site.js shows it; it must not be imported here, or it would run twice.
export function toast(text, kind = "") {
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, kind } }));
}

// How much of a movement's time the reader wants; 0 is no movement at all.
export function speed() {
  const value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--speed"));
  return Number.isFinite(value) ? value : 1;
}

export const onTouch = () => matchMedia("(pointer: coarse)").matches;
