"""Rating curves as drawings: a large one with numbers, and a small one that fits into a line.

Both are plain SVG without styles of their own; `records.css` colours them for day and night. The
large one is told in words and has a table beside it, the small one is ornament to a number.
"""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

WIDE, HIGH = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 12, 26
SMALL_WIDE, SMALL_HIGH = 88, 26


def spark(values: Sequence[int]) -> SafeString:
    """A small curve; nothing to draw below two matches."""
    if len(values) < 2:
        return SafeString("")
    points = _points(values, 2, 2, SMALL_WIDE - 5, SMALL_HIGH - 4, min(values), max(values))
    trend = "up" if values[-1] > values[0] else "down" if values[-1] < values[0] else "flat"
    x, y = points[-1]
    return format_html(
        '<svg class="spark spark-{}" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="2.2"/></svg>',
        trend,
        SMALL_WIDE,
        SMALL_HIGH,
        SMALL_WIDE,
        SMALL_HIGH,
        _joined(points),
        x,
        y,
    )


def chart(values: Sequence[int], name: str, first: int = 1) -> SafeString:
    """A curve with numbers at its sides. `first` is the number of the first match on it."""
    low, high, step = scale(min(values), max(values))
    inner_wide, inner_high = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
    points = _points(values, LEFT, TOP, inner_wide, inner_high, low, high)
    lines = format_html_join(
        "",
        '<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/><text x="{}" y="{}">{}</text>',
        (
            (LEFT, y, WIDE - RIGHT, y, LEFT - 8, y + 4, mark)
            for mark in range(low, high + 1, step)
            for y in [round(TOP + inner_high * (high - mark) / (high - low), 1)]
        ),
    )
    ends = format_html(
        '<text class="at-start" x="{}" y="{}">{}</text><text x="{}" y="{}">{}</text>',
        LEFT,
        HIGH - 6,
        first,
        WIDE - RIGHT,
        HIGH - 6,
        first + len(values) - 1,
    )
    area = [(points[0][0], TOP + inner_high), *points, (points[-1][0], TOP + inner_high)]
    x, y = points[-1]
    return format_html(
        '<svg class="curve" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title>'
        '<desc>{}</desc>{}{}<polygon points="{}"/><polyline points="{}"/>'
        '<circle cx="{}" cy="{}" r="4"/></svg>',
        WIDE,
        HIGH,
        f"{name}. {in_words(values)}",
        name,
        in_words(values),
        lines,
        ends,
        _joined(area),
        _joined(points),
        x,
        y,
    )


def in_words(values: Sequence[int]) -> str:
    """The curve for ears."""
    count = ngettext("%(n)d match", "%(n)d matches", len(values)) % {"n": len(values)}
    return _("%(count)s: from %(first)d to %(last)d; lowest %(low)d, highest %(high)d.") % {
        "count": count,
        "first": values[0],
        "last": values[-1],
        "low": min(values),
        "high": max(values),
    }


def scale(lowest: int, highest: int) -> tuple[int, int, int]:
    """A range of round numbers around the values, and the step between them: at most five lines."""
    step = next(
        step
        for step in (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)
        if (highest - lowest) / step <= 3 or step == 10_000
    )
    low = lowest // step * step
    high = -(-highest // step) * step
    return low, max(high, low + step), step


def _points(
    values: Sequence[int], x: float, y: float, wide: float, high: float, low: int, top: int
) -> list[tuple[float, float]]:
    across = max(1, len(values) - 1)
    span = max(1, top - low)
    return [
        (round(x + wide * n / across, 1), round(y + high * (top - value) / span, 1))
        for n, value in enumerate(values)
    ]


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
