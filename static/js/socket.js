// The table's line to the server: one socket, its loss and return, and what arrives over it.
// Arriving, coming back and hearing of a move are the same act: regions come and are put in place.
import * as clock from "./clock.js";
import "./drag.js";
import { fit } from "./fit.js";
import * as flip from "./flip.js";
import "./keys.js";
import * as side from "./side.js";
import * as table from "./table.js";
import * as turn from "./turn.js";
import { game, say, word } from "./words.js";
import { play } from "./sound.js";

const FIRST_WAIT = 2000; // a page that is not connected by then says so
const PING_EVERY = 10_000;
const PONG_WITHIN = 2500;
const CONNECT_WITHIN = 6000;
const LONGEST_WAIT = 5000;
const LOG_LINES = 50;
const FINAL = { 4401: "sign-in", 4403: "lobby", 4404: "lobby", 4408: "here", 4409: "here", 4429: "here" };

// ---- what arrives -------------------------------------------------------------------------------
const seen = { match: "", v: -1 };

function boardOf(html) {
  const tag = /<[^>]*\sid="board"[^>]*>/.exec(html)?.[0];
  if (!tag) return null;
  return {
    match: /\sdata-match="([^"]*)"/.exec(tag)?.[1] ?? "",
    v: Number(/\sdata-v="(\d+)"/.exec(tag)?.[1] ?? 0),
    full: /\sdata-full=/.test(tag),
  };
}

let flight = null;
let fresh = []; // log lines of this message

// False: older than what is shown, so it is dropped whole.
function before(html) {
  const board = boardOf(html);
  if (board) {
    if (board.match === seen.match && board.v < seen.v) return false;
    Object.assign(seen, { match: board.match, v: board.v });
  }
  fresh = [];
  flight = flip.measure();
  table.before();
  return true;
}

function after(html) {
  const board = boardOf(html);
  side.capLog(LOG_LINES);
  table.after(seen.v);
  clock.read(html);
  fit();
  flip.run(flight, { deal: !board?.full });
  side.after();
  const mine = turn.after();
  if (!board?.full) {
    const sound = fresh.map((line) => line.dataset.sound).filter(Boolean).pop();
    if (sound) play(sound, { quiet: !table.justMoved() });
    // A log that is out of sight is not read aloud, so its lines are said instead.
    const heard = side.logIsSeen() ? [] : fresh.map((line) => line.textContent.trim());
    if (mine) heard.push(`${word("yourTurn")}. ${document.getElementById("ask")?.textContent ?? ""}`);
    say(heard.join(" "));
  }
}

addEventListener("htmx:wsBeforeMessage", (event) => {
  lastHeard = performance.now();
  const text = event.detail.message;
  if (text.startsWith("{")) {
    event.preventDefault();
    const message = JSON.parse(text);
    if (message.bye) end(message.bye, message.why);
    return;
  }
  if (!before(text)) return event.preventDefault();
  tries = 0;
  up();
});
addEventListener("htmx:wsAfterMessage", (event) => after(event.detail.message));

// New lines go to the end of a log once, whatever is sent twice. The morph extension takes the
// wrapper for a line of its own, so it is taken off here.
addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.matches("[role=log]") || fragment.querySelector(`#${target.id}`)) return;
  const lines = [...fragment.querySelectorAll("li")].filter((line) => !document.getElementById(line.id));
  fragment.replaceChildren(...lines);
  if (target.id === "log") fresh.push(...lines);
});

