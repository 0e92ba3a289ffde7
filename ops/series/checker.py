"""Checks of a series that was played: what the database says about every promise."""

from datetime import datetime, timedelta
from itertools import pairwise

from games.models import Match, Seat
from series.models import Pod, PodSeat, Series
from series.pairing.arena import PATIENCE
from series.results import differences, history_of
from series.services.terms import seats_by_size

ROUND_AIM = 5.0
"""Seconds from the end of a round's last match to the call of the next round, besides the break."""

Interval = tuple[datetime, datetime]


def check(series: Series, timed: bool) -> tuple[dict[str, float], list[str]]:
    """Figures, and in words what does not hold. Waits are held against the aims where `timed`: not
    in a run that kills the very process which would have called."""
    broken = [*differences(series), *twice(series)]
    figures: dict[str, float] = {
        "matches": Pod.objects.filter(round__series=series, status=Pod.Status.OVER).count(),
        "without result": Pod.objects.filter(round__series=series, status=Pod.Status.VOID).count(),
        "no-shows": PodSeat.objects.filter(pod__round__series=series, came=False).count(),
        "repeats": sum(count - 1 for count in history_of(series).met.values()),
    }
    if not figures["matches"]:
        broken.append("nothing was played")
    if series.status != Series.Status.OVER:
        broken.append(f"it is {series.status}")
    if series.kind == Series.Kind.ARENA:
        figures["longest wait"] = longest_wait(series)
        idle = idle_together(series)
        figures["free together too long"] = idle
        if timed and idle >= min(seats_by_size(series.item)):
            broken.append(f"{idle} were free together and not called")
    else:
        figures["slowest next round"] = slowest_round(series)
        if timed and figures["slowest next round"] > ROUND_AIM + series.break_seconds:
            broken.append(f"a next round took {figures['slowest next round']:.1f} s")
    return figures, broken


def twice(series: Series) -> list[str]:
    """Who sat in two matches at once."""
    played: dict[int, list[tuple[datetime, datetime | None]]] = {}
    rows = Seat.objects.filter(match__series_pod__round__series=series, user__bot_level="")
    for user, start, end in rows.values_list("user", "match__started_at", "match__finished_at"):
        played.setdefault(user, []).append((start, end))
    return [
        f"person {user} played twice at once"
        for user, spans in played.items()
        for (_start, end), (start, _end) in pairwise(sorted(spans, key=lambda span: span[0]))
        if end is None or start < end
    ]


def slowest_round(series: Series) -> float:
    rounds = list(series.rounds_made.order_by("number"))
    waits = [0.0]
    for before, after in pairwise(rounds):
        ends = Match.objects.filter(series_pod__round=before).order_by("-finished_at").first()
        if ends is not None and ends.finished_at is not None:
            waits.append((after.made_at - ends.finished_at).total_seconds())
    return max(waits)


def free_spans(series: Series) -> list[Interval]:
    """From the end of a match to the next call, of everybody, while the arena lasted."""
    spans = []
    for entrant in series.entrants.all():
        seats = PodSeat.objects.filter(entrant=entrant, came=True).order_by("pod__made_at")
        pods = [seat.pod for seat in seats.select_related("pod__match")]
        for before, after in pairwise(pods):
            if before.match is not None and before.match.finished_at is not None:
                spans.append((before.match.finished_at, after.made_at))
    return spans


def longest_wait(series: Series) -> float:
    return max(((end - start).total_seconds() for start, end in free_spans(series)), default=0.0)


def idle_together(series: Series) -> int:
    """How many were free at the same moment for longer than patience, break and aim allow."""
    limit = timedelta(seconds=PATIENCE + series.break_seconds + ROUND_AIM)
    steps = []
    for start, end in free_spans(series):
        if start + limit < end:
            steps += [(start + limit, 1), (end, -1)]
    most = now = 0
    for _at, change in sorted(steps):
        now += change
        most = max(most, now)
    return most
