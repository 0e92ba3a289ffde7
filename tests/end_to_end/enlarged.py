"""Enlarged pages: 400 % zoom, text twice as large, and forced colours, on a page as it stands."""

from playwright.sync_api import Page

ZOOMED = {"width": 320, "height": 256}
"""1280×1024 at 400 %."""
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}

CUT = """() => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  const felt = document.getElementById("board")?.getBoundingClientRect().height ?? 300;
  if (felt < 300) found.push(`the table is squeezed to ${felt} px`);
  const over = document.querySelector("[data-sheet=open] #sheet") ?? document;
  for (const one of over.querySelectorAll("a, button, summary, select, label.pick")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(".skip")) continue;
    const name = (one.ariaLabel || one.textContent).replace(/\\s+/g, " ").trim().slice(0, 40);
    const { overflowX, overflowY } = getComputedStyle(one);
    const cutX = overflowX !== "visible" && one.scrollWidth > one.clientWidth + 2;
    const cutY = overflowY !== "visible" && one.scrollHeight > one.clientHeight + 2;
    if (cutX || cutY) found.push(`cut: ${name}`);
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, right, width, height } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push(`beside the page: ${name}`);
    if (width < 16 || height < 16) found.push(`too small: ${name}, ${width}×${height}`);
    const hit = [1, 2, 3, 4, 5, 6, 7].some((x) => [1, 2, 3, 4, 5, 6, 7].some((y) =>
      one.contains(document.elementFromPoint(left + (width * x) / 8, top + (height * y) / 8))));
    if (!hit) found.push(`cannot be reached: ${name} at ${left}, ${top}`);
  }
  return found;
}"""
"""Whatever there is to press can be scrolled to, is not covered, and shows all of its text."""

STATES = """() => {
  const able = document.querySelector("#hand .pick.able .piece");
  able?.click();
  const look = (node) => {
    const { boxShadow, backgroundColor, borderBottomColor } = getComputedStyle(node);
    return `${boxShadow} ${backgroundColor} ${borderBottomColor}`;
  };
  const pairs = {
    "a chosen piece": ["#hand .pick.chosen [data-key]", "#hand .pick:not(.chosen) [data-key]"],
    "the bright button": [".btn-primary:not([disabled])", ".btn:not(.btn-primary, .btn-quiet)"],
    "the open tab": ["[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
    "the page one is on": [".nav a[aria-current]", ".nav a:not([aria-current])"],
  };
  const same = Object.entries(pairs).filter(([, pair]) => {
    const [on, off] = pair.map((selector) => document.querySelector(selector));
    return on && off && look(on) === look(off);
  });
  able?.click();
  return same.map(([name]) => `${name} is not told apart`);
}"""
"""What is told apart by a filling or a ring elsewhere still is."""


def findings(page: Page) -> list[str]:
    """What is cut, lost or the same as something else; the page is afterwards as it was."""
    before = page.viewport_size
    large = page.context.new_cdp_session(page)
    found = []
    page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
    found += [f"400 %: {one}" for one in page.evaluate(CUT)]
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found += [f"large text, {size['width']} px: {one}" for one in page.evaluate(CUT)]
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    large.detach()
    page.set_viewport_size(before)  # type: ignore[arg-type]
    page.emulate_media(forced_colors="active")
    found += [f"forced colours: {one}" for one in page.evaluate(STATES)]
    page.emulate_media(forced_colors="none")
    page.evaluate("scrollTo(0, 0)")
    return [f"{page.url} {one}" for one in found]
