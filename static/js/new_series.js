// The form of a new tournament: the time is typed as the reader's clock shows it.
import { all } from "./dom.js";

for (const field of all("[data-zone]")) {
  if (field instanceof HTMLInputElement) field.value = String(new Date().getTimezoneOffset());
}
