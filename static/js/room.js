// Room of a table: readiness, the wait for the match, chat; all that is not the match itself.
import { hit, one } from "./dom.js";
import "./countdown.js";
import "./refused.js";

// ---- one's own part of the chance ---------------------------------------------------------------
// Made here and sent only after the page has shown the house's seal: so nobody chooses the cards.
function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches("[data-ready]")) return;
  event.detail.parameters.nonce = nonce();
  keepSeal(event.detail.parameters.nonce);
});
/**
 * The seal that was shown is kept with one's own number, so that it can be compared afterwards.
 * @param {string} own
 */
function keepSeal(own) {
  const seal = one(".seal-text, [data-seal]");
  if (!seal) return;
  try {
    const kept = JSON.parse(localStorage.getItem("courtyard-seals") ?? "[]");
    kept.push({ seal: seal.dataset.seal ?? seal.textContent.trim(), nonce: own });
    localStorage.setItem("courtyard-seals", JSON.stringify(kept.slice(-50)));
  } catch {
    // without storage nothing is compared
  }
}

// "Play now" means it: the page says by itself that this person is ready, once.
function readyNow() {
  const asked = new URLSearchParams(location.search).has("now");
  if (asked) history.replaceState(null, "", location.pathname);
  one("[data-ready][data-now]")?.click();
}
if (document.readyState === "complete") readyNow();
else addEventListener("load", readyNow, { once: true });

// While people wait, there are no moves to read, so the talk lies on top; a match turns that round.
let waiting = Boolean(document.getElementById("room"));
if (waiting) document.getElementById("tab-chat")?.click();
addEventListener("htmx:wsAfterMessage", () => {
  if (waiting && document.getElementById("board")) document.getElementById("tab-moves")?.click();
  waiting = Boolean(document.getElementById("room"));
});

// ---- answers ------------------------------------------------------------------------------------
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.matches("[data-lobby]")) return;
  if (xhr.status < 200 || xhr.status >= 300) return;
  if (elt instanceof HTMLFormElement && elt.matches("[data-clear]")) elt.reset();
  // While the socket is away, the page asks for itself.
  document.dispatchEvent(new CustomEvent("courtyard:moved"));
});
// ---- a tap on a name hides what that person writes -------------------------------------------------
document.addEventListener("click", (event) => {
  const name = hit(event, "[data-mute]")?.dataset.mute;
  const muting = document.getElementById("mute");
  if (!name || !(muting instanceof HTMLFormElement)) return;
  const field = muting.elements.namedItem("name");
  if (field instanceof HTMLInputElement) field.value = name;
  muting.dataset.confirm = muting.dataset.sentence?.replace("{name}", name);
  muting.requestSubmit();
});

// ---- a reaction is one press, and its row goes when it is sent -------------------------------------
document.addEventListener("htmx:afterRequest", ({ target }) => {
  if (target.id === "reactions") target.hidePopover();
});
