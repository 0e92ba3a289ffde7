"""Where somebody stands in one game, and where a match takes them. Pure.

The same step is taken when a match ends and when everything is worked out anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.ratings.skill import NEWCOMER, Side, Skill, rate

PROVISIONAL = 10
"""Until so many rated matches the number is marked as provisional."""


@dataclass(frozen=True)
class Form:
    skill: Skill = NEWCOMER
    matches: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    last_played: datetime | None = None

    @property
    def shown(self) -> int:
        return self.skill.shown


def after_match(sides: Sequence[Side], forms: Mapping[int, Form], at: datetime) -> dict[int, Form]:
    """Everybody's form after a match. Forms of people who did not play are not looked at."""
    skills = {who: forms[who].skill for side in sides for who in side.people if who in forms}
    rated = rate(sides, skills)
    best = min(side.place for side in sides)
    worst = max(side.place for side in sides)
    return {
        who: _next(forms.get(who, Form()), rated[who], _won(side.place, best, worst), at)
        for side in sides
        for who in side.people
    }


def _won(place: int, best: int, worst: int) -> bool | None:
    """None: everybody shared the first place, and nobody has won or lost."""
    return None if best == worst else place == best


def _next(form: Form, skill: Skill, won: bool | None, at: datetime) -> Form:
    """A draw neither lengthens a streak nor ends it."""
    streak = form.streak if won is None else form.streak + 1 if won else 0
    return Form(
        skill=skill,
        matches=form.matches + 1,
        wins=form.wins + bool(won),
        streak=streak,
        best_streak=max(form.best_streak, streak),
        last_played=at,
    )
