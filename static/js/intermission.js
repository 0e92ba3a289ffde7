// Intermission between rounds: *Play on* in the result sheet presses the offer, and the sheet goes
// when the next round is dealt.
import { hit } from "./dom.js";
import { commit, PLAY_ON } from "./moves.js";
import * as resultSheet from "./result_sheet.js";
import { offers } from "./selection.js";

const isBetween = () => Boolean(document.querySelector("#board[data-between]"));
let between = isBetween();

document.addEventListener("click", (event) => {
  if (!hit(event, "[data-play-on]")) return;
  commit(offers().find(({ button }) => button.value === PLAY_ON)?.button);
});

export function after() {
  const was = between;
  between = isBetween();
  if (was && !between && document.getElementById("sheet")?.dataset.kind === "round") {
    resultSheet.pass();
  }
}
