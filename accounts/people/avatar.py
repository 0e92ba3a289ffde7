"""Avatars: a khatam star as SVG, drawn from the name; nothing to upload."""

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


@lru_cache(maxsize=4096)
def avatar_svg(name: str, hue: int | None, shape: int | None, size: int) -> SafeString:
    """The picture of a name. Silent for screen readers: the name always stands beside it."""
    return _frame(size, _drawing(name, *chosen(name, hue, shape)))


def nobody_svg(size: int) -> SafeString:
    """The picture of somebody who left: an empty tile."""
    return _frame(
        size,
        mark_safe(
            '<rect width="48" height="48" rx="14" fill="hsl(200 6% 45%)"/>'
            '<circle cx="24" cy="24" r="9" fill="none" stroke="hsl(200 8% 80%)" stroke-width="2"/>'
        ),
    )


def _frame(size: int, drawing: SafeString) -> SafeString:
    return format_html(
        '<svg class="avatar" width="{0}" height="{0}" viewBox="0 0 48 48" aria-hidden="true" '
        'focusable="false">{1}</svg>',
        int(size),
        drawing,
    )


def _drawing(name: str, hue: int, shape: int) -> SafeString:
    """Numbers only go into the markup, so nothing of the name can."""
    pattern = PATTERNS[shape]
    seed = blake2b(name.casefold().encode(), digest_size=8).digest()
    turn = pi / pattern.points * (seed[4] % 2)
    tint = (hue + (28, -28, 160)[seed[5] % 3]) % 360
    ground, light, glow = (
        f"hsl({hue} 46% 27%)",
        f"hsl({hue} 55% 66%)",
        f"hsl({tint} 70% 80%)",
    )
    parts = [f'<rect width="48" height="48" rx="14" fill="{ground}"/>']
    if pattern.rings:
        parts.append(
            f'<path d="{_star(pattern.points, 23, 0.84, turn + pi / pattern.points)}" '
            f'fill="none" stroke="{light}" stroke-opacity=".45" stroke-width="1"/>'
        )
    parts.append(f'<path d="{_star(pattern.points, 19, pattern.depth, turn)}" fill="{light}"/>')
    parts.append(
        f'<path d="{_star(pattern.points, 14, pattern.depth, turn)}" fill="none" '
        f'stroke="{ground}" stroke-width="1.4"/>'
    )
    if pattern.heart:
        parts.append(f'<path d="{_star(pattern.heart, 8, 0.6, turn)}" fill="{ground}"/>')
    else:
        parts.append(f'<circle cx="24" cy="24" r="7" fill="{ground}"/>')
    parts.append(f'<circle cx="24" cy="24" r="{2 + seed[6] % 3 * 0.6:.1f}" fill="{glow}"/>')
    return mark_safe("".join(parts))


def _star(points: int, radius: float, depth: float, turn: float) -> str:
    """A closed path through `points` tips and the cuts between them."""
    corners = []
    for corner in range(points * 2):
        reach = radius if corner % 2 == 0 else radius * depth
        angle = turn + pi * corner / points - pi / 2
        corners.append(f"{24 + reach * cos(angle):.1f} {24 + reach * sin(angle):.1f}")
    return "M" + "L".join(corners) + "Z"
