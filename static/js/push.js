// Push subscription of this browser: the server hears of it when the reader presses the button, when
// it changed, and once a day, so that it knows which devices are still there.
import { one } from "./dom.js";

const KEY = "courtyard-push"; // whose notices this device shows, under which address, heard of when
const DAY = 24 * 3600 * 1000;

const told = () => /** @type {HTMLMetaElement | null} */ (one("meta[name=push-key]"));
export const able = () =>
  told() !== null && "serviceWorker" in navigator && "PushManager" in window && isSecureContext;

function recall() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
/** @param {object | null} value */
function keep(value) {
  try {
    if (value === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // then the server hears of it with every page
  }
}

/** Whether this device is to show the notices of whoever is signed in here. */
export const wanted = () =>
  Notification.permission === "granted" && recall().user === told()?.dataset.user;

/** @param {string} text */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The browser's subscription under the site's present key. */
async function subscription() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytes(told()?.content ?? "");
  const known = await pushManager.getSubscription();
  const key = known?.options.applicationServerKey;
  const same = key && String(new Uint8Array(key)) === String(applicationServerKey);
  if (known && same) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Tells the server of this device. It may throw, for push services can be away too. */
export async function subscribe() {
  const meta = told();
  const { endpoint, keys } = (await subscription()).toJSON();
  const values = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  const token = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
  const body = new URLSearchParams(/** @type {Record<string, string>} */ (values));
  const answer = await fetch(meta?.dataset.url ?? "", { method: "POST", headers: token, body });
  if (!answer.ok) throw new Error(await answer.text());
  keep({ user: meta?.dataset.user, endpoint, at: Date.now() });
}

export async function unsubscribe() {
  keep(null);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

async function renew() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { endpoint, at = 0 } = recall();
  const known = await pushManager.getSubscription();
  const heard = told()?.dataset.device !== "" && known?.endpoint === endpoint;
  if (!heard || Date.now() - at > DAY) await subscribe();
}

if (able() && wanted()) renew().catch(() => {});
