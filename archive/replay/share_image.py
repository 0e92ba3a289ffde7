"""Share image of a match: its result as an SVG, drawn here; nothing is fetched or installed."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.people.display import display_name
from accounts.templatetags.people import avatar
from archive.replay.rendering import headline
from archive.replay.scene import Scene, shown_at
from games.page.result import result_of

WIDTH, HEIGHT = 1200, 630
ROWS_FROM, ROWS_TO = 300, 548
LETTERS = 44
"""Letters of the headline that stand on one line."""


@dataclass(frozen=True)
class ImageRow:
    """A player's row, and where it stands."""

    y: int
    size: int
    place: str
    first: bool
    name: str
    score: str
    face: Any

    @property
    def middle(self) -> int:
        return self.y + self.size // 2

    @property
    def base(self) -> int:
        return self.middle + self.letters * 36 // 100

    @property
    def letters(self) -> int:
        return self.size * 62 // 100

    @property
    def height(self) -> int:
        return self.size + 12


def share_image(scene: Scene) -> str:
    """An SVG of 1200 by 630, as pages that show links like it."""
    end = shown_at(scene, scene.replay.last)
    match = scene.match
    result = result_of(end, None)
    return render_to_string(
        "archive/share_image.svg",
        {
            "game": _(scene.replay.rules.INFO.name),
            "lines": wrapped(headline(end), LETTERS, 2),
            "title": headline(end),
            "rows": rows_of(result.rows if result else []),
            "date": match.finished_at or match.started_at,
            "where": settings.SITE_URL.split("://")[-1]
            + reverse("archive:replay", args=[match.pk]),
        },
    )


def rows_of(results: list[Any]) -> list[ImageRow]:
    """As tall as they fit."""
    room = (ROWS_TO - ROWS_FROM) // max(1, len(results))
    size = min(58, room - 16)
    top = ROWS_FROM
    return [
        ImageRow(
            y=top + number * (size + 18),
            size=size,
            place="–" if row.place is None else str(row.place),
            first=row.place == 1,
            name=shortened(display_name(row.player.user), 26),
            score="" if row.score is None else str(row.score),
            face=avatar(row.player.user, size),
        )
        for number, row in enumerate(results)
    ]


def shortened(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def wrapped(text: str, letters: int, most: int) -> list[str]:
    """Lines of about so many letters; what is too much is cut off with a sign."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shortened(line, letters + 4) for line in lines]
