// Shared screen, for a television: it says when it has lost the line, and keeps the screen awake.
import { need } from "./dom.js";

const lost = need("screen-lost", HTMLElement);

addEventListener("htmx:wsClose", () => {
  lost.hidden = false;
});
addEventListener("htmx:wsOpen", () => {
  lost.hidden = true;
});

// What is older than what is shown stays away: two pushes may overtake each other.
addEventListener("htmx:wsBeforeMessage", (event) => {
  const shown = document.getElementById("screen")?.dataset;
  const seq = /id="screen"[^>]*\sdata-match="(\d+)"\s+data-v="(\d+)"/.exec(event.detail.message);
  if (seq && shown?.match === seq[1] && Number(seq[2]) < Number(shown.v)) event.preventDefault();
});

async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // a low battery may refuse
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
