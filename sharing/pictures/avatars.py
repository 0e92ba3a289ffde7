"""Pixels of an avatar: the shapes that a page draws as SVG."""

from functools import lru_cache

from PIL import Image, ImageColor, ImageDraw

from accounts.people.avatar import CORNER, SIDE, Avatar, Hsl, Shape
from sharing.pictures.masks import OVER, rounded, smooth


@lru_cache(maxsize=256)
def avatar_image(avatar: Avatar, size: int) -> Image.Image:
    """As large as asked for; its corners are clear."""
    image = Image.new("RGB", (size, size), rgb(avatar.ground))
    for shape in avatar.shapes:
        image.paste(rgb(shape.colour), (0, 0), mask_of(shape, size))
    image.putalpha(rounded(size, size, round(CORNER * size / SIDE)))
    return image


def mask_of(shape: Shape, size: int) -> Image.Image:
    scale = size * OVER / SIDE
    width = round(shape.stroke * scale)
    points = [(x * scale, y * scale) for x, y in shape.corners]
    middle, reach = size * OVER / 2, (shape.radius + shape.stroke / 2) * scale

    def draw(pen: ImageDraw.ImageDraw) -> None:
        if points and width:
            pen.line([*points, *points[:2]], fill=255, width=width, joint="curve")
        elif points:
            pen.polygon(points, fill=255)
        else:
            box = (middle - reach, middle - reach, middle + reach, middle + reach)
            pen.ellipse(box, fill=0 if width else 255, outline=255, width=max(1, width))

    return smooth((size, size), draw).point(lambda a: round(a * shape.opacity))


def rgb(colour: Hsl) -> tuple[int, ...]:
    hue, saturation, lightness = colour
    return ImageColor.getrgb(f"hsl({hue},{saturation}%,{lightness}%)")
