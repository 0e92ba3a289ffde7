// The quiz on a television: cards are slapped in, and the time left runs down as a bar.
import { slapNewCards } from "./slap.js";

function runClock() {
  const clock = document.querySelector(".q-clock:not([data-running])");
  if (!clock) return;
  clock.dataset.running = "";
  const { leftMs, totalMs } = clock.dataset;
  const bar = clock.firstElementChild;
  bar.animate([{ transform: `scaleX(${leftMs / totalMs})` }, { transform: "scaleX(0)" }], {
    duration: Math.max(1, Number(leftMs)),
    fill: "both",
  });
}

addEventListener("htmx:wsAfterMessage", () => {
  slapNewCards();
  runClock();
});
runClock();
