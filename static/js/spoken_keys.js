// Keys that tell: the last move, the scores, the hand, what may be done, the clock. What they tell
// stands on the page already, so nothing is known here that is not seen there.
import { all, one, spoken } from "./dom.js";
import { isInHand, pieces } from "./selection.js";
import { toast } from "./toasts.js";
import { word } from "./words.js";

/** What a piece is called: by its own label, or by what is drawn in it. @param {HTMLInputElement} piece */
function nameOf(piece) {
  if (piece.ariaLabel) return piece.ariaLabel;
  return spoken(piece.closest("label"));
}

function scores() {
  const others = all("#seats > li").map((seat) => {
    const score = spoken(one(".score", seat));
    return score && `${spoken(one(".other-name bdi", seat))}: ${score}`;
  });
  const own = spoken(one(".my-score"));
  return [own && word("own", { what: own }), ...others].filter(Boolean).join("; ");
}

const offers = () =>
  all("#actions .offer")
    .filter((offer) => offer.checkVisibility())
    .map(spoken);

/** @type {Record<string, () => string>} */
const TELLS = {
  l: () => spoken(one("#log > li:last-child")),
  s: scores,
  h: () => pieces().filter(isInHand).map(nameOf).join(", "),
  w: () => [spoken(one("#turn-head")), spoken(one("#ask")), ...offers()].filter(Boolean).join(" "),
  t: () => spoken(one("#meter-digits")),
};

/** Tells what this key asks for; false if it asks for nothing. @param {string} key */
export function tell(key) {
  const told = TELLS[key];
  if (!told) return false;
  toast(told() || word("nothingThere"));
  return true;
}
