// Conveniences of every page, beyond links and forms. All of it works without, only plainer.
import { all, hit } from "./dom.js";
import "./dialogs.js";
import "./local_time.js";
import { muted, play, setVolume, toggle, volume } from "./sound.js";
import { toast } from "./toasts.js";

const root = document.documentElement;
const words = document.getElementById("words")?.dataset ?? {};

// ---- day and night ------------------------------------------------------------------------------
/** @type {Record<string, string>} */
const SIDES = { day: "#F6EFE2", night: "#0E1519" };

/** @param {string | undefined} theme */
function paint(theme = "auto") {
  root.dataset.theme = theme;
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll('meta[name="theme-color"]');
  for (const meta of metas) meta.content = SIDES[theme] ?? SIDES[meta.dataset.side ?? ""];
  for (const button of all("[data-theme-form] [name=theme]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
  }
}
paint(root.dataset.theme);
document.addEventListener("submit", async (event) => {
  const form = hit(event, "[data-theme-form]");
  const { submitter } = event;
  if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const before = root.dataset.theme;
  paint(submitter.value);
  form.closest("details")?.removeAttribute("open");
  try {
    const body = new FormData(form, submitter);
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(String(answer.status));
  } catch {
    paint(before);
    toast(words.failed, "bad");
  }
});

// ---- copying and sharing ------------------------------------------------------------------------
document.addEventListener("click", async (event) => {
  const copied = hit(event, "[data-copy]")?.dataset.copy;
  if (copied) {
    const source = document.querySelector(copied);
    const field = source instanceof HTMLInputElement ? source : null;
    if (!(await copy(field?.value ?? source?.textContent.trim() ?? ""))) field?.select();
  }
  const shared = hit(event, "[data-share]")?.dataset;
  if (shared) await share(new URL(shared.share || "", location.href).href, shared.title);
});

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(words.copied, "ok");
    return true;
  } catch {
    toast(words.copyFailed, "bad");
    return false;
  }
}

/** @type {HTMLMetaElement | null} */
const preview = document.querySelector('meta[property="og:title"]');

/** The device's share sheet; where there is none, the link is copied. The words are those that the
 * link itself shows when it is looked at; most apps send only the text, and mails have a title.
 * @param {string} url
 * @param {string} [title] */
async function share(url, title = preview?.content ?? document.title) {
  if (!navigator.share) {
    await copy(url);
    return;
  }
  try {
    await navigator.share({ url, title, text: title });
  } catch (problem) {
    const closed = problem instanceof DOMException && problem.name === "AbortError";
    if (!closed) toast(words.failed, "bad");
  }
}

// Beside a button that copies, one that shares is only for who has a share sheet.
function showShare() {
  for (const button of all("[data-share][data-beside-copy]")) button.hidden = !navigator.share;
}
showShare();
for (const kind of ["htmx:load", "htmx:wsAfterMessage"]) document.addEventListener(kind, showShare);

// ---- the sound switch ---------------------------------------------------------------------------
function showSound() {
  for (const button of all("[data-sound-toggle]")) {
    button.setAttribute("aria-pressed", String(!muted()));
  }
  root.dataset.sound = muted() ? "off" : "on";
}
showSound();
document.addEventListener("click", (event) => {
  if (hit(event, "[data-sound-toggle]")) {
    toggle();
    showSound();
  }
});

for (const range of all("input[data-volume]")) {
  if (!(range instanceof HTMLInputElement)) continue;
  range.valueAsNumber = volume();
  range.addEventListener("change", () => {
    setVolume(range.valueAsNumber);
    play("card");
  });
}

// ---- the service worker: files that stay, a page without a connection, push messages --------------
addEventListener("load", () => {
  const how = /** @type {const} */ ({ scope: "/", updateViaCache: "none" });
  navigator.serviceWorker?.register("/worker.js", how).catch(() => {}); // then all is as without it
});

// ---- forms that send themselves -----------------------------------------------------------------
document.addEventListener("change", (event) => {
  hit(event, "[data-autosubmit]")?.closest("form")?.requestSubmit();
});

// ---- a line at the top when an answer takes its time ---------------------------------------------
/** @type {Set<XMLHttpRequest>} */
const running = new Set();
let slow = 0;
/** @param {boolean} on */
const showProgress = (on) => document.getElementById("progress")?.classList.toggle("on", on);
document.addEventListener("htmx:beforeSend", (event) => {
  const { xhr } = event.detail;
  running.add(xhr);
  slow ||= setTimeout(showProgress, 400, true);
  // Its own end: htmx tells of it on the element, and a push may have taken that away meanwhile.
  xhr.addEventListener("loadend", () => {
    running.delete(xhr);
    if (running.size) return;
    clearTimeout(slow);
    slow = 0;
    showProgress(false);
  });
});
document.addEventListener("htmx:sendError", () => toast(words.offline, "bad"));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) toast(words.failed, "bad");
});
