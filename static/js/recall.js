// Recall of a choice: a reload does not forget what was chosen. Kept for this tab alone.
import { all } from "./dom.js";
import { chosen, isInHand, letGo, pieces, render } from "./selection.js";

const KEY = "courtyard-choice";

const board = () => document.getElementById("board")?.dataset ?? {};
const fields = () =>
  all("#hand input[id]:not(.piece)").filter((node) => node instanceof HTMLInputElement);

function keep() {
  const { match, v } = board();
  const hand = chosen().filter(isInHand);
  const table = chosen().filter((piece) => !isInHand(piece));
  const kept = {
    match,
    v,
    hand: hand.map((piece) => piece.value),
    table: table.map((piece) => piece.value),
    fields: fields().map((field) => [field.id, field.value]),
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing forgets.
  }
}

// What is held stays chosen while it is held; what lies on the table, only in the very same step.
export function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    const { match, v } = board();
    if (!match || kept.match !== match) return;
    const same = kept.v === v;
    for (const piece of pieces()) {
      const keys = isInHand(piece) ? kept.hand : same ? kept.table : [];
      if (keys.includes(piece.value) && !piece.disabled) piece.checked = true;
    }
    for (const field of same ? fields() : []) {
      const value = new Map(kept.fields).get(field.id);
      if (value === undefined || value === field.value) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    letGo();
    render();
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
}

// The table has heard of the change first, so what it refused is not kept.
for (const kind of ["change", "input", "keyup", "click"]) {
  document.addEventListener(kind, () => queueMicrotask(keep));
}
