// Quiz on a shared screen, for a television: cards are slapped in, and the time left runs down as a bar.
import { one } from "../js/dom.js";
import { slapNewCards } from "./slap.js";

function runClock() {
  const clock = one(".q-clock:not([data-running])");
  if (!clock) return;
  clock.dataset.running = "";
  const left = Number(clock.dataset.leftMs);
  const whole = Number(clock.dataset.totalMs);
  const path = [{ transform: `scaleX(${left / whole})` }, { transform: "scaleX(0)" }];
  clock.firstElementChild?.animate(path, {
    duration: Math.max(1, left),
    fill: "both",
  });
}

addEventListener("htmx:wsAfterMessage", () => {
  slapNewCards();
  runClock();
});
runClock();
