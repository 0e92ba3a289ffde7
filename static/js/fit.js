// Everything on the table is seen without scrolling for as long as its pieces stay readable.

const SMALLEST = 36;
const STEP = 2;

export function fit() {
  for (const area of document.querySelectorAll("[data-fit]")) {
    area.style.removeProperty("--w-table");
    let width = parseFloat(getComputedStyle(area).getPropertyValue("--w-max")) || 90;
    const full = () => area.scrollHeight > area.clientHeight + 1 || area.scrollWidth > area.clientWidth + 1;
    while (full() && width > SMALLEST) {
      width -= STEP;
      area.style.setProperty("--w-table", `${width}px`);
    }
  }
}
