"""Next round of a Swiss or a night, and what every round is: its pods called, its byes noted."""

from random import Random

from series import results
from series.models import Bye, Round, Series
from series.pairing.rotation import next_players
from series.pairing.swiss import Pairing, swiss_round
from series.selectors import entrants_to_call
from series.services.calling import call_pods, copy_standings
from series.services.ending import end
from series.services.locking import change, database_now
from series.services.terms import seats_by_size


def next_swiss(series: Series) -> None:
    table = results.standings_of(series)
    here = set(entrants_to_call(series))
    ranked = [row.entrant for row in _drawn(table, series) if row.entrant in here]
    points = {row.entrant: row.points for row in table}
    sizes, history = seats_by_size(series.item), results.history_of(series)
    pairing = swiss_round(ranked, points, series.item.size, sizes, history, seed_of(series))
    make_round(series, pairing)


def _drawn(table: list[results.Row], series: Series) -> list[results.Row]:
    """Best first; those who share a place stand as they are drawn."""
    return sorted(Random(seed_of(series)).sample(table, len(table)), key=lambda row: row.place)


def next_game(series: Series) -> None:
    """The next game of the programme. Who has sat out sits first; with too few people bots come.

    When nobody is there the night waits for somebody to go on.
    """
    here = set(entrants_to_call(series))
    present = [
        (entrant.pk, entrant.came_after)
        for entrant in series.entrants.order_by("joined_at", "pk")
        if entrant.pk in here
    ]
    if not present:
        change(series, status=Series.Status.PAUSED, paused_at=database_now())
        return
    item, sizes = series.item, seats_by_size(series.item)
    chairs = max((size for size in sizes if size <= min(len(present), item.size)), default=0)
    chairs = chairs or min(len(present), item.size)
    pod = next_players(present, chairs, results.history_of(series), seed_of(series))
    bots = max(0, min(sizes) - len(pod))
    made = _new_round(series)
    call_pods(series, made, item, [pod], bots=bots)
    change(series, next_item=series.next_item + 1, deadline=None)


def make_round(series: Series, pairing: Pairing, final: bool = False) -> None:
    """Calls the pods, and notes who has a bye. Without a pod there is nothing left to play; whoever
    is left alone in a knock-out has won it."""
    alone = len(pairing.byes) == 1 and series.kind == Series.Kind.KNOCKOUT
    if not pairing.pods and not alone:
        end(series)
        return
    made = _new_round(series)
    Bye.objects.bulk_create(Bye(round=made, entrant_id=one) for one in pairing.byes)
    if not pairing.pods:
        Round.objects.filter(pk=made.pk).update(ended_at=database_now())
        end(series)
        return
    call_pods(series, made, series.item, pairing.pods, featured=final)
    change(series, deadline=None)
    if pairing.byes:
        copy_standings(series)


def _new_round(series: Series) -> Round:
    number = series.rounds_made.count() + 1
    return Round.objects.create(series=series, number=number, item=series.next_item)


def seed_of(series: Series) -> int:
    return series.pk * 1000 + series.rounds_made.count()
