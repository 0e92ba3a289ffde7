"""How far each value is from what chance should give, as a small drawing."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from archive.statistics import Bar

HEIGHT = 96
LEVEL = 48
"""Where a value stands that came exactly as often as it should."""


def chart(bars: Sequence[Bar]) -> SafeString:
    """Columns beside a line at the expected height; each tells its numbers when pointed at."""
    width = 1000 / max(1, len(bars))
    gap = min(14.0, width * 0.18)
    columns = (
        (
            f"{number * width + gap / 2:.1f}",
            f"{HEIGHT - tall(bar):.1f}",
            f"{width - gap:.1f}",
            f"{tall(bar):.1f}",
            _("%(value)s: %(n)s times, expected %(e)s")
            % {"value": bar.label, "n": bar.count, "e": f"{bar.expected:.1f}"},
        )
        for number, bar in enumerate(bars)
    )
    return format_html(
        '<svg class="chance-chart" viewBox="0 0 1000 {h}" preserveAspectRatio="none" '
        'aria-hidden="true" focusable="false">{columns}'
        '<line x1="0" x2="1000" y1="{level}" y2="{level}"/></svg>',
        h=HEIGHT,
        level=HEIGHT - LEVEL,
        columns=format_html_join(
            "",
            '<rect x="{}" y="{}" width="{}" height="{}" rx="2"><title>{}</title></rect>',
            columns,
        ),
    )


def tall(bar: Bar) -> float:
    return min(float(HEIGHT), max(1.5, bar.ratio * LEVEL))
