"""Canvas: a felt table of 1200 × 630 on which text, panels, avatars and emblems are laid."""

import io
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageOps

from accounts.people.avatar import Avatar
from sharing.pictures import fonts, palette
from sharing.pictures.avatars import avatar_image
from sharing.pictures.felt import WIDTH, felt
from sharing.pictures.masks import outlined, rounded

EDGE = 72
"""Where text begins and ends, from left and right."""
MARK = Path(__file__).parent / "mark.png"
COMPRESSION = 7

Align = Literal["left", "middle", "right"]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Canvas:
    def __init__(self) -> None:
        self.image = felt().copy()
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: int,
        *,
        weight: int = 400,
        fill: str = palette.FELT_INK,
        room: float = WIDTH,
        align: Align = "left",
        smallest: int = 0,
        sentence: bool = False,
    ) -> float:
        """A line, as wide as there is room: smaller if `smallest` allows, then cut. Its width.

        A name reads in its own direction, a `sentence` in that of the page's language.
        """
        while smallest and size > smallest and fonts.width(text, size, weight) > room:
            size -= 1
        text = fonts.shortened(text, size, weight, room)
        wide = fonts.width(text, size, weight)
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        for run in fonts.runs(text, sentence=sentence):
            font = fonts.font(run.face, size, weight)
            self.draw.text((round(x), round(baseline)), run.text, fill, font, anchor="ls")
            x += font.getlength(run.text)
        return wide

    def lines(
        self,
        x: float,
        baseline: float,
        text: str,
        size: int,
        *,
        room: float,
        most: int,
        weight: int = 400,
        fill: str = palette.FELT_INK,
    ) -> float:
        """Several lines; the baseline of the last one."""
        found = fonts.wrapped(text, size, weight, room, most)
        for number, line in enumerate(found):
            lower = number * size * 1.22
            self.text(x, baseline + lower, line, size, weight=weight, fill=fill, sentence=True)
        return baseline + max(0, len(found) - 1) * size * 1.22

    def panel(self, box: Box, radius: int, fill: str, opacity: float = 1) -> None:
        """A rectangle with round corners."""
        left, top, right, bottom = box
        mask = rounded(right - left, bottom - top, radius)
        self.image.paste(fill, box, mask.point(lambda a: round(a * opacity)))

    def outline(self, box: Box, radius: int, fill: str, width: int, opacity: float = 1) -> None:
        left, top, right, bottom = box
        mask = outlined(right - left, bottom - top, radius, width)
        self.image.paste(fill, box, mask.point(lambda a: round(a * opacity)))

    def paper(self, box: Box, radius: int = 28) -> None:
        """A sheet of paper that lies on the felt."""
        left, top, right, bottom = box
        for lower in (10, 6, 3):
            self.panel((left - 2, top + lower, right + 2, bottom + lower), radius, "#000000", 0.1)
        self.panel(box, radius, palette.PAPER)

    def dot(self, x: float, y: float, radius: int, fill: str) -> None:
        at = (round(x) - radius, round(y) - radius, round(x) + radius, round(y) + radius)
        self.panel(at, radius, fill)

    def avatar(self, x: int, y: int, size: int, avatar: Avatar) -> None:
        drawn = avatar_image(avatar, size)
        self.image.paste(drawn, (x, y), drawn)

    def emblem(self, file: Path | None, box: Box) -> None:
        """A game's emblem in the middle of a box; without one, the house's mark."""
        left, top, right, bottom = box
        drawn = emblem_image(file or MARK, right - left, bottom - top)
        x, y = (left + right - drawn.width) // 2, (top + bottom - drawn.height) // 2
        self.image.paste(drawn, (x, y), drawn)

    def house(self, note: str = "") -> None:
        """The head of every picture: the mark, the name of the house, and a note on the right."""
        self.emblem(MARK, (EDGE - 4, 58, EDGE + 48, 110))
        self.text(EDGE + 62, 97, "Courtyard", 34, weight=700)
        self.text(
            WIDTH - EDGE, 96, note, 26, weight=500, fill=palette.FELT_INK_2, align="right", room=700
        )

    def png(self) -> bytes:
        """The same picture is always the same bytes: no time and no name of a program is in it."""
        file = io.BytesIO()
        # The last bit of a colour cannot be seen and packs badly.
        ImageOps.posterize(self.image, 7).save(file, "PNG", compress_level=COMPRESSION)
        return file.getvalue()


@lru_cache(maxsize=64)
def emblem_image(file: Path, width: int, height: int) -> Image.Image:
    image = Image.open(file).convert("RGBA")
    scale = min(width / image.width, height / image.height)
    wanted = round(image.width * scale), round(image.height * scale)
    drawn = image.resize(wanted, Image.Resampling.LANCZOS)
    return drawn.point(lambda value: 255 if value > 251 else value & 0xF8)
