"""Byes: nobody has a second one while somebody has had none; the lowest come first."""

from collections.abc import Sequence

from series.pairing.history import History


def with_bye(ranked: Sequence[int], count: int, history: History) -> tuple[int, ...]:
    """Who of these, best first, has no pod this time."""
    lowest_first = sorted(reversed(ranked), key=lambda one: history.had_bye[one])
    return tuple(lowest_first[:count])
