"""Masks of shapes with smooth edges.

Pillow draws shapes without smoothing. So each is drawn larger and made smaller; those of the same
size are kept.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

OVER = 4
"""Times larger a shape is drawn."""


def smooth(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """A mask of what `draw` draws in places that are `OVER` times larger."""
    mask = Image.new("L", (size[0] * OVER, size[1] * OVER))
    draw(ImageDraw.Draw(mask))
    return mask.reduce(OVER)


@lru_cache(maxsize=128)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    whole = (0, 0, width * OVER - 1, height * OVER - 1)
    return smooth(
        (width, height), lambda pen: pen.rounded_rectangle(whole, radius * OVER, fill=255)
    )


@lru_cache(maxsize=64)
def outlined(width: int, height: int, radius: int, line: int) -> Image.Image:
    whole = (0, 0, width * OVER - 1, height * OVER - 1)
    return smooth(
        (width, height),
        lambda pen: pen.rounded_rectangle(whole, radius * OVER, outline=255, width=line * OVER),
    )
