// What a page has, told when its socket opens: elements with a mark, so that only what differs comes.
import { all } from "./dom.js";

/** @param {string} url */
export function withMarks(url) {
  const address = new URL(url, location.href);
  const marks = all("[data-mark]").map((node) => `${node.id}.${node.dataset.mark}`);
  address.searchParams.set("has", marks.join(","));
  return address.href;
}
