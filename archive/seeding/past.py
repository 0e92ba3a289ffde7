"""Seed data: a large invented past to measure with, its people, finished matches and ratings.

Everything is made by the database itself, in a few large statements. The matches have results but
no moves, so they cannot be replayed; the ratings are invented too, until `recompute_ratings` works
them out. Nobody can sign in as one of these people.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from psycopg.types.json import Jsonb

from accounts.models import User
from accounts.ratings.models import Rating, RatingChange
from archive.seeding.bulk_sql import Progress, Sql, bare_tables, batches, insert, run, scalar
from archive.seeding.past_ratings import make_ratings
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


def real_people() -> int:
    """Those who were not invented here."""
    return User.objects.filter(is_bot=False).exclude(email__endswith=f"@{MARK}").count()


def seed(players: int, matches: int, progress: Progress = lambda what, done, all: None) -> None:
    """All of it, or nothing if it is interrupted."""
    with transaction.atomic():
        run("SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'")
        run("SET LOCAL maintenance_work_mem = '256MB'")
        with bare_tables(Match, Seat, Rating, RatingChange):
            make_people(players, progress)
            first = make_matches(players, matches, progress)
            make_ratings(first, progress)
            progress("indexes", 0, 1)
        progress("indexes", 1, 1)
        run("DROP TABLE past_player, past_kind, past_played")
    run("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")


def make_people(players: int, progress: Progress) -> None:
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
        progress("players", end, players)
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


def make_matches(players: int, matches: int, progress: Progress) -> int:
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
        progress("matches", end, matches)
    sequence = "pg_get_serial_sequence('games_match', 'id')"
    # Never back: what is remembered by a match's number was of another match then.
    free = f"greatest(max(id), nextval({sequence}))"
    run(f"SELECT setval({sequence}, (SELECT {free} FROM games_match))")
    return int(first)
