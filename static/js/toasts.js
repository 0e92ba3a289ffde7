// Toasts: short notices that show at the edge of any page and go by themselves.
const MOST = 3;

/** @param {string | undefined} text @param {"" | "ok" | "bad"} [kind] @param {string} [url] */
export function toast(text, kind = "", url = "") {
  const place = document.getElementById("toasts");
  if (!place || !text) return null;
  const line = document.createElement("p");
  line.className = kind ? `notice notice-${kind}` : "notice";
  line.textContent = text;
  // A toast that leads somewhere is a link, and stays long enough to be pressed.
  if (url.startsWith("/")) {
    const way = document.createElement("a");
    way.href = url;
    way.textContent = text;
    line.replaceChildren(way);
  }
  place.append(line);
  while (place.children.length > MOST) place.firstElementChild?.remove();
  setTimeout(() => line.remove(), (url ? 6000 : 3000) + text.length * 60);
  return line;
}
