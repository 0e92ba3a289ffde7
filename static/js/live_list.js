// Live list of the lobby: the socket says which rows the page has, and brings what differs.
import { withMarks } from "./marks.js";
import "./morph.js";

window.htmx.createWebSocket = (url) => {
  const socket = new WebSocket(withMarks(url), []);
  socket.binaryType = window.htmx.config.wsBinaryType;
  return socket;
};
