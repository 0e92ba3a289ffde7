// What a page feels like, watched from inside: how much of it jumps unasked, and how long a press
// goes without an answer. `feel.next()` is where a player would press now.
const feel = { shifts: [], answered: [], moved: [] };

const nameOf = (node) => {
  const named = node?.nodeType === 1 ? node : node?.parentElement;
  const holder = named?.closest("[id]");
  const inside = named === holder ? "" : ` ${named?.tagName.toLowerCase()}.${named?.className}`;
  return `#${holder?.id}${inside}`;
};
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput || !document.getElementById("board")) continue;
    const moved = sources.map(({ node, previousRect: was, currentRect: is }) => {
      const box = (at) => [at.x, at.y, at.width, at.height].map(Math.round).join(",");
      return `${nameOf(node)} ${box(was)} → ${box(is)}`;
    });
    feel.shifts.push({ value, moved });
  }
}).observe({ type: "layout-shift", buffered: true });

const seq = () => Number(document.getElementById("board")?.dataset.v ?? -1);
const painted = (done) => requestAnimationFrame(() => setTimeout(done));

// A press on a piece or a button: its first answer is any change at all, its last the move on the board.
let watcher = null;
addEventListener(
  "pointerdown",
  (event) => {
    watcher?.disconnect();
    if (!event.target.closest?.(".offer, [data-press], label:has(.piece)")) return;
    const [at, before] = [event.timeStamp, seq()];
    let first = true;
    watcher = new MutationObserver((changes) => {
      if (changes.every(({ target }) => target.closest?.("#meter"))) return; // time goes by anyway
      if (first) painted(() => feel.answered.push(performance.now() - at));
      first = false;
      if (seq() <= before) return;
      watcher?.disconnect();
      painted(() => feel.moved.push(performance.now() - at));
    });
    const game = document.getElementById("game");
    watcher.observe(game, { subtree: true, childList: true, attributes: true });
  },
  true,
);

const shown = (node) => node?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
const any = (list) => list[Math.floor(Math.random() * list.length)];

function spotOf(node) {
  node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = node.getBoundingClientRect();
  for (let down = 0.5; down > 0; down -= 0.2) {
    for (let along = 0.06; along < 1; along += 0.11) {
      const [x, y] = [left + width * along, top + height * down];
      if (node.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}

let wish = "";
feel.next = () => {
  const game = document.getElementById("game");
  const board = document.getElementById("board");
  if (!board) return all("#ready").map(spotOf)[0] ?? null;
  if (board.dataset.status !== "running") return "over";
  if ("pending" in game.dataset || "locked" in game.dataset) return null;
  const sheet = all("[data-play-on], #sheet [data-sheet=close]");
  if (sheet.length) return spotOf(sheet[0]);
  const offers = [...document.querySelectorAll("#actions .offer")];
  // Buttons of a game's own, each for an offer.
  const own = all(":is([data-press], [data-choice]):enabled:not([aria-disabled=true])").filter(
    ({ dataset: { press, choice } }) =>
      offers.some(({ value }) =>
        choice
          ? value.endsWith(`"choice":${choice}}`)
          : value === press || value.includes(`"${press}"`),
      ),
  );
  if (own.length && !wish && Math.random() < 0.5) return spotOf(any(own));
  const offer = offers.find((one) => one.value === wish) ?? any(offers);
  if (!offer) return null;
  wish = offer.value;
  const needs = offer.dataset.pieces?.split(" ").filter(Boolean) ?? [];
  const pieces = document.querySelectorAll("#hand input.piece, #game input.piece:not(#hand *)");
  const next = [...pieces]
    .sort((one, other) => Number(!one.closest("#hand")) - Number(!other.closest("#hand")))
    .filter((piece) => needs.includes(piece.value) !== piece.checked)
    .map((piece) => piece.closest("label") ?? piece)
    .find(shown);
  const spot = next ? spotOf(next) : shown(offer) ? spotOf(offer) : null;
  if (!spot) wish = "";
  return spot;
};
window.feel = feel;
