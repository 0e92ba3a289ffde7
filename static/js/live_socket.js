// The WebSocket of a live page. Its address tells what the page has (elements with a mark, so that only
// what differs comes) and whether it can unpack; large messages then come deflated (`games/live/packing.py`).
import { all } from "./dom.js";

const PACKED = "deflate-raw";
const unpacks = "DecompressionStream" in window;

/**
 * @param {string} url
 * @param {(socket: WebSocket) => boolean} [counts] whether what arrives late still concerns the page
 */
export function open(url, counts = () => true) {
  const address = new URL(url, location.href);
  const marks = all("[data-mark]").map((node) => `${node.id}.${node.dataset.mark}`);
  address.searchParams.set("has", marks.join(","));
  if (unpacks) address.searchParams.set("packed", "1");
  const socket = new WebSocket(address.href, []);
  socket.binaryType = "arraybuffer";
  unpack(socket, counts);
  return socket;
}

/**
 * Packed messages go on as text. Unpacking takes a moment, so whatever comes meanwhile waits behind it.
 * @param {WebSocket} socket
 * @param {(socket: WebSocket) => boolean} counts
 */
function unpack(socket, counts) {
  const opened = new WeakSet();
  let last = Promise.resolve();
  let waiting = 0;
  socket.addEventListener("message", (event) => {
    if (opened.has(event) || (typeof event.data === "string" && !waiting)) return;
    event.stopImmediatePropagation();
    waiting += 1;
    last = last
      .then(() => textOf(event.data))
      .then(
        (data) => {
          const message = new MessageEvent("message", { data });
          opened.add(message);
          if (counts(socket)) socket.dispatchEvent(message);
        },
        () => socket.close(), // it comes back, and gets everything anew
      )
      .finally(() => {
        waiting -= 1;
      });
  });
}

/** @param {string | ArrayBuffer} data */
async function textOf(data) {
  if (typeof data === "string") return data;
  const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream(PACKED));
  return new Response(unpacked).text();
}
