// Dice animation: they tumble and land on the faces the server sent, and the chance beside what is chosen.
import { all, need, speed } from "../js/dom.js";
import * as flights from "../js/flights.js";
import { isPiece } from "../js/selection.js";
import { play } from "../js/sound.js";

const FACES = ["coin", "diamond", "swords", "monkey", "parrot", "skull"];
const TUMBLE = 620; // a die in the air
const APART = 45; // one lands after the other
const FRAME = 75;

const stage = need("stage", HTMLElement);
/** @type {Map<string, string>} */
const landed = new Map(); // die → the event that rolled it last

const picks = () => all(".die-pick", stage);
/** @param {HTMLElement} pick */
function pieceOf(pick) {
  const piece = pick.querySelector(".piece");
  return isPiece(piece) ? piece : null;
}

// ---- rolling --------------------------------------------------------------------------------------
/** @param {boolean} move */
function look(move) {
  /** @type {HTMLElement[]} */
  const fresh = [];
  for (const pick of picks()) {
    const roll = pick.dataset.roll ?? "";
    if (landed.get(pick.id) === roll) continue;
    // A push in the meantime has put another face there, or none: what tumbled lies at once.
    for (const one of pick.querySelector(".die")?.getAnimations() ?? []) {
      if (one.id === "roll") one.cancel();
    }
    if (!roll) continue;
    landed.set(pick.id, roll);
    fresh.push(pick);
  }
  const pace = speed();
  if (!move || pace === 0 || document.querySelector("#board[data-full]")) return;
  for (const [place, pick] of fresh.entries()) tumble(pick, place, pace);
}

/** @param {HTMLElement} pick @param {number} place @param {number} pace */
function tumble(pick, place, pace) {
  const roll = pick.dataset.roll;
  const die = pick.querySelector(".die");
  const use = die?.querySelector("use");
  if (!die || !use) return;
  const href = use.getAttribute("href") ?? "";
  const [file, face] = href.split("#");
  const time = (TUMBLE + place * APART) * pace;
  const way = place % 2 ? 1 : -1;
  die.classList.remove("skull");
  const frames = setInterval(() => {
    use.setAttribute("href", `${file}#${FACES[Math.floor(Math.random() * FACES.length)]}`);
  }, FRAME);
  const flight = die.animate(
    [
      { transform: `translateY(-60%) rotate(${way * 420}deg) scale(.85)`, offset: 0 },
      { transform: `translateY(14%) rotate(${way * 120}deg) scale(1.05)`, offset: 0.6 },
      { transform: `translateY(-14%) rotate(${way * 30}deg)`, offset: 0.8 },
      { transform: "none", offset: 1 },
    ],
    { id: "roll", duration: time, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
  flights.follow(flight);
  const land = () => {
    clearInterval(frames);
    if (!pick.isConnected || pick.dataset.roll !== roll) return;
    use.setAttribute("href", href);
    if (face !== "skull") return;
    die.classList.add("skull");
    play("thud", { quiet: true });
    const bounce = [{ scale: 1.25 }, { scale: 0.94 }, { scale: 1 }];
    die.animate(bounce, { duration: 220 * pace, easing: "ease-out" });
  };
  flight.finished.then(land, land);
}

// ---- the chance of what is chosen -----------------------------------------------------------------
function weigh() {
  const chosen = picks().filter((pick) => pieceOf(pick)?.checked);
  // A skull among them is the sorceress's: the sentence above tells that chance.
  const plain = chosen.every((pick) => !pick.matches(".skull"));
  for (const risk of all("#oz-risks li")) {
    risk.classList.toggle("now", plain && Number(risk.dataset.dice) === chosen.length);
  }
}

look(false);
weigh();
new MutationObserver(() => {
  look(true);
  weigh();
}).observe(stage, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["data-roll", "data-v"],
});
// The table has heard of the change first, and may have refused it.
for (const kind of ["change", "keyup"]) {
  document.addEventListener(kind, () => requestAnimationFrame(weigh));
}
