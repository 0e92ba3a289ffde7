// The television of a night: the series' clock and region, and what every shared screen does.
import { all } from "./dom.js";
import "./series.js";
import "./shared_screen.js";

// How a game ended is held for a moment; then the standings have the whole screen.
let holding = 0;

function hold() {
  clearTimeout(holding);
  for (const board of all("[data-held-ms]")) {
    holding = setTimeout(() => {
      board.parentElement?.classList.remove("is-playing");
      board.remove();
    }, Number(board.dataset.heldMs));
  }
}

// More people than the screen holds are shown some at a time, in turn.
const TURN_MS = 8000;
let from = 0;
let next = 0;

function showSome() {
  const [list, turn] = [".tv-standings", ".tv-turn"].map((name) => all(name)[0]);
  if (!list || !turn) return;
  const overflows = () =>
    list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1;
  turn.hidden = true;
  for (const row of all("li", list)) row.hidden = false;
  const rows = all("li", list).filter((row) => row.offsetHeight > 0);
  if (from >= rows.length || !overflows()) from = 0;
  next = rows.length;
  if (!overflows()) return;
  turn.hidden = false;
  rows.forEach((row, index) => {
    row.hidden = index < from;
  });
  while (next > from + 1 && overflows()) rows[--next].hidden = true;
  if (next === rows.length) {
    // the last ones have room for some of those before them
    while (from && !overflows()) rows[--from].hidden = false;
    if (overflows()) rows[from++].hidden = true;
  }
  turn.textContent = `${from + 1}–${next} / ${rows.length}`;
}

function showOthers() {
  from = next;
  showSome();
}

function refresh() {
  hold();
  showSome();
}

refresh();
setInterval(showOthers, TURN_MS);
document.addEventListener("htmx:wsAfterMessage", refresh);
addEventListener("resize", showSome);
document.fonts.addEventListener("loadingdone", showSome); // names are wider than they were
