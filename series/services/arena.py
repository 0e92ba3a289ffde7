"""Arena: a table for whoever is free, until the bell."""

from datetime import datetime

from accounts.models import User
from games import selectors as matches
from series import results
from series.models import Member, PodSeat, Series
from series.pairing.arena import Free, arena_pods
from series.selectors import entrants_to_call
from series.services.calling import call_pods, open_pods
from series.services.ending import end
from series.services.locking import change
from series.services.terms import seats_by_size


def call_free(series: Series, now: datetime, ends: bool) -> None:
    """Pods for whoever is free; after the bell nobody is called any more, and the last ones end."""
    playing = open_pods(series)
    if ends:
        if not playing:
            end(series)
        return
    free, sizes = _free(series, now), seats_by_size(series.item)
    if len(free) < min(sizes):
        return
    made = series.rounds_made.get()
    table = {row.entrant: row.points for row in results.standings_of(series)}
    history = results.history_of(series)
    seed = series.pk * 1000 + made.pods.count()
    pods = arena_pods(free, bool(playing), table, series.item.size, sizes, history, seed)
    if pods:
        call_pods(series, made, series.item, pods)
        change(series)


def _free(series: Series, now: datetime) -> list[Free]:
    """Without a table here or elsewhere, and after a breath since the last match."""
    busy = set(
        PodSeat.objects.filter(open=True, entrant__members__user__in_series__series=series)
        .values_list("entrant__members__user_id", flat=True)
        .distinct()
    )
    people: dict[int, list[User]] = {}
    for member in Member.objects.filter(series=series).select_related("user"):
        people.setdefault(member.entrant_id, []).append(member.user)
    busy |= matches.with_live_running([user.pk for users in people.values() for user in users])
    here = set(entrants_to_call(series))
    waited = {
        entrant.pk: (now - entrant.free_since).total_seconds() for entrant in series.entrants.all()
    }
    fresh = {one for one, seconds in waited.items() if seconds < series.break_seconds}
    if not series.rounds_made.get().pods.exists():
        fresh = set()
    return [
        Free(one, max(0.0, waited[one] - series.break_seconds))
        for one in sorted(here - fresh)
        if not any(user.pk in busy for user in people[one])
    ]
