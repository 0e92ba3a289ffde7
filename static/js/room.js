// What a table's page does beside the match: readiness, the wait for a bot, talk, refusals.
import { play } from "./sound.js";

const game = document.getElementById("game");

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
// The seal that was shown is kept with one's own number, so that it can be compared afterwards.
function keepSeal(own) {
  const seal = document.querySelector(".seal-text, [data-seal]");
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
  const button = document.querySelector("[data-ready][data-now]");
  if (new URLSearchParams(location.search).has("now")) history.replaceState(null, "", location.pathname);
  button?.click();
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
// A refusal may lead to the table where one's place is.
function refused(xhr) {
  const line = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector(".notice");
  if (!line) return;
  const way = line.querySelector("a")?.getAttribute("href");
  line.querySelector("a")?.remove();
  const told = { text: line.textContent.trim(), kind: "bad" };
  document.dispatchEvent(new CustomEvent("toast", { detail: told }));
  play("error");
  const shown = document.getElementById("toasts")?.lastElementChild;
  if (!way?.startsWith("/") || !shown) return;
  const link = document.createElement("a");
  link.href = way;
  link.textContent = way.split("/").filter(Boolean).pop();
  shown.append(" ", link);
}
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.matches?.("[data-lobby]")) return;
  if (xhr.status === 422) return refused(xhr);
  if (xhr.status < 200 || xhr.status >= 300) return;
  if (elt.matches("[data-clear]")) elt.reset();
  // While the socket is away, the page asks for itself.
  document.dispatchEvent(new CustomEvent("courtyard:moved"));
  // Whoever takes a bot wants to play: no second button to press.
  if (elt.matches("[data-then-ready]")) thenReady = performance.now();
});
let thenReady = -Infinity;
document.addEventListener("htmx:wsAfterMessage", () => {
  readBotOffer();
  if (performance.now() - thenReady > 5000) return;
  const button = document.getElementById("ready");
  if (button && !document.getElementById("bot-offer")) {
    thenReady = -Infinity;
    button.click();
  }
});

// ---- a tap on a name hides what that person writes -------------------------------------------------
document.addEventListener("click", (event) => {
  const who = event.target.closest("[data-mute]");
  const muting = document.getElementById("mute");
  if (!who || !muting) return;
  muting.elements.name.value = who.dataset.mute;
  muting.dataset.confirm = muting.dataset.sentence.replace("{name}", who.dataset.mute);
  muting.requestSubmit();
});

// ---- nobody waits in an empty room ---------------------------------------------------------------
let offerTimer = 0;
function readBotOffer() {
  const offer = document.getElementById("bot-offer");
  clearTimeout(offerTimer);
  if (!offer || !offer.hidden) return;
  offerTimer = setTimeout(() => {
    const still = document.getElementById("bot-offer");
    if (still) still.hidden = false;
  }, Number(offer.dataset.leftMs));
}
if (game) readBotOffer();

// ---- a new table: what does not go together is not offered together ------------------------------
const form = document.querySelector("[data-new-table]");
function fitLeaver() {
  const rated = form.elements.rated?.value === "yes";
  const box = form.querySelector("[data-leaver]");
  for (const choice of box?.querySelectorAll("input") ?? []) {
    choice.disabled = rated && choice.value !== "forfeit";
    if (rated && choice.value === "forfeit") choice.checked = true;
  }
}
// What means something only beside another choice is shown only beside it.
function fitNeeds() {
  for (const choice of form.querySelectorAll("[data-needs]")) {
    const [name, value] = choice.dataset.needs.split("=");
    choice.closest("fieldset").hidden = form.elements[name]?.value !== value;
  }
}
if (form) {
  for (const fit of [fitLeaver, fitNeeds]) {
    form.addEventListener("change", fit);
    fit();
  }
}
