// Shared screen, for a television: as large as it goes.
import { fit } from "./fit.js";
import "./shared_screen.js";

// The board is drawn for a canvas of this size and enlarged as a whole: what is readable on a phone
// at arm's length is readable on a television from three metres.
const CANVAS = { width: 900, height: 520 };

function enlarge() {
  const zoom = Math.min(innerWidth / CANVAS.width, innerHeight / CANVAS.height);
  document.documentElement.style.setProperty("--tv-zoom", zoom.toFixed(3));
  fit();
}
addEventListener("resize", enlarge);
addEventListener("htmx:wsAfterMessage", fit);
enlarge();

// What is older than what is shown stays away: two pushes may overtake each other.
addEventListener("htmx:wsBeforeMessage", (event) => {
  const shown = document.getElementById("screen")?.dataset;
  const seq = /id="screen"[^>]*\sdata-match="(\d+)"\s+data-v="(\d+)"/.exec(event.detail.message);
  if (seq && shown?.match === seq[1] && Number(seq[2]) < Number(shown.v)) event.preventDefault();
});
