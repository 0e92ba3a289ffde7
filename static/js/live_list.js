// Live list of the lobby: the socket says which rows the page has, and brings what differs.
import { all } from "./dom.js";
import { open } from "./live_socket.js";
import "./morph.js";
import "./refused.js";

// A page that the browser kept while it was left has neither a line nor today's news.
addEventListener("pageshow", (event) => event.persisted && location.reload());

// Where one sits already stands above, among one's own games.
function hideOwn() {
  for (const own of all("#mine [id^=m-]")) {
    document.getElementById(own.id.replace("m-", "t-"))?.setAttribute("hidden", "");
  }
}
hideOwn();
addEventListener("htmx:wsAfterMessage", hideOwn);

window.htmx.createWebSocket = (url) => open(url);
