// Fitting the table to the window: seen without scrolling for as long as its pieces are readable.
import { all } from "./dom.js";

const WIDEST = 90;
const SMALLEST = 30;
const STEP = 2;

/** @param {HTMLElement} area */
const isFull = (area) =>
  area.scrollHeight > area.clientHeight + 1 || area.scrollWidth > area.clientWidth + 1;

export function fit() {
  for (const area of all("[data-fit]")) {
    area.style.removeProperty("--w-table");
    let width = Number.parseFloat(getComputedStyle(area).getPropertyValue("--w-max")) || WIDEST;
    while (isFull(area) && width > SMALLEST) {
      width -= STEP;
      area.style.setProperty("--w-table", `${width}px`);
    }
  }
}
