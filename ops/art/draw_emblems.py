"""Emblem generator, `python -m ops.art.draw_emblems`: each game's picture as a PNG in its folder.

The server draws share images with Pillow, which reads no SVG and no CSS. So what a page shows as
`{% picture key %}` is taken here by a browser, without its ground, and shipped beside the game.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from games import registry
from ops import ROOT, chromium
from tests.end_to_end.running_site import open_site

BOX = (460, 360)
"""Pixels that an emblem fills in one direction at least."""
SCALE = 4
ALONE = """
html, body, body * { background-image: none }
html, body, .hero-picture { background: transparent !important; overflow: visible !important }
.hero-picture { padding: 60px !important; inline-size: max-content !important; border: 0 !important;
  flex-wrap: nowrap !important; box-shadow: none !important }
.hero-picture::before, .hero-picture::after { display: none !important }
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder)
        with open_site(path) as house:
            browser = playwright.chromium.launch(
                executable_path=chromium.require(), args=chromium.ARGUMENTS
            )
            page = browser.new_page(
                base_url=house.urls[0], device_scale_factor=SCALE, bypass_csp=True
            )
            for number, key in enumerate(registry.game_keys()):
                file = ROOT / "games" / key / "emblem.png"
                fitted(taken(page, number)).save(file, optimize=True)
                print(file.relative_to(ROOT), file.stat().st_size)
            mark = ROOT / "sharing" / "pictures" / "mark.png"
            page.goto("/static/favicons/favicon.svg")
            shot = page.locator("svg").screenshot(omit_background=True)
            fitted(Image.open(io.BytesIO(shot)).convert("RGBA")).save(mark, optimize=True)
            print(mark.relative_to(ROOT), mark.stat().st_size)
            browser.close()


def taken(page: Page, number: int) -> Image.Image:
    """The picture of one game on the page that lists them all, alone and on nothing."""
    page.goto("/rules/")
    page.evaluate(
        """number => {
          const picture = document.querySelectorAll(".hero-picture")[number];
          document.body.replaceChildren(picture);
        }""",
        number,
    )
    page.add_style_tag(content=ALONE)
    page.evaluate("() => document.fonts.ready")
    shot = page.locator(".hero-picture").screenshot(omit_background=True, animations="disabled")
    return Image.open(io.BytesIO(shot)).convert("RGBA")


def fitted(image: Image.Image) -> Image.Image:
    """Cut to what is drawn, and as large as the box."""
    image = image.crop(image.getchannel("A").point(lambda a: 255 * (a > 3)).getbbox())
    image.thumbnail(BOX, Image.Resampling.LANCZOS)
    return image


if __name__ == "__main__":
    main()
