"""Avatars: a khatam star drawn from the name; nothing to upload."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import cos, pi, sin
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Pattern:
    """One way to lay a star: how many points, how deep the cuts, what lies in the middle."""

    label: "StrOrPromise"
    points: int
    depth: float
    heart: int  # points of the inner star; 0 is a plain round
    rings: int


PATTERNS = (
    Pattern(_("Eight points"), 8, 0.62, 8, 1),
    Pattern(_("Eight points, round heart"), 8, 0.72, 0, 1),
    Pattern(_("Six points"), 6, 0.58, 6, 1),
    Pattern(_("Ten points"), 10, 0.66, 5, 1),
    Pattern(_("Twelve points"), 12, 0.7, 6, 0),
    Pattern(_("Sixteen points"), 16, 0.78, 8, 0),
    Pattern(_("Five points"), 5, 0.5, 5, 1),
    Pattern(_("Seven points"), 7, 0.6, 0, 1),
)

HUES = (350, 20, 40, 85, 150, 178, 205, 235, 275, 315)


def chosen(name: str, hue: int | None, shape: int | None) -> tuple[int, int]:
    """The colour and pattern in force: what was chosen, else as the name falls."""
    seed = blake2b(name.casefold().encode(), digest_size=4).digest()
    return (
        HUES[seed[0] % len(HUES)] if hue is None else hue % 360,
        seed[1] % len(PATTERNS) if shape is None else shape % len(PATTERNS),
    )


Point = tuple[float, float]
Hsl = tuple[int, int, int]

SIDE = 48
"""Of the square in which an avatar is described."""
CORNER = 14


@dataclass(frozen=True)
class Shape:
    """A part of an avatar, filled or outlined: a polygon, or without corners a round in the middle.
    A page draws it as SVG, a picture as pixels."""

    colour: Hsl
    corners: tuple[Point, ...] = ()
    radius: float = 0
    stroke: float = 0
    opacity: float = 1


@dataclass(frozen=True)
class Avatar:
    """A ground with rounded corners, and what lies on it from bottom to top."""

    ground: Hsl
    shapes: tuple[Shape, ...]


NOBODY = Avatar((200, 6, 45), (Shape((200, 8, 80), radius=9, stroke=2),))
"""Of somebody who left: an empty tile."""


@lru_cache(maxsize=4096)
def avatar_svg(name: str, hue: int | None, shape: int | None, size: int) -> SafeString:
    """The picture of a name. Silent for screen readers: the name always stands beside it."""
    return _svg(avatar_of(name, hue, shape), size)


def nobody_svg(size: int) -> SafeString:
    return _svg(NOBODY, size)


def avatar_of(name: str, hue: int | None, shape: int | None) -> Avatar:
    """The star of a name, in the colour and pattern chosen or as the name falls."""
    hue, shape = chosen(name, hue, shape)
    pattern = PATTERNS[shape]
    seed = blake2b(name.casefold().encode(), digest_size=8).digest()
    turn = pi / pattern.points * (seed[4] % 2)
    tint = (hue + (28, -28, 160)[seed[5] % 3]) % 360
    ground, light, glow = (hue, 46, 27), (hue, 55, 66), (tint, 70, 80)
    points = pattern.points
    parts = []
    if pattern.rings:
        ring = _star(points, 23, 0.84, turn + pi / points)
        parts.append(Shape(light, ring, stroke=1, opacity=0.45))
    parts.append(Shape(light, _star(points, 19, pattern.depth, turn)))
    parts.append(Shape(ground, _star(points, 14, pattern.depth, turn), stroke=1.4))
    heart = _star(pattern.heart, 8, 0.6, turn) if pattern.heart else ()
    parts.append(Shape(ground, heart, radius=0 if heart else 7))
    parts.append(Shape(glow, radius=2 + seed[6] % 3 * 0.6))
    return Avatar(ground, tuple(parts))


def _star(points: int, radius: float, depth: float, turn: float) -> tuple[Point, ...]:
    """The corners of `points` tips and of the cuts between them."""
    corners = []
    for corner in range(points * 2):
        reach = radius if corner % 2 == 0 else radius * depth
        angle = turn + pi * corner / points - pi / 2
        corners.append((SIDE / 2 + reach * cos(angle), SIDE / 2 + reach * sin(angle)))
    return tuple(corners)


# ---- As SVG --------------------------------------------------------------------------------------


def _svg(avatar: Avatar, size: int) -> SafeString:
    """Numbers only go into the markup, so nothing of the name can."""
    ground = f'<rect width="48" height="48" rx="{CORNER}" fill="{_css(avatar.ground)}"/>'
    return format_html(
        '<svg class="avatar" width="{0}" height="{0}" viewBox="0 0 48 48" aria-hidden="true" '
        'focusable="false">{1}</svg>',
        int(size),
        mark_safe(ground + "".join(map(_element, avatar.shapes))),
    )


def _element(shape: Shape) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in shape.corners)
    what = f'path d="M{path}Z"' if path else f'circle cx="24" cy="24" r="{shape.radius:.1f}"'
    if not shape.stroke:
        return f'<{what} fill="{_css(shape.colour)}"/>'
    faint = f' stroke-opacity="{shape.opacity}"' if shape.opacity < 1 else ""
    stroke = f'stroke="{_css(shape.colour)}"{faint} stroke-width="{shape.stroke}"'
    return f'<{what} fill="none" {stroke}/>'


def _css(colour: Hsl) -> str:
    hue, saturation, lightness = colour
    return f"hsl({hue} {saturation}% {lightness}%)"
