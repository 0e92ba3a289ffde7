// Where somebody new at a table would press next: the move with the fewest pieces, piece by piece.
const shown = (node) => node?.checkVisibility({ visibilityProperty: true, opacityProperty: true });

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

const partsOf = (offer) => offer.dataset.pieces?.split(" ").filter(Boolean) ?? [];

window.nextPress = () => {
  const game = document.getElementById("game");
  const mine = document.querySelector("#status[data-mine]");
  if (!mine || "pending" in game.dataset || "locked" in game.dataset) return null;
  const offers = [...document.querySelectorAll("#actions .offer")];
  offers.sort((one, other) => partsOf(one).length - partsOf(other).length);
  if (!offers.length) return null;
  const needs = partsOf(offers[0]);
  const pieces = [...document.querySelectorAll("#game input.piece")]
    .filter((one) => needs.includes(one.value) && !one.checked)
    .map((one) => one.closest("label") ?? one);
  // A place on the board shows itself when what goes there is chosen.
  const node = pieces.find(shown) ?? pieces[0] ?? offers[0];
  return shown(node) ? spotOf(node) : null;
};
