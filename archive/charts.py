"""SVG charts, drawn by the server: sparkline, line chart, area chart, bar chart.

They have no script and no style of their own; the style sheets colour them for day and night. A
line chart is told in words and has a table beside it; a sparkline is ornament to a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

WIDE, HIGH = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 12, 26
SPARK_WIDE, SPARK_HIGH = 88, 26
AREA_WIDE, AREA_HIGH = 240, 56
BARS_WIDE, BARS_HIGH = 1000, 96
EXPECTED_HIGH = 48
"""How tall a column is whose value came exactly as often as it should."""


@dataclass(frozen=True)
class Bar:
    """A column of a bar chart: how often a value came, and how often it should have."""

    label: str
    count: int
    expected: float

    @property
    def height(self) -> float:
        ratio = self.count / self.expected if self.expected else 0.0
        return min(float(BARS_HIGH), max(1.5, ratio * EXPECTED_HIGH))


def sparkline(values: Sequence[int]) -> SafeString:
    """A small line; nothing to draw below two values."""
    if len(values) < 2:
        return SafeString("")
    points = _points(values, 2, 2, SPARK_WIDE - 5, SPARK_HIGH - 4, min(values), max(values))
    trend = "up" if values[-1] > values[0] else "down" if values[-1] < values[0] else "flat"
    x, y = points[-1]
    return format_html(
        '<svg class="spark spark-{}" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="2.2"/></svg>',
        trend,
        SPARK_WIDE,
        SPARK_HIGH,
        SPARK_WIDE,
        SPARK_HIGH,
        _joined(points),
        x,
        y,
    )


def line_chart(values: Sequence[int], name: str, first: int = 1) -> SafeString:
    """A line with numbers at its sides. `first` is the number of the first match on it."""
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
    """A line chart for ears."""
    count = ngettext("%(n)d match", "%(n)d matches", len(values)) % {"n": len(values)}
    return _("%(count)s: from %(first)d to %(last)d; lowest %(low)d, highest %(high)d.") % {
        "count": count,
        "first": values[0],
        "last": values[-1],
        "low": min(values),
        "high": max(values),
    }


def area_chart(values: Sequence[float | None], label: str) -> SafeString:
    """A line with its ground filled. Where nothing was counted (None) there is a gap."""
    numbers = [value or 0 for value in values]
    points = _points(numbers, 0, 4, AREA_WIDE, AREA_HIGH - 6, 0, max([1, *numbers]))
    stretches = []
    for counted, group in groupby(zip(values, points, strict=True), lambda at: at[0] is not None):
        line = [point for _value, point in group]
        if counted:
            line += [(line[0][0] + 1, line[0][1])] if len(line) == 1 else []
            ground = [(line[0][0], AREA_HIGH), *line, (line[-1][0], AREA_HIGH)]
            stretches.append((_joined(ground), _joined(line)))
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}</svg>',
        AREA_WIDE,
        AREA_HIGH,
        label,
        format_html_join(
            "",
            '<polygon class="chart-fill" points="{}"/><polyline class="chart-line" points="{}"/>',
            stretches,
        ),
    )


def bar_chart(bars: Sequence[Bar]) -> SafeString:
    """Columns beside a line at the expected height; each tells its numbers when pointed at."""
    width = BARS_WIDE / max(1, len(bars))
    gap = min(14.0, width * 0.18)
    columns = (
        (
            f"{number * width + gap / 2:.1f}",
            f"{BARS_HIGH - bar.height:.1f}",
            f"{width - gap:.1f}",
            f"{bar.height:.1f}",
            _("%(value)s: %(n)s times, expected %(e)s")
            % {"value": bar.label, "n": bar.count, "e": f"{bar.expected:.1f}"},
        )
        for number, bar in enumerate(bars)
    )
    return format_html(
        '<svg class="chance-chart" viewBox="0 0 {w} {h}" preserveAspectRatio="none" '
        'aria-hidden="true" focusable="false">{columns}'
        '<line x1="0" x2="{w}" y1="{level}" y2="{level}"/></svg>',
        w=BARS_WIDE,
        h=BARS_HIGH,
        level=BARS_HIGH - EXPECTED_HIGH,
        columns=format_html_join(
            "",
            '<rect x="{}" y="{}" width="{}" height="{}" rx="2"><title>{}</title></rect>',
            columns,
        ),
    )


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
    values: Sequence[float], x: float, y: float, wide: float, high: float, low: float, top: float
) -> list[tuple[float, float]]:
    across = max(1, len(values) - 1)
    span = max(1, top - low)
    return [
        (round(x + wide * n / across, 1), round(y + high * (top - value) / span, 1))
        for n, value in enumerate(values)
    ]


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
