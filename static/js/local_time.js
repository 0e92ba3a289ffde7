// Times in the reader's own zone and language; without scripts the server's words stand.
import { all } from "./dom.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const { lang } = document.documentElement;

/** @param {Date} then @param {Intl.DateTimeFormatOptions} style */
const written = (then, style) => new Intl.DateTimeFormat(lang, style).format(then);

/** @param {Date} then */
function ago(then) {
  const seconds = (then.getTime() - Date.now()) / 1000;
  const [unit, length] = STEPS.find((step) => Math.abs(seconds) >= step[1]) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  return format.format(Math.round(seconds / length), unit);
}

/** @param {ParentNode} within */
function localise(within) {
  for (const time of all("time[datetime][data-local]", within)) {
    const then = new Date(time.getAttribute("datetime") ?? "");
    if (Number.isNaN(then.getTime())) continue;
    const style = time.dataset.local || "datetime";
    time.textContent =
      style === "ago" ? ago(then) : written(then, STYLES[style] ?? STYLES.datetime);
    time.title = written(then, STYLES.datetime);
  }
}

localise(document);
document.addEventListener("htmx:load", (event) =>
  localise(event.detail.elt.parentElement ?? document),
);
document.addEventListener("htmx:wsAfterMessage", () => localise(document));
setInterval(() => localise(document), 60_000);
