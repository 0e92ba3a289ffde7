"""Party rotation: more people than chairs, and everybody plays equally often."""

from collections.abc import Sequence

from series.pairing.history import History, Pod
from series.pairing.seating import seated


def next_players(
    present: Sequence[tuple[int, int]], chairs: int, history: History, seed: int
) -> Pod:
    """Who plays the next game, in the order of the seats. `present` are people in the order in
    which they came, each with the number of games that were played before they did.

    Who has played least sits first, then who has waited longest. Whoever comes late counts as one
    who has played as little as anybody: they do not sit in every game until they have caught up.
    """
    came = dict(present)
    handicap: dict[int, int] = {}

    def count(one: int, until: int) -> int:
        return handicap[one] + sum(one in pod for pod in history.pods[came[one] : until])

    for one, since in sorted(present, key=lambda each: each[1]):
        earlier = [other for other in handicap if came[other] < since]
        handicap[one] = min((count(other, since) for other in earlier), default=0)
    last = {one: game for game, pod in enumerate(history.pods) for one in pod}
    now = len(history.pods)
    ranked = sorted(came, key=lambda one: (count(one, now), last.get(one, -1)))
    return seated([tuple(ranked[:chairs])], history, seed)[0]
