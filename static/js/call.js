// Call to the table: a match of the reader's own starts while they look at another page of ours, or a
// tournament calls them to their chair.
// The banner brings it; the title and a sound tell it, and the page in sight leads there.
import { one } from "./dom.js";
import "./countdown.js";
import { play } from "./sound.js";

const KEY = "courtyard-called"; // the match for which some tab has sounded
const PATIENCE = 4000;

const call = () => one("#banner [data-match]")?.dataset;
let known = call()?.match ?? "";

/** @param {string} match whether this tab is the first to say it */
function isFirst(match) {
  try {
    const told = localStorage.getItem(KEY) === match;
    localStorage.setItem(KEY, match);
    return !told;
  } catch {
    return true;
  }
}

const PIECES = "[type=checkbox], [type=radio], [type=range]"; // of a game or a lesson: nothing is lost
const writes = () =>
  document.activeElement?.matches(`input:not(${PIECES}), textarea, select`) ?? false;

/** @param {string} url */
function lead(url) {
  if (!document.hidden && !writes() && call()?.url === url) location.assign(url);
}

function look() {
  const { match = "", url = "", title = "" } = call() ?? {};
  if (!match || match === known) return;
  known = match;
  document.title = `● ${title} — ${document.title}`;
  if (isFirst(match)) play("turn");
  if (url.startsWith("/")) setTimeout(lead, PATIENCE, url);
}
document.addEventListener("htmx:wsAfterMessage", look);
