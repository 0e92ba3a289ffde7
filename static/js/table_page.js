// Entry script of a table's page: what it is made of, and how it stands when it opens.
import { refresh } from "./arrival.js";
import * as clock from "./clock.js";
import { all } from "./dom.js";
import "./drag.js";
import { fit } from "./fit.js";
import * as forced from "./forced.js";
import "./keyboard.js";
import { sendBy } from "./moves.js";
import "./preferences.js";
import { recall } from "./recall.js";
import * as resultSheet from "./result_sheet.js";
import { render } from "./selection.js";
import * as sidePanel from "./side_panel.js";
import * as socket from "./socket.js";
import { toast } from "./toasts.js";
import * as turn from "./turn.js";

sendBy(socket);
resultSheet.start();
sidePanel.toEnd(true);
render();
recall();
clock.read();
turn.start();
forced.after();
fit();
addEventListener("resize", fit);
document.fonts.ready.then(fit);

// Good news that the last page had left goes by itself here: the table needs the room.
for (const line of all("#notices .notice:not(.notice-bad)")) {
  toast(line.textContent?.trim(), line.matches(".notice-ok") ? "ok" : "");
  line.remove();
}

document.addEventListener("courtyard:refresh", refresh);
// A move that is made while the socket is away is answered over HTTP.
document.addEventListener("courtyard:moved", () => {
  if (!socket.isOpen()) refresh();
});
