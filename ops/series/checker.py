"""Checks of a series that was played: what the database says about every promise."""

from datetime import datetime, timedelta
from itertools import pairwise

from games.models import Match, Seat
from series.models import Entrant, Pod, PodSeat, Series
from series.pairing.arena import PATIENCE
from series.results import differences, history_of
from series.services.terms import seats_by_size

ROUND_AIM = 5.0
"""Seconds from the end of a round's last match to the call of the next round, besides the break;
and of those for whom a pod is legal, besides their patience."""

RECOVERY_AIM = 10.0
"""The same where the very process that would have called was killed, and was started again."""

Interval = tuple[datetime, datetime]


def check(series: Series, killed: bool) -> tuple[dict[str, float], list[str]]:
    """Figures, and in words what does not hold. `killed`: processes were, while it was played."""
    aim = RECOVERY_AIM if killed else ROUND_AIM
    pods = Pod.objects.filter(round__series=series)
    figures: dict[str, float] = {
        "matches": pods.filter(status=Pod.Status.OVER).count(),
        "without result": pods.filter(status=Pod.Status.VOID).count(),
        "no-shows": PodSeat.objects.filter(pod__round__series=series, came=False).count(),
        "repeats": sum(count - 1 for count in history_of(series).met.values()),
    }
    broken = [*differences(series), *twice(series), *lost_or_doubled(series)]
    broken += [f"{what}: {figures[what]:.0f}" for what in WITHOUT if figures[what]]
    if not figures["matches"]:
        broken.append("nothing was played")
    if series.status != Series.Status.OVER:
        broken.append(f"it is {series.status}")
    if series.kind == Series.Kind.ARENA:
        figures["longest wait"] = longest_wait(series)
        figures["free together too long"] = idle = idle_together(series, aim)
        if idle >= min(seats_by_size(series.item)):
            broken.append(f"{idle} were free together and not called")
    else:
        figures["slowest next round"] = slowest = slowest_round(series)
        if slowest > aim + series.break_seconds:
            broken.append(f"a next round took {slowest:.1f} s")
    return figures, broken


WITHOUT = ("without result", "no-shows")
"""Everybody came, and every match was played to its end."""


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


def lost_or_doubled(series: Series) -> list[str]:
    """In every round of a Swiss everybody has one table, or one bye."""
    if series.kind != Series.Kind.SWISS:
        return []
    everybody = sorted(series.entrants.values_list("pk", flat=True))
    found = []
    for made in series.rounds_made.all():
        called = PodSeat.objects.filter(pod__round=made).values_list("entrant_id", flat=True)
        if sorted([*called, *made.byes.values_list("entrant_id", flat=True)]) != everybody:
            found.append(f"round {made.number} has not everybody once")
    return found


def slowest_round(series: Series) -> float:
    waits = [0.0]
    for before, after in pairwise(series.rounds_made.order_by("number")):
        ended = Match.objects.filter(series_pod__round=before, finished_at__isnull=False)
        last = ended.order_by("-finished_at").first()
        if last is not None and last.finished_at is not None:
            waits.append((after.made_at - last.finished_at).total_seconds())
    return max(waits)


def free_spans(series: Series) -> list[Interval]:
    """From the start or the end of a match to the next call or the bell, of everybody."""
    assert series.started_at is not None
    bell = series.started_at + timedelta(minutes=series.minutes)
    return [
        (start, min(end, bell))
        for entrant in series.entrants.all()
        for start, end in _free_of(entrant, series.started_at, bell)
        if start < min(end, bell)
    ]


def _free_of(entrant: Entrant, start: datetime, bell: datetime) -> list[Interval]:
    seats = PodSeat.objects.filter(entrant=entrant).order_by("pod__made_at")
    spans = []
    for pod in (seat.pod for seat in seats.select_related("pod__match")):
        spans.append((start, pod.made_at))
        start = pod.match.finished_at if pod.match and pod.match.finished_at else bell
    return [*spans, (start, bell)]


def longest_wait(series: Series) -> float:
    return max(((end - start).total_seconds() for start, end in free_spans(series)), default=0.0)


def idle_together(series: Series, aim: float) -> int:
    """How many were free at the same moment for longer than patience, break and aim allow."""
    limit = timedelta(seconds=PATIENCE + series.break_seconds + aim)
    steps = []
    for start, end in free_spans(series):
        if start + limit < end:
            steps += [(start + limit, 1), (end, -1)]
    most = now = 0
    for _at, change in sorted(steps):
        now += change
        most = max(most, now)
    return most
