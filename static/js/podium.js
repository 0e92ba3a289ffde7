// Podium: the first three rise one after the other, the winner last, before the result is opened.
import { all, one, speed } from "./dom.js";

const STEP = 420;
const STAYS = 1500;
const PLACES = 3;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {HTMLElement} row */
function placeOf(row) {
  if (row.matches(".first")) return "1";
  return /\d+/.exec(one(".place-n", row)?.textContent ?? "")?.[0] ?? "";
}

// Resolves when the podium was seen, or at once where nothing moves or somebody presses.
export async function show() {
  const pace = speed();
  const board = document.getElementById("board");
  const ranked = all("#sheet .places > .place").filter((row) => placeOf(row) !== ""); // a host is not
  const rows = ranked.slice(0, PLACES);
  if (pace === 0 || !board || rows.length < 2) return;
  const stand = document.createElement("div");
  stand.className = "podium";
  stand.setAttribute("aria-hidden", "true");
  stand.style.setProperty("--pace", String(pace));
  for (const [n, row] of rows.entries()) {
    const column = document.createElement("div");
    column.className = `podium-place podium-${n + 1}`;
    column.style.animationDelay = `${(rows.length - 1 - n) * STEP * pace}ms`;
    for (const part of [".avatar", ".place-name bdi", ".place-score"]) {
      const node = one(part, row);
      if (node) column.append(node.cloneNode(true));
    }
    const place = placeOf(row);
    const block = document.createElement("b");
    block.className = "podium-block num";
    block.dataset.place = place; // equals stand equally high
    block.textContent = place;
    column.append(block);
    stand.append(column);
  }
  const box = board.getBoundingClientRect();
  Object.assign(stand.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  one(".air")?.append(stand);
  const pressed = new Promise((done) => {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, done, { once: true });
  });
  await Promise.race([wait((rows.length * STEP + STAYS) * pace), pressed]);
  stand.remove();
}
