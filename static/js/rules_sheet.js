// Rules of the game as a sheet over the table, at the paragraph that fits the moment.
import { hit, need, one } from "./dom.js";
import { word } from "./words.js";

const sheet = need("rules", HTMLDialogElement);
const body = need("rules-body", HTMLElement);

/** @returns {Promise<void>} */
async function fill() {
  if (body.childElementCount) return;
  const answer = await fetch(body.dataset.url ?? "");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.querySelector("article.rules");
  if (answer.ok && text) body.append(...text.childNodes);
}

export async function open() {
  if (sheet.open) return;
  sheet.showModal();
  try {
    await fill();
  } catch {
    sheet.close(); // site.js says that there is no connection
    return;
  }
  // Who listens begins to read here; a live region would read all of it aloud.
  body.focus({ preventScroll: true });
  const anchor = document.getElementById("status")?.dataset.help;
  const place = anchor ? one(`#${anchor}`, body) : null;
  // Only the text scrolls: the sheet itself would take its heading and its cross along.
  const up = place && place.getBoundingClientRect().top - body.getBoundingClientRect().top;
  body.scrollTop = up === null ? 0 : body.scrollTop + up;
}

// A refusal leads to its rule.
export function link() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-quiet";
  button.dataset.rules = "";
  button.textContent = word("rules");
  return button;
}

document.addEventListener("click", (event) => {
  if (!hit(event, "[data-rules]")) return;
  event.preventDefault();
  open();
});
