"""The ground of every picture: a felt table with eight-pointed stars and a line of brass."""

from functools import lru_cache

from PIL import Image, ImageDraw

from sharing.pictures import palette
from sharing.pictures.masks import OVER, outlined, rounded, smooth

WIDTH, HEIGHT = SIZE = (1200, 630)


@lru_cache(maxsize=1)
def felt() -> Image.Image:
    """The table: dark edge, light in the middle, eight-pointed stars, a line of brass."""
    image = Image.new("RGB", SIZE, palette.FELT_EDGE)
    reach = Image.radial_gradient("L").resize((1900, 1300), Image.Resampling.BICUBIC)
    # All three colours change in the same places, in steps too small to see: that packs well.
    light = reach.crop((350, 420, 350 + WIDTH, 420 + HEIGHT)).point(lambda a: a // 8 * 8)
    ground = Image.composite(
        Image.new("RGB", SIZE, palette.FELT_DARK),
        Image.new("RGB", SIZE, palette.FELT_LIGHT),
        light,
    )
    tile = star_tile(96)
    pattern = Image.new("L", SIZE)
    for x in range(0, WIDTH, tile.width):
        for y in range(-18, HEIGHT, tile.height):
            pattern.paste(tile, (x, y))
    ground.paste("#FFFFFF", (0, 0), pattern.point(lambda a: 14 if a > 110 else 0))
    image.paste(ground, (0, 0), mask_within(14, 40))
    image.paste(palette.BRASS, (0, 0), line_within(26, 30).point(lambda a: a * 55 // 100))
    return image


def mask_within(inset: int, radius: int) -> Image.Image:
    mask = Image.new("L", SIZE)
    mask.paste(rounded(WIDTH - 2 * inset, HEIGHT - 2 * inset, radius), (inset, inset))
    return mask


def line_within(inset: int, radius: int) -> Image.Image:
    mask = Image.new("L", SIZE)
    mask.paste(outlined(WIDTH - 2 * inset, HEIGHT - 2 * inset, radius, 2), (inset, inset))
    return mask


# The lines of the tile of tokens.css, in a box of 72: the star, and the rays between stars.
LINES = """
36,8 44.2,16.2 55.8,16.2 55.8,27.8 64,36 55.8,44.2 55.8,55.8 44.2,55.8 36,64 27.8,55.8 16.2,55.8 \
16.2,44.2 8,36 16.2,27.8 16.2,16.2 27.8,16.2 36,8
36,0 36,8
36,64 36,72
0,36 8,36
64,36 72,36
0,0 16.2,16.2
55.8,16.2 72,0
16.2,55.8 0,72
55.8,55.8 72,72
"""


def star_tile(side: int) -> Image.Image:
    scale = side * OVER / 72

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for line in LINES.strip().splitlines():
            corners = [each.split(",") for each in line.split()]
            points = [(float(x) * scale, float(y) * scale) for x, y in corners]
            pen.line(points, fill=255, width=round(1.3 * OVER), joint="curve")

    return smooth((side, side), draw)
