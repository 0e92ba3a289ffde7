// Form for a new table: what does not go together is not offered together.
import { all } from "./dom.js";

const form = document.querySelector("form[data-new-table]");

/** @param {HTMLFormElement} form @param {string} name */
const chosenIn = (form, name) => new FormData(form).get(name);

/** @param {HTMLFormElement} form */
function fitLeaver(form) {
  const rated = chosenIn(form, "rated") === "yes" && chosenIn(form, "public") === "yes";
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = form.querySelectorAll("[data-leaver] input");
  for (const choice of choices) {
    choice.disabled = rated && choice.value !== "forfeit";
    if (rated && choice.value === "forfeit") choice.checked = true;
  }
}
// What means something only beside another choice is shown only beside it.
/** @param {HTMLFormElement} form */
function fitNeeds(form) {
  for (const choice of all("[data-needs]", form)) {
    const [name, value] = (choice.dataset.needs ?? "").split("=");
    const field = choice.closest("fieldset, .field");
    if (field instanceof HTMLElement) field.hidden = chosenIn(form, name) !== value;
  }
}
if (form instanceof HTMLFormElement) {
  for (const fit of [fitLeaver, fitNeeds]) {
    form.addEventListener("change", () => fit(form));
    fit(form);
  }
}
