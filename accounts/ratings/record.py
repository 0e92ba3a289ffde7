"""Record of a person in one game (skill, matches, wins, streaks), and the step of a match. Pure.

The same step is taken when a match ends and when everything is worked out anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.ratings.skill import NEWCOMER, Side, Skill, rate

PROVISIONAL = 10
"""Until so many rated matches the number is marked as provisional."""


@dataclass(frozen=True)
class Record:
    skill: Skill = NEWCOMER
    matches: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    last_played: datetime | None = None

    @property
    def shown(self) -> int:
        return self.skill.shown


def after_match(
    sides: Sequence[Side],
    records: Mapping[int, Record],
    at: datetime,
    weights: Mapping[int, float],
) -> dict[int, Record]:
    """Everybody's record after a match. Records of people who did not play are not looked at.

    A result of weight nought leaves a record as it was, streaks and all.
    """
    skills = {who: records[who].skill for side in sides for who in side.people if who in records}
    rated = rate(sides, skills)
    best = min(side.place for side in sides)
    worst = max(side.place for side in sides)
    return {
        who: _next(
            records.get(who, Record()), rated[who], weights[who], _won(side.place, best, worst), at
        )
        for side in sides
        for who in side.people
    }


def _won(place: int, best: int, worst: int) -> bool | None:
    """None: everybody shared the first place, and nobody has won or lost."""
    return None if best == worst else place == best


def _next(record: Record, skill: Skill, weight: float, won: bool | None, at: datetime) -> Record:
    """A draw neither lengthens a streak nor ends it."""
    if not weight:
        return record
    streak = record.streak if won is None else record.streak + 1 if won else 0
    return Record(
        skill=record.skill.moved_towards(skill, weight),
        matches=record.matches + 1,
        wins=record.wins + bool(won),
        streak=streak,
        best_streak=max(record.best_streak, streak),
        last_played=at,
    )
