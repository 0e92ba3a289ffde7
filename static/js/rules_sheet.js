// Rules of the game as a sheet over the table, at the paragraph that fits the moment.
import { hit, need, one } from "./dom.js";
import { word } from "./words.js";

// A replay has no such sheet, but asks like a table what can be chosen.
const theSheet = () => need("rules", HTMLDialogElement);
const theBody = () => need("rules-body", HTMLElement);

/** @param {HTMLElement} body @returns {Promise<void>} */
async function fill(body) {
  if (body.childElementCount) return;
  const answer = await fetch(body.dataset.url ?? "");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.querySelector("article.rules");
  if (answer.ok && text) body.append(...text.childNodes);
}

export async function open() {
  const [sheet, body] = [theSheet(), theBody()];
  if (sheet.open) return;
  sheet.showModal();
  try {
    await fill(body);
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
