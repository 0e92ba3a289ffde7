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

hold();
document.addEventListener("htmx:wsAfterMessage", hold);
