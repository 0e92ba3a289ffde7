"""Cost of a resignation, told before it is made: the result, the rating, the karma."""

from dataclasses import dataclass
from typing import Literal

from django.db import transaction

from accounts.models import User
from games.engine.errors import GameOver
from games.models import Match
from games.services import match_karma, match_rating
from games.services.refusals import NotSeated
from games.services.transition import lock, roles_of

End = Literal["called off", "lost", "last"]
"""Nobody is left to win it; the one who stays wins; the others play on and this seat is last."""


@dataclass(frozen=True)
class ResignationCost:
    end: End
    rated: bool
    rating: tuple[int, int] | None
    """What the match would do to the rating, at worst and at best; None: it counts for nobody."""
    karma: int

    @property
    def least(self) -> int:
        return -self.rating[1] if self.rating else 0

    @property
    def most(self) -> int:
        return -self.rating[0] if self.rating else 0

    @property
    def karma_lost(self) -> int:
        return -self.karma


def resignation_cost(match_id: int, user: User) -> ResignationCost:
    """What giving up now would cost this person. It asks what `leaving.resign` asks."""
    with transaction.atomic():
        run = lock(match_id, user.pk)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING or run.forfeited:
            raise GameOver
        roles = roles_of(run.rules, run.options, run.seats)
        others = [s for s in range(run.seats) if str(s) not in run.bots and not roles[s]]
        stay = len(others) - (run.seat in others)
        end: End = "last"
        if roles[run.seat] == "host" or stay == 0:
            end = "called off"
        elif stay == 1 and not roles[run.seat]:
            end = "lost"
        counts = end != "called off" and not roles[run.seat]
        return ResignationCost(
            end=end,
            rated=run.rated,
            rating=match_rating.gains_by_resigning(run, run.seat) if counts else None,
            karma=match_karma.cost_of_resigning(run, run.seat),
        )
