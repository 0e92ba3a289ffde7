// Penalty card, slapped down in large for all to see. Read from what the server rendered: whose cards
// became more. Nothing is slapped when a page opens.
import { one, speed } from "../js/dom.js";

const SHOWN = 1900;

function cardsNow() {
  const quiz = document.getElementById("quiz");
  if (!quiz) return null;
  const { names = "", cards = "" } = quiz.dataset;
  return {
    match: one("[data-match]")?.dataset.match ?? "",
    names: names.split("\n"),
    words: quiz.dataset,
    cards: cards.split(",").map((list) => list.split(" ").filter(Boolean)),
  };
}

/** @param {string} colour @param {string} title @param {string} name */
function slap(colour, title, name) {
  document.querySelector(".q-slap")?.remove();
  const box = document.createElement("div");
  box.className = `q-slap q-slap-${colour}`;
  box.setAttribute("aria-hidden", "true"); // the log says it
  const card = document.createElement("i");
  card.className = `q-card q-${colour}`;
  const words = document.createElement("p");
  const who = document.createElement("bdi");
  who.textContent = name;
  words.append(title, document.createElement("br"), who);
  box.append(card, words);
  document.body.append(box);
  const pace = speed();
  if (pace > 0) {
    card.animate(
      [
        { transform: "translateY(-60vh) rotate(-38deg) scale(2.6)", opacity: 0 },
        { transform: "rotate(-9deg) scale(1)", opacity: 1, offset: 0.8 },
        { transform: "rotate(-7deg) scale(1.04)", offset: 0.9 },
        { transform: "rotate(-8deg) scale(1)" },
      ],
      { duration: 420 * pace, easing: "cubic-bezier(.5,0,.9,.4)", fill: "both" },
    );
  }
  setTimeout(() => box.remove(), SHOWN);
}

let was = cardsNow();

export function slapNewCards() {
  const before = was;
  const now = cardsNow();
  was = now;
  if (!before || !now || before.match !== now.match) return;
  now.cards.forEach((list, seat) => {
    if (list.length <= (before.cards[seat]?.length ?? 0)) return;
    const colour = list[list.length - 1];
    slap(colour, now.words[colour] ?? "", now.names[seat] ?? "");
  });
}
