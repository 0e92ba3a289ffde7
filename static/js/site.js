// What every page can do beyond links and forms. All of it works without, only plainer.
// Nothing is exported: a second copy under another address would listen twice. Ask by event.
import { muted, toggle } from "./sound.js";

const root = document.documentElement;
const words = document.getElementById("words")?.dataset ?? {};

// ---- toasts -------------------------------------------------------------------------------------
function toast(text, kind = "", url = "") {
  const place = document.getElementById("toasts");
  if (!place || !text) return;
  const line = document.createElement("p");
  line.className = kind ? `notice notice-${kind}` : "notice";
  line.textContent = text;
  // A toast that leads somewhere is a link, and stays long enough to be pressed.
  if (url.startsWith("/")) {
    const way = document.createElement("a");
    way.href = url;
    way.textContent = text;
    line.replaceChildren(way);
  }
  place.append(line);
  while (place.children.length > 3) place.firstElementChild.remove();
  setTimeout(() => line.remove(), (url ? 6000 : 3000) + text.length * 60);
}
// The server may ask for one with HX-Trigger: {"toast": {"text": …, "kind": "ok" | "bad"}}.
document.addEventListener("toast", (event) => toast(event.detail.text ?? event.detail.value, event.detail.kind, event.detail.url));

// ---- menus --------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = event.target.closest?.("details[data-menu][open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// ---- day and night ------------------------------------------------------------------------------
const SIDES = { day: "#F6EFE2", night: "#0E1519" };
function paint(theme) {
  root.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.content = SIDES[SIDES[theme] ? theme : meta.dataset.side];
  }
  for (const button of document.querySelectorAll("[data-theme-form] [name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}
paint(root.dataset.theme);
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const before = root.dataset.theme;
  paint(event.submitter.value);
  form.closest("details")?.removeAttribute("open");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter) });
    if (!answer.ok) throw new Error(String(answer.status));
  } catch {
    paint(before);
    toast(words.failed, "bad");
  }
});

// ---- dialogs ------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-open]");
  if (opener) {
    const dialog = document.querySelector(opener.dataset.open);
    if (dialog instanceof HTMLDialogElement && !dialog.open) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  // A press beside the sheet closes it: only the backdrop makes the dialog itself the target.
  if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet:not([data-stay])")) {
    const box = event.target.getBoundingClientRect();
    const inside =
      event.clientX >= box.left && event.clientX <= box.right &&
      event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside && event.detail) event.target.close();
  }
});

// ---- asking before what cannot be undone ---------------------------------------------------------
function ask(sentence) {
  const dialog = document.getElementById("confirm");
  if (!dialog) return Promise.resolve(window.confirm(sentence));
  dialog.querySelector("#confirm-text").textContent = sentence;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}
const agreed = new WeakSet();
document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    const sentence = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (!sentence || agreed.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const submitter = event.submitter;
    if (await ask(sentence)) {
      agreed.add(form);
      form.requestSubmit(submitter?.isConnected ? submitter : null);
    }
  },
  true,
);
// The same for a button that posts by htmx without a form around it.
document.addEventListener("htmx:confirm", async (event) => {
  const sentence = event.detail.elt.dataset.confirm;
  if (!sentence || event.detail.elt instanceof HTMLFormElement || event.detail.elt.form) return;
  event.preventDefault();
  if (await ask(sentence)) event.detail.issueRequest(true);
});

// ---- copying and sharing ------------------------------------------------------------------------
document.addEventListener("click", async (event) => {
  const copier = event.target.closest("[data-copy]");
  if (copier) {
    const source = copier.dataset.copy.startsWith("#") ? document.querySelector(copier.dataset.copy) : null;
    const text = source ? source.value ?? source.textContent.trim() : copier.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
      toast(words.copied, "ok");
    } catch {
      source?.select?.();
      toast(words.copyFailed, "bad");
    }
  }
  const sharer = event.target.closest("[data-share]");
  if (sharer) {
    try {
      await navigator.share({ url: sharer.dataset.share || location.href, title: sharer.dataset.title || document.title });
    } catch (problem) {
      if (problem.name !== "AbortError") toast(words.failed, "bad");
    }
  }
});

// ---- what is told in the reader's own time, and what needs a share sheet -------------------------
const STYLES = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
};
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];
function ago(then) {
  const seconds = (then - Date.now()) / 1000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(root.lang, { numeric: "auto" }).format(Math.round(seconds / step[1]), step[0]);
}
function localise(within) {
  for (const time of within.querySelectorAll("time[datetime][data-local]")) {
    const then = new Date(time.dateTime);
    if (Number.isNaN(then.getTime())) continue;
    const exact = new Intl.DateTimeFormat(root.lang, STYLES.datetime).format(then);
    const style = time.dataset.local || "datetime";
    time.textContent =
      style === "ago" ? ago(then) : new Intl.DateTimeFormat(root.lang, STYLES[style] ?? STYLES.datetime).format(then);
    time.title = exact;
  }
  for (const button of within.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}
localise(document);
document.addEventListener("htmx:load", (event) => localise(event.detail.elt.parentElement ?? document));
document.addEventListener("htmx:wsAfterMessage", () => localise(document));
setInterval(() => localise(document), 60_000);

// ---- the sound switch ---------------------------------------------------------------------------
function showSound() {
  for (const button of document.querySelectorAll("[data-sound-toggle]")) {
    button.setAttribute("aria-pressed", String(!muted()));
  }
  root.dataset.sound = muted() ? "off" : "on";
}
showSound();
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-sound-toggle]")) {
    toggle();
    showSound();
  }
});

// ---- forms that send themselves -----------------------------------------------------------------
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-autosubmit]")) event.target.form?.requestSubmit();
});

// ---- a line at the top when an answer takes its time ---------------------------------------------
const running = new Set();
let slow = 0;
function settle(request) {
  running.delete(request);
  if (running.size) return;
  clearTimeout(slow);
  slow = 0;
  document.getElementById("progress")?.classList.remove("on");
}
document.addEventListener("htmx:beforeSend", (event) => {
  running.add(event.detail.xhr);
  slow ||= setTimeout(() => document.getElementById("progress")?.classList.add("on"), 400);
});
document.addEventListener("htmx:afterRequest", (event) => settle(event.detail.xhr));
document.addEventListener("htmx:sendError", () => toast(words.offline, "bad"));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) toast(words.failed, "bad");
});
