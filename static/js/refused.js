// Refusals of the lobby's buttons, told in a toast; one may lead to the table where one's place is.
import { play } from "./sound.js";
import { toast } from "./toasts.js";

/** @param {XMLHttpRequest} xhr */
function tell(xhr) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const line = page.querySelector(".notice");
  if (!line) return;
  const link = line.querySelector("a");
  link?.remove();
  const shown = toast(line.textContent.trim(), "bad");
  play("error");
  if (link?.getAttribute("href")?.startsWith("/")) shown?.append(" ", link);
}

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (elt.matches("[data-lobby]") && xhr.status === 422) tell(xhr);
});
