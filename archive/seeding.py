"""A large invented past, to measure with: people, finished matches, ratings that look alive.

Everything is made by the database itself, in a few large statements. The matches have results but
no moves, so they cannot be replayed; the ratings are invented too, until `recompute_ratings` works
them out. Nobody can sign in as one of these people.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Field, Model
from psycopg.types.json import Jsonb

from accounts.models import User
from accounts.ratings.models import Rating, RatingChange, Tally
from games import registry
from games.engine import codec
from games.models import Match, Seat

MARK = "past.invalid"
"""Where the addresses of invented people end."""

# fmt: off
NAMES = [
    "Amira", "Basel", "Carmel", "Dana", "Elif", "Farid", "Galit", "Hadas", "Idan", "Jamila",
    "Kamal", "Leyla", "Maya", "Nadav", "Orly", "Perla", "Rami", "Sanam", "Tamar", "Umut", "Vered",
    "Yael", "Zahra",
]
# fmt: on

DAYS = 400
BATCH = 50_000

Tell = Callable[[str, int, int], None]
"""What is made, how many are there, how many there will be."""


def real_people() -> int:
    """Those who were not invented here."""
    return User.objects.filter(is_bot=False).exclude(email__endswith=f"@{MARK}").count()


def seed(players: int, matches: int, tell: Tell = lambda what, done, all: None) -> None:
    """All of it, or nothing if it is interrupted."""
    with transaction.atomic():
        run("SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'")
        run("SET LOCAL maintenance_work_mem = '256MB'")
        with bare_tables(Match, Seat, Rating, RatingChange):
            make_people(players, tell)
            first = make_matches(players, matches, tell)
            make_ratings(first, tell)
            tell("indexes", 0, 1)
        tell("indexes", 1, 1)
        run("DROP TABLE past_player, past_kind, past_played")
    run("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")


@contextmanager
def bare_tables(*models: type[Model]) -> Iterator[None]:
    """Takes indexes and references off these tables and puts them back: millions of rows are
    sorted and compared at once, not one by one."""
    names = [model._meta.db_table for model in models]
    constraints = rows(
        "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE contype IN ('u', 'f') AND conrelid = ANY(%(names)s::regclass[])"
        " ORDER BY contype DESC",
        {"names": names},
    )
    indexes = rows(
        "SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i"
        " WHERE i.indrelid = ANY(%(names)s::regclass[])"
        " AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)",
        {"names": names},
    )
    run("SET CONSTRAINTS ALL IMMEDIATE")
    for table, name, _definition in constraints:
        run(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    for name, _definition in indexes:
        run(f"DROP INDEX {name}")
    yield
    for _name, definition in indexes:
        run(definition)
    for table, name, definition in constraints:
        run(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")


def make_people(players: int, tell: Tell) -> None:
    """Each with a strength, and with more or less zeal: the first ones play most."""
    run(
        "CREATE TEMP TABLE past_player (n int PRIMARY KEY, user_id bigint, strength float);"
        " SELECT setseed(0.4)"
    )
    offset = scalar("SELECT coalesce(max(id), 0) FROM accounts_user")
    for begin, end in batches(players):
        insert(
            User,
            f"generate_series({begin}, {end}) AS n",
            {
                "username": Sql(f"(%(names)s::text[])[1 + n %% {len(NAMES)}] || (n + {offset})"),
                "email": Sql(f"'past' || (n + {offset}) || '@{MARK}'"),
                "password": "!",
                "date_joined": Sql(f"now() - {DAYS} * interval '1 day'"),
            },
            {"names": NAMES},
        )
        tell("players", end, players)
    run(
        "INSERT INTO past_player SELECT row_number() OVER (ORDER BY id) - 1, id,"
        " random() + random() + random() - 1.5 FROM accounts_user"
        " WHERE email LIKE %(mark)s AND id > %(offset)s",
        {"mark": f"%@{MARK}", "offset": offset},
    )


@dataclass(frozen=True)
class Kind:
    """A game, and a number of players at its table."""

    game: str
    seats: int
    options: Any

    @property
    def results(self) -> list[dict[str, Any]]:
        """How it may end: each chair has its turn to win, and the places follow round the table."""
        return [
            {
                "places": [1 + (chair + turn) % self.seats for chair in range(self.seats)],
                "scores": [],
                "reason": "past",
            }
            for turn in range(self.seats)
        ]


def kinds() -> list[Kind]:
    """Every game with every number of players that may sit down to it."""
    found = []
    for rules in registry.all_games():
        options = rules.Options()
        seats = [count for count in rules.INFO.players if count <= 4] or [rules.INFO.players[0]]
        if not rules.extra_seats(options):
            found += [Kind(rules.INFO.key, count, codec.dump(options)) for count in seats]
    return found


def make_matches(players: int, matches: int, tell: Tell) -> int:
    """Gives the number before the first of them."""
    run(
        "CREATE TEMP TABLE past_kind (kind int, game text, seats int, options jsonb, results jsonb)"
    )
    known = kinds()
    for number, kind in enumerate(known):
        run(
            "INSERT INTO past_kind"
            " VALUES (%(kind)s, %(game)s, %(seats)s, %(options)s, %(results)s)",
            {
                "kind": number,
                "game": kind.game,
                "seats": kind.seats,
                "options": Jsonb(kind.options),
                "results": Jsonb(kind.results),
            },
        )
    run(
        "CREATE TEMP TABLE past_played (match_id bigint, seats int, turn int, base int, step int,"
        " game text, rated bool, at timestamptz)"
    )
    first = scalar("SELECT coalesce(max(id), 0) FROM games_match")
    for begin, end in batches(matches):
        run("TRUNCATE past_played")
        # The first chair wins as often as any other: the places go round by `turn`.
        run(
            f"""
            INSERT INTO past_played
            SELECT n + {first}, k.seats, (random() * k.seats)::int %% k.seats,
                   least({players} - 1, floor({players} * random() ^ 2))::int,
                   1 + floor(random() * {max(1, (players - 1) // 5)})::int,
                   k.game, random() < 0.85,
                   now() - interval '1 hour'
                   - ({matches} - n) * interval '{DAYS} days' / {matches}
              FROM generate_series({begin}, {end}) AS n
              JOIN past_kind k ON k.kind = (n * 7919::bigint) %% {len(known)}
            """
        )
        insert(
            Match,
            "past_played p JOIN past_kind k ON k.game = p.game AND k.seats = p.seats",
            {
                "id": Sql("p.match_id"),
                "game": Sql("p.game"),
                "venue": Sql("'past.' || p.match_id"),
                "options": Sql("k.options"),
                "rated": Sql("p.rated"),
                "public": Sql("random() < 0.9"),
                "status": Match.Status.FINISHED,
                "state": Jsonb({}),
                "seed": b"",
                "key": b"",
                "result": Sql("k.results -> p.turn"),
                "started_at": Sql("p.at - (4 + 20 * random()) * interval '1 minute'"),
                "finished_at": Sql("p.at"),
            },
        )
        # The stronger win more often.
        insert(
            Seat,
            """
            (SELECT p.match_id, p.seats, p.turn, w.user_id,
                    row_number() OVER (PARTITION BY p.match_id
                                       ORDER BY w.strength + 1.2 * random() DESC) AS place
               FROM past_played p CROSS JOIN LATERAL generate_series(0, p.seats - 1) AS j
               JOIN past_player w ON w.n = (p.base + j * p.step) %% %(players)s) AS sat
            """,
            {
                "match_id": Sql("match_id"),
                "index": Sql("(place - 1 - turn + seats) %% seats"),
                "user_id": Sql("user_id"),
                "place": Sql("place"),
                "score": Sql("(seats - place) * 10 + (random() * 9)::int"),
            },
            {"players": players},
        )
        tell("matches", end, matches)
    sequence = "pg_get_serial_sequence('games_match', 'id')"
    run(f"SELECT setval({sequence}, (SELECT max(id) FROM games_match))")
    return int(first)


def make_ratings(first: int, tell: Tell) -> None:
    """Numbers that grow with the matches played, up to what the strength is worth."""
    tell("ratings", 0, 4)
    run("ANALYZE games_match; ANALYZE games_seat; ANALYZE past_player")
    season = "(extract(year FROM m.finished_at) * 10 + extract(quarter FROM m.finished_at))::int"
    run(
        f"""
        CREATE TEMP TABLE past_rated AS
        SELECT s.user_id, s.match_id, m.game, s.place, m.finished_at AS at, {season} AS season,
               w.strength * 260 + 720 AS worth,
               (row_number() OVER (PARTITION BY s.user_id, m.game ORDER BY m.id))::int AS number,
               (row_number() OVER (PARTITION BY s.user_id, m.game, {season}
                                   ORDER BY m.id))::int AS in_season
          FROM games_seat s JOIN games_match m ON m.id = s.match_id
          JOIN past_player w ON w.user_id = s.user_id
         WHERE m.rated AND m.id > {first} AND m.venue LIKE 'past.%%'
        """
    )
    run("ANALYZE past_rated")
    tell("ratings", 1, 4)
    shown = "(1000 + worth * (1 - exp(-{n} / 12.0)) + 25 * sin({n} * 1.7 + user_id))::int"
    sigma = "(1.5 + 6.8333 * exp(-{n} / 12.0))"
    now, was = shown.format(n="number"), shown.format(n="(number - 1)")
    insert(
        RatingChange,
        "past_rated",
        {
            "user_id": Sql("user_id"),
            "match_id": Sql("match_id"),
            "game": Sql("game"),
            "season": Sql("season"),
            "number": Sql("number"),
            "place": Sql("place"),
            "at": Sql("at"),
            "sigma_before": Sql(sigma.format(n="(number - 1)")),
            "sigma": Sql(sigma.format(n="number")),
            "mu_before": Sql(f"({was} - 1000) / 40.0 + 3 * {sigma.format(n='(number - 1)')}"),
            "mu": Sql(f"({now} - 1000) / 40.0 + 3 * {sigma.format(n='number')}"),
            "shown_before": Sql(f"CASE WHEN number = 1 THEN 1000 ELSE {was} END"),
            "shown": Sql(now),
            "season_shown": Sql(shown.format(n="in_season")),
        },
    )
    tell("ratings", 2, 4)
    for term, count in (("0", "number"), ("season", "in_season")):
        _stand(term, count, shown.format(n="matches"), sigma.format(n="matches"))
    tell("ratings", 3, 4)
    counted = " UNION ALL ".join(
        f"SELECT game, season, '{measure}', {measure}, count(*) FROM ratings_rating"
        f" GROUP BY game, season, {measure}"
        for measure in Tally.Measure.values
    )
    run("DELETE FROM ratings_tally")
    run(f"INSERT INTO ratings_tally (game, season, measure, value, people) {counted}")
    run("DROP TABLE past_rated")
    tell("ratings", 4, 4)


def _stand(term: str, count: str, shown: str, sigma: str) -> None:
    """One standing for each person, game and term; a streak is a run of firsts."""
    run(
        f"""
        CREATE TEMP TABLE past_stand AS
        WITH runs AS (
          SELECT user_id, game, {term} AS term, place = 1 AS won, at, worth, {count} AS nth,
                 {count} - row_number() OVER (PARTITION BY user_id, game, {term}, place = 1
                                              ORDER BY {count}) AS run
            FROM past_rated),
        lengths AS (
          SELECT user_id, game, term, CASE WHEN won THEN count(*) ELSE 0 END AS size,
                 max(nth) AS last, max(at) AS at, max(worth) AS worth
            FROM runs GROUP BY user_id, game, term, won, run)
        SELECT user_id, game, term, max(size) AS best, sum(size) AS wins, max(last) AS matches,
               (array_agg(size ORDER BY last DESC))[1] AS streak, max(at) AS at,
               max(worth) AS worth
          FROM lengths GROUP BY user_id, game, term
        """
    )
    insert(
        Rating,
        "past_stand",
        {
            "user_id": Sql("user_id"),
            "game": Sql("game"),
            "season": Sql("term"),
            "mu": Sql(f"({shown} - 1000) / 40.0 + 3 * {sigma}"),
            "sigma": Sql(sigma),
            "shown": Sql(shown),
            "matches": Sql("matches"),
            "wins": Sql("wins"),
            "streak": Sql("streak"),
            "best_streak": Sql("best"),
            "last_played": Sql("at"),
        },
    )
    run("DROP TABLE past_stand")


# ---- Statements --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sql:
    """An expression over what is selected from, in place of a value."""

    text: str


def insert(
    model: type[Model],
    source: str,
    given: dict[str, Any],
    values: dict[str, Any] | None = None,
) -> None:
    """A row for each of the source; what is not given is as a new row of the model has it."""
    columns, chosen, params = [], [], dict(values or {})
    for field in model._meta.concrete_fields:
        if field.generated or (field.primary_key and field.attname not in given):
            continue
        value = given.get(field.attname, _DEFAULT)
        columns.append(f'"{field.column}"')
        if isinstance(value, Sql):
            chosen.append(value.text)
        else:
            params[f"v_{field.column}"] = _default(field) if value is _DEFAULT else value
            kind = (field.db_type(connection) or "text").removesuffix(
                " GENERATED BY DEFAULT AS IDENTITY"
            )
            chosen.append(f"%(v_{field.column})s::{kind}")
    run(
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
        f" SELECT {', '.join(chosen)} FROM {source}",
        params,
    )


_DEFAULT = object()


def _default(field: Field) -> Any:
    return field.get_db_prep_save(field.get_default(), connection)


def run(sql: str, values: dict[str, Any] | None = None) -> None:
    with connection.cursor() as cursor:
        # Without values Django leaves percent signs alone.
        cursor.execute(sql.replace("%%", "%") if not values else sql, values or None)


def scalar(sql: str) -> Any:
    return rows(sql)[0][0]


def rows(sql: str, values: dict[str, Any] | None = None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def batches(count: int) -> Iterator[tuple[int, int]]:
    for begin in range(1, count + 1, BATCH):
        yield begin, min(count, begin + BATCH - 1)
