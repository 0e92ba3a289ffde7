// Service worker: keeps files whose names carry their hash, shows a page of its own when there is no
// connection, and shows push messages. It keeps no page: what a table shows is somebody's own and true
// for a moment. Served at /worker.js with VERSION, FILES and the like in front (`config/installable.py`).

const worker = /** @type {any} */ (self);
const FILES_KEPT = `files-${VERSION}`;
const SHOWN = "shown"; // ids of push messages, so that none is shown twice
const MOST_SHOWN = 100;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install());
});
async function install() {
  const cache = await caches.open(FILES_KEPT);
  await cache.addAll([OFFLINE, ...FILES].map((url) => new Request(url, { credentials: "omit" })));
  await worker.skipWaiting();
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(activate());
});
async function activate() {
  const old = (await caches.keys()).filter((name) => name !== FILES_KEPT && name !== SHOWN);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

// ---- requests: everything else than these two goes its way as if there were no worker -------------
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(file(request, url.pathname));
});

/** @param {any} event */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  const cache = await caches.open(FILES_KEPT);
  const hashed = HASHED.test(path);
  const kept = await cache.match(path);
  if (kept && hashed) return kept;
  try {
    const answer = await fetch(request);
    if (hashed && answer.status === 200) {
      cache.put(path, answer.clone()).catch(() => {}); // a full disk is no reason to fail
    }
    return answer;
  } catch (problem) {
    if (kept) return kept;
    throw problem;
  }
}

// ---- push messages ------------------------------------------------------------------------------
worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(show(event.data.json()));
});

/** @param {{id: number, tag: string, title: string, body: string, page: string, open: string}} told */
async function show({ id, tag, title, body, page: about, open }) {
  const shown = await caches.open(SHOWN);
  const mark = `/shown/${id}`;
  if (await shown.match(mark)) return;
  await shown.put(mark, new Response(""));
  const marks = await shown.keys();
  await Promise.all(marks.slice(0, -MOST_SHOWN).map((old) => shown.delete(old)));
  const data = { about, open };
  const how = { body, tag, renotify: true, icon: ICON, badge: ICON, data };
  await worker.registration.showNotification(title, how);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** To the tab that is there already, else to a new one. @param {{about: string, open: string}} data */
async function lead({ about, open }) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((/** @type {any} */ tab) => new URL(tab.url).pathname === about);
  if (there) await there.focus();
  else await worker.clients.openWindow(open);
}
