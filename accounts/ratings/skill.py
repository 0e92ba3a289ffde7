"""Skill estimate of a player, as OpenSkill's Plackett–Luce model believes it. Pure.

A skill is a guess (`mu`) and how unsure it is (`sigma`). What people see is one number, and a
careful one: three sigmas below the guess, so that it grows as the house becomes surer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

# With `limit_sigma` nobody becomes less sure by playing: a win never lowers the shown number.
MODEL = PlackettLuce(limit_sigma=True)

ZERO, STEP, CAUTION = 1000, 40, 3
"""A newcomer is shown ZERO; one unit of the model is STEP points; CAUTION sigmas are taken off."""


@dataclass(frozen=True)
class Skill:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The one number on every page: careful, whole, and never below nought."""
        return max(0, ZERO + round(STEP * (self.mu - CAUTION * self.sigma)))

    def moved_towards(self, other: "Skill", share: float) -> "Skill":
        """So much of the way to another skill; the whole way is that skill to the last digit."""
        if share == 1:
            return other
        return Skill(
            self.mu + share * (other.mu - self.mu), self.sigma + share * (other.sigma - self.sigma)
        )


@dataclass(frozen=True)
class Side:
    """Those who won or lost together: one person, or a team. Equal places are a tie."""

    place: int
    people: tuple[int, ...]


NEWCOMER = Skill()


def rate(sides: Sequence[Side], skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """Everybody's skill after the match. Whoever has none yet starts as a newcomer.

    The order in which sides and mates are named means nothing, not even in the last digit: they
    are put into one order first.
    """
    named = [Side(side.place, tuple(sorted(side.people))) for side in sides]
    named.sort(key=lambda side: (side.place, side.people))
    before = [[_asked(skills.get(who, NEWCOMER)) for who in side.people] for side in named]
    after = MODEL.rate(before, ranks=[float(side.place) for side in named])
    return {
        who: Skill(rating.mu, rating.sigma)
        for side, team in zip(named, after, strict=True)
        for who, rating in zip(side.people, team, strict=True)
    }


def _asked(skill: Skill) -> PlackettLuceRating:
    return MODEL.create_rating([skill.mu, skill.sigma])
