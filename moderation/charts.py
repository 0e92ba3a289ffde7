"""Charts as SVG, drawn by the server: no script, no style, and words for those who listen."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 240.0, 56.0


def line(values: Sequence[float | None], label: str) -> SafeString:
    """A line with its ground filled. A minute nobody counted is a gap."""
    numbers = [value for value in values if value is not None]
    top = max([1.0, *numbers])
    step = WIDTH / max(1, len(values) - 1)
    parts: list[str] = []
    stretch: list[tuple[float, float]] = []

    def close() -> None:
        if len(stretch) == 1:
            stretch.append((stretch[0][0] + 1, stretch[0][1]))
        if stretch:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in stretch)
            first, last = stretch[0][0], stretch[-1][0]
            parts.append(
                f'<polygon class="chart-fill" points="{first:.1f},{HEIGHT} {path} '
                f'{last:.1f},{HEIGHT}"/><polyline class="chart-line" points="{path}"/>'
            )
        stretch.clear()

    for index, value in enumerate(values):
        if value is None:
            close()
        else:
            stretch.append((index * step, HEIGHT - 2 - (HEIGHT - 6) * value / top))
    close()
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}</svg>',
        int(WIDTH),
        int(HEIGHT),
        label,
        mark_safe("".join(parts)),
    )
