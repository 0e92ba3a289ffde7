"""axe-core on a page, by day and by night: every finding, of any level, that has no stated reason.

axe-core comes with the tools that check the scripts (`ops/js/package.json`).
"""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from ops import node

REASONS: dict[str, str] = {}
"""Rules of axe that are not asked here, each with its reason."""

RUN = """rules => window.axe.run(document, {resultTypes: ["violations"], rules}).then(
  (found) => found.violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id} (${one.impact}): ${node.target.join(" ")} ${node.html.slice(0, 160)} `
      + (node.any[0] ?? node.all[0] ?? node.none[0])?.message)))"""


@cache
def source() -> str:
    node.install(node.search_path())
    return (node.HOME / "node_modules" / "axe-core" / "axe.min.js").read_text()


def findings(page: Page, schemes: tuple[str, ...] = ("light", "dark")) -> list[str]:
    found: list[str] = []
    page.evaluate(source())
    left_out: dict[str, Any] = {rule: {"enabled": False} for rule in REASONS}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate("document.fonts.ready")
        found += [f"{page.url} {scheme}: {one}" for one in page.evaluate(RUN, left_out)]
    return found
