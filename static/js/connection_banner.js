// Connection banner of a table: lost, back, or over for good with the one way that helps.
import { need } from "./dom.js";
import { game, word } from "./words.js";

const BACK_FOR = 1600;

const banner = need("conn", HTMLElement);
const [text] = banner.getElementsByClassName("conn-text");
const [way] = banner.getElementsByTagName("a");
let hiding = 0;

/** @param {"down" | "up" | "over"} state @param {string} sentence */
function show(state, sentence) {
  clearTimeout(hiding);
  banner.dataset.state = state;
  text.textContent = sentence;
  way.hidden = true;
  banner.hidden = false;
}

export function down() {
  if (banner.dataset.state !== "over") show("down", word(navigator.onLine ? "lost" : "offline"));
}

export function up() {
  if (banner.hidden || banner.dataset.state !== "down") return;
  show("up", word("back"));
  hiding = setTimeout(() => {
    banner.hidden = true;
  }, BACK_FOR);
}

/**
 * Some reasons are final: say which, and offer the one thing that helps.
 * @param {number} code of games/closecodes.py
 * @param {string} why
 */
export function over(code, why) {
  show("over", why || word(String(code)) || word("lost"));
  const { login = "", lobby = "" } = game.dataset;
  const next = encodeURIComponent(location.pathname + location.search);
  if (code === 4401) {
    way.href = `${login}?next=${next}`;
    way.textContent = word("signIn");
  } else if (code === 4403 || code === 4404) {
    way.href = lobby;
    way.textContent = word("toLobby");
  } else {
    way.href = location.href;
    way.textContent = word("playHere");
  }
  way.hidden = false;
}
