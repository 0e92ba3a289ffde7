"""Clones of a scene: all its rows again under other ids, in one round trip for many.

A pair of services needs fresh rows in every round, and making them by the services themselves takes
longer than the round. So the scene is made once, and Postgres copies it: what is a key is shifted,
what must be unique gets the number of the copy.
"""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection

from accounts.karma.models import Appeal, Entry, KarmaScore
from accounts.models import User
from accounts.notices.models import Follow
from accounts.push.models import Device
from accounts.ratings.models import Rating, RatingChange
from api.models import Program, Token
from games.models import Event, Match, Seat
from lobby.models import Chair, ChatLine, Table
from moderation.models import Report
from series.models import Entrant, Member, Pod, PodSeat, Round, Series

SPAN = 1000
"""The ids of the scene are below it; the copy number k has them from `offset(k)` on."""

CLONED: list[Any] = [
    User, EmailAddress, Program, Token, Follow, KarmaScore, Entry, Appeal, Rating, RatingChange,
    Match, Seat, Event, Table, Chair, ChatLine, Report,
    Series, Entrant, Member, Round, Pod, PodSeat, Device,
]  # fmt: skip

UNIQUE = {
    (User, "username"): "left(username, 8) || k",
    (User, "email"): "CASE email WHEN '' THEN '' ELSE k || email END",
    (EmailAddress, "email"): "k || email",
    (Token, "digest"): "left(digest, 50) || k",
    (Device, "endpoint"): "endpoint || k",
    (Report, "thing"): "thing || ' ' || k",
    (Series, "code"): "lpad(to_hex(k), 4, '0') || lpad(to_hex(id), 2, '0')",
    (Table, "code"): "lpad(to_hex(k), 4, '0') || lpad(to_hex(id), 2, '0')",
    (Match, "venue"): "'table.' || (split_part(venue, '.', 2)::int + k * 1000 + 1000000)",
}


def close_the_span() -> None:
    """What the services make from now on has ids that are neither the scene's nor a copy's."""
    with connection.cursor() as cursor:
        for model in CLONED:
            values = [model._meta.db_table, model._meta.pk.column]
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", values)
            [sequence] = cursor.fetchone()
            if sequence:
                cursor.execute("SELECT setval(%s, greatest(500000, nextval(%s)))", [sequence] * 2)


def offset(k: int) -> int:
    return 1_000_000 + k * SPAN


def clone(numbers: Iterable[int]) -> None:
    """Makes these copies of the scene."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model in CLONED:
            cursor.execute(_statement(model), [list(numbers)])
        cursor.execute("SET session_replication_role = DEFAULT")


def _statement(model: Any) -> str:
    fields = [each for each in model._meta.concrete_fields if not each.generated]
    names = ", ".join(f'"{each.column}"' for each in fields)
    values = ", ".join(_copied(model, each) for each in fields)
    table, key = model._meta.db_table, model._meta.pk.column
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table}, unnest(%s::int[]) AS k"
        f' WHERE "{key}" < {SPAN}'
    )


def _copied(model: Any, field: Any) -> str:
    if (model, field.name) in UNIQUE:
        return UNIQUE[model, field.name]
    is_key = field.primary_key or field.column == "match_id" or field.related_model in CLONED
    return f'"{field.column}" + k * {SPAN} + 1000000' if is_key else f'"{field.column}"'


def remove_clones() -> None:
    """All but the scene itself goes, also what the services made of its copies."""
    kept = {model._meta.db_table: model._meta.pk.column for model in CLONED}
    every = {model._meta.db_table for model in apps.get_models() if model._meta.managed}
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table in every & set(connection.introspection.table_names(cursor)):
            if table in kept:
                cursor.execute(f'DELETE FROM {table} WHERE "{kept[table]}" >= {SPAN}')
            elif table not in HELD:
                cursor.execute(f"DELETE FROM {table}")
        cursor.execute("SET session_replication_role = DEFAULT")


HELD = {
    "games_heartbeat", "auth_group", "auth_permission", "django_content_type", "django_site",
    "django_migrations",
}  # fmt: skip
