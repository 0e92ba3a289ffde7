// What every shared screen does: told when the line is lost, kept awake.
import { need } from "./dom.js";

const lost = need("screen-lost", HTMLElement);

addEventListener("htmx:wsClose", () => {
  lost.hidden = false;
});
addEventListener("htmx:wsOpen", () => {
  lost.hidden = true;
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
