// WebSocket of a table: connecting, heartbeat, reconnecting, and handing on what arrives.
// Arriving, coming back and hearing of a move are the same act: regions come and are put in place.
import * as arrival from "./arrival.js";
import * as banner from "./connection_banner.js";
import { open } from "./live_socket.js";

const FIRST_WAIT = 2000; // a page that is not connected by then says so
const PING_EVERY = 10_000;
const PONG_WITHIN = 2500;
const CONNECT_WITHIN = 6000;
const LONGEST_WAIT = 5000;

/** @type {WebSocket | null} */
let socket = null; // the one that counts; closes of earlier ones mean nothing
/** @type {HtmxSocket | null} */
let handle = null; // the extension's, which outlives its sockets
let tries = 0;
let retry = 0;
let lastHeard = 0;
let asking = 0;
let over = false; // closed for a reason that no new attempt would change

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** @param {Record<string, unknown>} message */
export const send = (message) => socket?.send(JSON.stringify(message));

/** @param {{ ack?: string, refused?: string, code: string, why: string }} detail */
const answered = (detail) =>
  document.dispatchEvent(new CustomEvent("courtyard:answer", { detail }));

// ---- messages -----------------------------------------------------------------------------------
addEventListener("htmx:wsBeforeMessage", (event) => {
  lastHeard = performance.now();
  const text = event.detail.message;
  if (text.startsWith("{")) {
    event.preventDefault();
    const [head, html] = cut(text);
    const message = JSON.parse(head);
    if (message.bye) end(message.bye, message.why);
    if (message.ack || message.refused) answered(message);
    if (message.regions && arrival.receive(message, html)) arrived();
  } else if (arrival.before(text)) {
    arrived();
  } else {
    event.preventDefault();
  }
});
addEventListener("htmx:wsAfterMessage", (event) => arrival.after(event.detail.message));

function arrived() {
  tries = 0;
  banner.up();
}

/**
 * A push of a match is a line of JSON, and what belongs to it.
 * @param {string} text
 */
function cut(text) {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}

// ---- connecting ---------------------------------------------------------------------------------
// The extension gives up on some codes and is slow on others: its own attempts are put off for ever.
window.htmx.config.wsReconnectDelay = () => 2 ** 31 - 1;
window.htmx.createWebSocket = (url) => {
  const attempt = open(url, (from) => from === socket);
  socket = attempt;
  setTimeout(() => {
    if (attempt === socket && attempt.readyState === WebSocket.CONNECTING) lost();
  }, CONNECT_WITHIN);
  return attempt;
};

function lost() {
  if (over) return;
  banner.down();
  const wait = Math.min(LONGEST_WAIT, 300 * 2 ** tries) * (0.5 + Math.random() / 2);
  tries += 1;
  clearTimeout(retry);
  retry = setTimeout(reconnect, wait);
}

function reconnect() {
  clearTimeout(retry);
  clearTimeout(asking);
  asking = 0;
  if (over || !handle) return;
  const old = socket;
  socket = null;
  handle.reconnect();
  if (old && old.readyState <= WebSocket.OPEN) old.close();
}

/** @param {number} code @param {string} why */
function end(code, why) {
  if (over) return;
  over = true;
  clearTimeout(retry);
  banner.over(code, why);
}

addEventListener("htmx:wsOpen", (event) => {
  handle = event.detail.socketWrapper;
  if (event.detail.event.target !== socket) return;
  handle.queue.length = 0; // nothing pressed while away is played behind the player's back
  arrival.expectWhole();
  lastHeard = performance.now();
});
addEventListener("htmx:wsClose", (event) => {
  handle ??= event.detail.socketWrapper;
  const { target, code, reason } = event.detail.event;
  if (target !== socket) return;
  if (code >= 4400 && code < 4500) end(code, reason);
  else lost();
});

// ---- heartbeat ----------------------------------------------------------------------------------
// A socket can look open and be dead: after sleep, a lost network, a changed one.
function check() {
  if (over) return;
  if (!socket || !isOpen()) {
    if (socket?.readyState !== WebSocket.CONNECTING) reconnect();
    return;
  }
  if (asking) return;
  const asked = performance.now();
  socket.send(JSON.stringify({ ping: Math.round(asked) }));
  asking = setTimeout(() => {
    asking = 0;
    if (lastHeard < asked) {
      banner.down();
      reconnect();
    }
  }, PONG_WITHIN);
}

addEventListener("online", () => {
  tries = 0;
  reconnect();
});
addEventListener("offline", banner.down);
addEventListener("pageshow", (event) => event.persisted && reconnect());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    tries = 0;
    check();
  }
});
setInterval(check, PING_EVERY);
setTimeout(() => isOpen() || banner.down(), FIRST_WAIT);
