"""Samples of chance: what it gave so far, each judged by chi-square. Reads only."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from archive.charts import Bar
from archive.models import ChanceCount, CountingCursor
from archive.statistics.chi_square import SMALLEST, chi_square, p_value
from games import registry
from games.page.wording import card_short

SELDOM = 0.05
NEVER = 0.001
"""So rarely chance alone is this uneven that somebody should look."""


@dataclass(frozen=True)
class Sample:
    """One kind of chance of one game, with its verdict."""

    kind: str
    title: str
    bars: Sequence[Bar]
    total: int
    gap: float
    freedom: int
    p: float | None

    @property
    def verdict(self) -> str:
        """`few`, `even`, `seldom` or `odd`."""
        if self.p is None:
            return "few"
        return "odd" if self.p < NEVER else "seldom" if self.p < SELDOM else "even"

    @property
    def is_about_play(self) -> bool:
        """Who wins is a matter of the game and of skill as well."""
        return self.kind in (ChanceCount.Kind.CHAIR, ChanceCount.Kind.BEGAN)


def reading() -> CountingCursor | None:
    return CountingCursor.objects.filter(name=CountingCursor.CHANCE).first()


def by_game() -> list[tuple[Any, list[Sample]]]:
    """Each game with its samples, in the order of their kinds."""
    order = {kind: number for number, kind in enumerate(ChanceCount.Kind.values)}
    rows = sorted(ChanceCount.objects.all(), key=lambda r: (r.game, order[r.kind], r.group))
    found: dict[str, list[Sample]] = {}
    for (game, kind, group), values in groupby(rows, key=lambda r: (r.game, r.kind, r.group)):
        found.setdefault(game, []).append(sample(kind, group, list(values)))
    known = registry.game_keys()
    return [
        (registry.rules_for(game).INFO, sorted(samples, key=lambda s: order[s.kind]))
        for game, samples in found.items()
        if game in known
    ]


def sample(kind: str, group: str, rows: Sequence[ChanceCount]) -> Sample:
    rows = sorted(rows, key=lambda row: in_order(row.value))
    counts, weights = [row.count for row in rows], [row.weight for row in rows]
    total, whole = sum(counts), sum(weights)
    gap, freedom, smallest = chi_square(counts, weights)
    return Sample(
        kind=kind,
        title=title(kind, group, whole),
        bars=[Bar(label(kind, row.value), row.count, total * row.weight / whole) for row in rows],
        total=total,
        gap=gap,
        freedom=freedom,
        p=p_value(gap, freedom) if smallest >= SMALLEST else None,
    )


def title(kind: str, group: str, whole: int) -> str:
    match kind:
        case ChanceCount.Kind.ROLL:
            return ngettext("Rolls of %(n)s face", "Rolls of %(n)s faces", whole) % {"n": whole}
        case ChanceCount.Kind.FIRST:
            return _("The first of %(n)s after a shuffle") % {"n": whole}
        case ChanceCount.Kind.PICK:
            return _("Lots drawn among %(n)s") % {"n": whole}
        case ChanceCount.Kind.CHAIR:
            return _("Which chair wins, %(n)s players") % {"n": whole}
    players, winners = group.split("/")
    if winners == "1":
        return _("Does whoever begins win? %(n)s players") % {"n": players}
    return _("Does whoever begins win? %(n)s players, %(k)s winners") % {
        "n": players,
        "k": winners,
    }


def label(kind: str, text: str) -> str:
    """A value in words: a card by its sign, a chair by its number from one."""
    value = json.loads(text)
    if kind == ChanceCount.Kind.BEGAN:
        return _("won") if value else _("did not win")
    if kind == ChanceCount.Kind.CHAIR:
        return _("chair %(n)s") % {"n": value + 1}
    try:
        return card_short(value)
    except (ValueError, TypeError):
        return str(value)


def in_order(text: str) -> tuple[Any, ...]:
    """Numbers by size; cards by suit, then rank; other words as the alphabet has them."""
    value = json.loads(text)
    if isinstance(value, bool):
        return (0, not value, "", 0)
    if isinstance(value, int):
        return (1, value, "", 0)
    ranks: Iterable[str] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    if value[:-1] in ranks and value[-1:] in "SHDC":
        return (2, "SHDC".index(value[-1]), "", list(ranks).index(value[:-1]))
    return (3, 0, value, 0)
