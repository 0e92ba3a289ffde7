"""Serializers of series: what it is, who stands where, and where the asker plays next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet

from accounts.models import User
from accounts.people.display import display_name
from api.serializers.tables import serialize_person
from games.engine import codec
from games.engine.contract import Rules
from series import results, selectors
from series.board import board_of
from series.models import Entrant, Member, Round, Series


def serialize_series(found: Series, user: User) -> dict[str, Any]:
    return serialize_all([found], user)[0]


def serialize_all(series: Sequence[Series], user: User) -> list[dict[str, Any]]:
    """Four statements, however many they are."""
    keys = [found.pk for found in series]
    entrants = Entrant.objects.filter(series__in=keys, status__in=Entrant.TAKING_PART)
    mine = Member.objects.filter(series__in=keys, user=user)
    asked = Asked(
        entrants=_counts(entrants),
        rounds=_counts(Round.objects.filter(series__in=keys)),
        status=dict(mine.values_list("series", "entrant__status")),
        table={found.pk: table.code for found, table in selectors.next_tables(user)},
    )
    return [_serialized(found, asked) for found in series]


@dataclass(frozen=True)
class Asked:
    """What is counted or the asker's own, by series."""

    entrants: Mapping[int, int]
    rounds: Mapping[int, int]
    status: Mapping[int, str]
    table: Mapping[int, str]


def _counts(rows: QuerySet[Any]) -> dict[int, int]:
    counted = rows.order_by().values("series").annotate(n=Count("pk"))
    return dict(counted.values_list("series", "n"))


def _serialized(found: Series, asked: Asked) -> dict[str, Any]:
    return {
        "code": found.code,
        "name": found.name,
        "kind": found.kind,
        "status": found.status,
        "version": found.version,
        "games": [
            {
                "game": item.game,
                "options": public_options(item.rules, item.options),
                "size": item.size,
            }
            for item in found.items
        ],
        "host": display_name(found.host),
        "public": found.public,
        "rated": found.rated,
        "programs": found.programs,
        "entrants": asked.entrants.get(found.pk, 0),
        "most": found.most,
        "rounds": found.rounds,
        "round": asked.rounds.get(found.pk, 0),
        "minutes": found.minutes,
        "startsAt": found.starts_at,
        "deadline": found.deadline,
        "you": asked.status.get(found.pk),
        "table": asked.table.get(found.pk),
        "url": f"{settings.SITE_URL}{found.get_absolute_url()}",
    }


def public_options(rules: Rules, options: dict[str, Any]) -> dict[str, Any]:
    secret = codec.secret_names(rules)
    return {name: value for name, value in options.items() if name not in secret}


def serialize_standings(found: Series) -> list[dict[str, Any]]:
    """As the finished matches have it; every point is in the marks it comes from."""
    return [
        {
            "place": row.place,
            "entrant": row.entrant,
            "people": [serialize_person(user) for user in line.people],
            "points": float(row.points),
            "opponentsSum": float(results.decimal(row.opponents)),
            "direct": row.direct,
            "firstMoves": row.firsts,
            "wins": row.wins,
            "marks": [
                {
                    "round": mark.round,
                    "match": mark.match,
                    "points": float(mark.points),
                    "place": mark.place,
                    "players": mark.players,
                    "opponents": list(mark.opponents),
                    "doubled": mark.doubled,
                    "annulled": mark.annulled,
                }
                for mark in row.marks
            ],
        }
        for line in board_of(found).lines
        for row in [line.row]
    ]
