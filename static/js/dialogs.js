// Dialogs and menus of every page: opening, closing, and asking before what cannot be undone.
import { all, hit, need } from "./dom.js";

// ---- menus --------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  for (const menu of all("details[data-menu][open]")) {
    if (menu !== hit(event, "details[data-menu]")) menu.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = hit(event, "details[data-menu][open]");
  menu?.removeAttribute("open");
  menu?.querySelector("summary")?.focus();
});
// A list that would end below the window opens upwards, where there is room for it.
document.addEventListener(
  "toggle",
  ({ target: menu }) => {
    if (!(menu instanceof HTMLDetailsElement && menu.matches("[data-menu]"))) return;
    menu.classList.remove("up");
    const list = menu.querySelector(".menu-list")?.getBoundingClientRect();
    const room = menu.getBoundingClientRect().top;
    menu.classList.toggle("up", !!list && list.bottom > innerHeight && list.height < room);
  },
  true,
);

// ---- dialogs ------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  const opener = hit(event, "[data-open]");
  if (opener) {
    const dialog = document.querySelector(opener.dataset.open ?? "");
    if (dialog instanceof HTMLDialogElement && !dialog.open) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const dialog = hit(event, "[data-close]")?.closest("dialog");
  dialog?.close();
  // A press beside the sheet closes it: only the backdrop makes the dialog itself the target.
  if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet")) {
    const box = event.target.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside && event.detail) event.target.close();
  }
});

// ---- asking first -------------------------------------------------------------------------------
/** @param {string} sentence @returns {Promise<boolean>} */
function ask(sentence) {
  const dialog = need("confirm", HTMLDialogElement);
  need("confirm-text", HTMLElement).textContent = sentence;
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
    if (!(form instanceof HTMLFormElement)) return;
    const { submitter } = event;
    const sentence = submitter?.dataset.confirm ?? form.dataset.confirm;
    if (!sentence || agreed.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (await ask(sentence)) {
      agreed.add(form);
      form.requestSubmit(submitter?.isConnected ? submitter : null);
    }
  },
  true,
);
// The same for a button that posts by htmx without a form around it.
document.addEventListener("htmx:confirm", async (event) => {
  const { elt } = event.detail;
  const sentence = elt.dataset.confirm;
  if (!sentence || elt instanceof HTMLFormElement) return;
  if (elt instanceof HTMLButtonElement && elt.form) return;
  event.preventDefault();
  if (await ask(sentence)) event.detail.issueRequest(true);
});
