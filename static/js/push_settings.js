// The page of notifications: this device on and off. The browser is asked only when a button is pressed.
import { hit, one } from "./dom.js";
import { able, subscribe, unsubscribe, wanted } from "./push.js";
import { toast } from "./toasts.js";

const part = one("[data-push]");
/** @param {string} selector @param {boolean} on */
function show(selector, on) {
  const node = part && one(selector, part);
  if (node) node.hidden = !on;
}

function look() {
  const denied = Notification.permission === "denied";
  const on = wanted() && part?.dataset.device !== undefined;
  show("[data-push-can]", !denied);
  show("[data-push-on]", !on);
  show("[data-push-off]", on);
  show("[data-push-denied]", denied);
  show("[data-push-cannot]", false);
}

/** The list of devices changes with it, so the page is loaded anew. */
async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  await subscribe();
  location.reload();
}
async function turnOff() {
  await unsubscribe();
  const number = part?.dataset.device;
  const own = document.querySelector(`form[action$="/device/${number}/"] [name=remove]`);
  if (own instanceof HTMLButtonElement) own.click();
  else location.reload();
}

if (part && able()) {
  look();
  part.addEventListener("click", (event) => {
    const act = hit(event, "[data-push-on]") ? turnOn : hit(event, "[data-push-off]") && turnOff;
    if (act) {
      act().catch(() => toast(document.getElementById("words")?.dataset.failed, "bad"));
    }
  });
}

// A first choice of time zone: the device's own.
const zone = document.querySelector("#quiet [name=time_zone]");
const from = document.querySelector("#quiet [name=quiet_from]");
if (zone instanceof HTMLSelectElement && from instanceof HTMLInputElement && !from.value) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === here)) zone.value = here;
}
