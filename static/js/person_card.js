// People at a table: a card about whoever is pressed, and what they say as a bubble at their face.
import { all, hit, need, one } from "./dom.js";
import { game } from "./words.js";

const SHOWN = 3500;
const BY_LETTER = 60;

document.addEventListener("click", (event) => {
  const name = hit(event, "[data-person]")?.dataset.person;
  const card = document.getElementById("person");
  if (!name || !(card instanceof HTMLDialogElement)) return;
  const url = (card.dataset.url ?? "").replace("NAME", encodeURIComponent(name));
  window.htmx.ajax("GET", url, { target: "#person-body", swap: "outerHTML" });
  card.showModal();
});

/** @param {HTMLElement} line */
function faceOf(line) {
  if (line.hasAttribute("data-mine")) return one("#my-face");
  const known = all(".other [data-person]");
  return known.find(({ dataset }) => dataset.person === line.dataset.by)?.closest(".other");
}

/** @param {HTMLElement} line */
function bubble(line) {
  const face = faceOf(line)?.getBoundingClientRect();
  const words = line.querySelector("[dir=auto]")?.textContent?.trim();
  if (!face || !words) return;
  const note = document.createElement("p");
  note.className = "bubble";
  note.textContent = words;
  note.setAttribute("aria-hidden", "true"); // the log of the chat says it
  game.append(note);
  const { width, height } = note.getBoundingClientRect();
  const left = face.left + face.width / 2 - width / 2;
  const below = face.top < innerHeight / 2;
  note.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  note.style.top = `${below ? face.bottom + 6 : face.top - height - 6}px`;
  setTimeout(() => note.remove(), SHOWN + words.length * BY_LETTER);
}

const log = document.getElementById("chat-lines");
if (log) {
  new MutationObserver((changes) => {
    const lines = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const last = lines.filter((node) => node instanceof HTMLElement && node.dataset.by).at(-1);
    // Many at once are what was said before; they are read in the chat.
    if (last instanceof HTMLElement && lines.length < 8) bubble(last);
  }).observe(need("chat-lines", HTMLElement), { childList: true });
}
