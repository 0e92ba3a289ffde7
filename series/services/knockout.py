"""Next round of a knock-out: the better half of each pod; annulled matches are played anew."""

from collections.abc import Mapping
from random import Random

from accounts.ratings import selectors as ratings
from series import results
from series.models import Entrant, Member, Pod, PodSeat, Round, Series
from series.pairing.knockout import going_on, knockout_round
from series.selectors import entrants_to_call
from series.services.calling import call_pods
from series.services.locking import change
from series.services.rounds import make_round, seed_of
from series.services.terms import seats_by_size
from series.standings.results import Result


def next_knockout(series: Series) -> None:
    last = series.rounds_made.last()
    sizes = seats_by_size(series.item)
    seeds = _seeds(series)
    here = set(entrants_to_call(series))
    if last is None:
        still_in = [one for one in seeds if one in here]
    else:
        found = {result.match: result for result in results.results_of(series)}
        played = [pod for pod in last.pods.all() if not _is_played_anew(pod)]
        pods = [_order_of(pod, found, seeds) for pod in played]
        byes = list(last.byes.values_list("entrant_id", flat=True))
        still_in = [one for one in going_on(pods, byes, min(sizes)) if one in here]
    ranked = sorted(still_in, key=seeds.index)
    history = results.history_of(series)
    pairing = knockout_round(ranked, series.item.size, sizes, history, seed_of(series))
    make_round(series, pairing, final=len(pairing.pods) == 1 and not pairing.byes)


def _seeds(series: Series) -> list[int]:
    """Everybody in the order of strength: by rating, and else as drawn."""
    rows = Member.objects.filter(series=series).values_list("entrant_id", "user_id")
    marks = ratings.marks(series.item.game, [user for _entrant, user in rows])
    strength: dict[int, int] = {}
    for entrant, user in rows:
        strength[entrant] = strength.get(entrant, 0) + (marks[user].shown if user in marks else 0)
    drawn = Random(series.pk).sample(sorted(strength), len(strength))
    return sorted(drawn, key=lambda one: -strength[one])


def play_anew(series: Series, made: Round) -> bool:
    """Calls those of an annulled match of a knock-out once more: somebody has to go on. Called with
    the series locked. True: there was one."""
    if series.kind != Series.Kind.KNOCKOUT:
        return False
    here, sizes, found = set(entrants_to_call(series)), seats_by_size(series.item), False
    for pod in made.pods.filter(status=Pod.Status.VOID):
        came = pod.seats.filter(came=True).values_list("entrant_id", flat=True)
        again = [one for one in came if one in here]
        if len(again) in sizes and not _is_played_anew(pod):
            call_pods(series, made, series.item, [again], featured=pod.featured)
            found = True
    if found:
        change(series)
    return found


def _is_played_anew(pod: Pod) -> bool:
    """An annulled match in whose place there is another."""
    again = PodSeat.objects.filter(pod__round=pod.round, entrant__seats__pod=pod)
    return pod.status == Pod.Status.VOID and again.filter(pod__number__gt=pod.number).exists()


def _order_of(pod: Pod, found: Mapping[int, Result], seeds: list[int]) -> list[int]:
    """The entrants of a pod by their result; who tied by strength, who did not come last. Who was
    removed is none of them, so the next best goes on instead."""
    seats = pod.seats.exclude(entrant__status=Entrant.Status.REMOVED)
    entrants = list(seats.values_list("entrant_id", flat=True))
    result = found.get(pod.match_id or 0)
    places = result.places() if result else {}
    return sorted(entrants, key=lambda one: (places.get(one, len(entrants) + 1), seeds.index(one)))
