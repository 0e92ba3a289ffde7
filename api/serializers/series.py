"""Serializers of series: what it is, who stands where, and where the asker plays next."""

from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.people.display import display_name
from api.serializers.tables import serialize_person
from games.engine import codec
from games.engine.contract import Rules
from series import results, selectors
from series.models import Entrant, Series


def serialize_series(found: Series, user: User) -> dict[str, Any]:
    mine = selectors.entrant_of(found, user)
    table = selectors.table_of(found, user)
    status = Entrant.Status
    taking_part = (status.IN, status.AWAY, status.FORMING)
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
        "entrants": found.entrants.filter(status__in=taking_part).count(),
        "most": found.most,
        "rounds": found.rounds,
        "round": found.rounds_made.count(),
        "minutes": found.minutes,
        "startsAt": found.starts_at,
        "deadline": found.deadline,
        "you": mine.status if mine else None,
        "table": table.code if table else None,
        "url": f"{settings.SITE_URL}{found.get_absolute_url()}",
    }


def public_options(rules: Rules, options: dict[str, Any]) -> dict[str, Any]:
    secret = codec.secret_names(rules)
    return {name: value for name, value in options.items() if name not in secret}


def serialize_standings(found: Series) -> list[dict[str, Any]]:
    """As the finished matches have it; every point is in the marks it comes from."""
    table = results.standings_of(found)
    people = selectors.names_of(selectors.entrants_of(found))
    return [
        {
            "place": row.place,
            "entrant": row.entrant,
            "people": [serialize_person(user) for user in people[row.entrant]],
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
        for row in table
        if row.entrant in people  # nobody was removed between the two reads
    ]