// The same regions over HTTP, for moves that are made while the socket is away.
let refreshing = null;
function refresh() {
  refreshing ??= fetch(game.dataset.refresh, { headers: { "HX-Request": "true" }, cache: "no-store" })
    .then(async (answer) => {
      if (!answer.ok) return;
      const html = await answer.text();
      if (!before(html)) return;
      window.htmx.swap(game, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
      after(html);
    })
    .catch(() => {})
    .finally(() => (refreshing = null));
  return refreshing;
}
document.addEventListener("courtyard:refresh", refresh);
document.addEventListener("courtyard:moved", () => {
  if (!isOpen()) refresh();
});

// ---- the socket ---------------------------------------------------------------------------------
let socket = null; // the one that counts; closes of earlier ones mean nothing
let line = null; // the extension's handle, which outlives its sockets
let tries = 0;
let retry = 0;
let lastHeard = 0;
let asking = 0;
let over = false;

const isOpen = () => socket?.readyState === WebSocket.OPEN;

// The extension gives up on some codes and is slow on others: its own attempts are put off for ever.
window.htmx.config.wsReconnectDelay = () => 2 ** 31 - 1;
window.htmx.createWebSocket = (url) => {
  socket = new WebSocket(url, []);
  socket.binaryType = window.htmx.config.wsBinaryType;
  const attempt = socket;
  setTimeout(() => {
    if (attempt === socket && attempt.readyState === WebSocket.CONNECTING) lost();
  }, CONNECT_WITHIN);
  return socket;
};

function lost() {
  if (over) return;
  down();
  const wait = Math.min(LONGEST_WAIT, 300 * 2 ** tries) * (0.5 + Math.random() / 2);
  tries += 1;
  clearTimeout(retry);
  retry = setTimeout(reconnect, wait);
}

function reconnect() {
  clearTimeout(retry);
  clearTimeout(asking);
  asking = 0;
  if (over || !line) return;
  const old = socket;
  socket = null;
  line.reconnect();
  if (old && old.readyState <= WebSocket.OPEN) old.close();
}

// A socket can look open and be dead: after sleep, a lost network, a changed one.
function check() {
  if (over) return;
  if (!isOpen()) {
    if (socket?.readyState !== WebSocket.CONNECTING) reconnect();
    return;
  }
  if (asking) return;
  const asked = performance.now();
  socket.send(JSON.stringify({ ping: Math.round(asked) }));
  asking = setTimeout(() => {
    asking = 0;
    if (lastHeard < asked) {
      down();
      reconnect();
    }
  }, PONG_WITHIN);
}

addEventListener("htmx:wsOpen", (event) => {
  line = event.detail.socketWrapper;
  if (event.detail.event.target !== socket) return;
  line.queue.length = 0; // nothing pressed while away is played behind the player's back
  seen.v = -1; // what comes next is the whole table
  lastHeard = performance.now();
});
addEventListener("htmx:wsClose", (event) => {
  line ??= event.detail.socketWrapper;
  const { target, code, reason } = event.detail.event;
  if (target !== socket) return;
  if (code >= 4400 && code < 4500) end(code, reason);
  else lost();
});
addEventListener("online", () => {
  tries = 0;
  reconnect();
});
addEventListener("offline", () => down("offline"));
addEventListener("pageshow", (event) => event.persisted && reconnect());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    tries = 0;
    check();
  }
});
setInterval(check, PING_EVERY);
setTimeout(() => isOpen() || over || down(), FIRST_WAIT);

// ---- the banner ---------------------------------------------------------------------------------
const banner = document.getElementById("conn");
let backTimer = 0;

function show(state, text) {
  clearTimeout(backTimer);
  banner.dataset.state = state;
  banner.querySelector(".conn-text").textContent = text;
  banner.querySelector("a").hidden = true;
  banner.hidden = false;
}
function down(why = navigator.onLine ? "lost" : "offline") {
  if (!over) show("down", word(why));
}
function up() {
  if (over || banner.hidden || banner.dataset.state === "up") return;
  show("up", word("back"));
  backTimer = setTimeout(() => (banner.hidden = true), 1600);
}
// Some reasons are final: say which, and offer the one thing that helps.
function end(code, why) {
  if (over) return;
  over = true;
  clearTimeout(retry);
  show("over", why || word(String(code)) || word("lost"));
  const way = banner.querySelector("a");
  const next = encodeURIComponent(location.pathname + location.search);
  const [href, name] = {
    "sign-in": [`${game.dataset.login}?next=${next}`, "signIn"],
    lobby: [game.dataset.lobby, "toLobby"],
    here: [location.href, "playHere"],
  }[FINAL[code] ?? "here"];
  way.href = href;
  way.textContent = word(name);
  way.hidden = false;
}

// ---- as the page came ---------------------------------------------------------------------------
const first = document.getElementById("board");
if (first) Object.assign(seen, { match: first.dataset.match, v: Number(first.dataset.v) });
side.start();
table.render();
clock.read();
turn.start();
fit();
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
