// Preferences in a table's menu, kept in this browser over what the account says.
import { hit } from "./dom.js";
import { game } from "./words.js";

/** @type {Record<string, HTMLElement>} */
const PLACES = { confirm: game, forced: game, coach: game, speed: document.documentElement };

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(`courtyard-${name}`);
  } catch {
    return null;
  }
}

/** @type {NodeListOf<HTMLSelectElement>} */
const choices = game.querySelectorAll("select[data-pref]");
for (const choice of choices) {
  const name = choice.dataset.pref ?? "";
  const { dataset } = PLACES[name];
  const kept = recall(name);
  if (kept) dataset[name] = kept;
  choice.value = dataset[name] ?? choice.options[0].value;
  choice.addEventListener("change", () => {
    dataset[name] = choice.value;
    try {
      localStorage.setItem(`courtyard-${name}`, choice.value);
    } catch {
      // without storage the choice lasts as long as the page
    }
  });
}

// One press, and the coach is silent; the menu lets it speak again.
game.addEventListener("click", (event) => {
  const silencer = hit(event, "#coach [data-coach]");
  const choice = [...choices].find(({ dataset }) => dataset.pref === "coach");
  if (!silencer || !choice) return;
  choice.value = "off";
  choice.dispatchEvent(new Event("change"));
});
