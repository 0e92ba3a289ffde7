"""A faults run: people sit down, play under faults, rest, and everything is written down."""

import json
import os
import random
import secrets
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ops.faults.canaries import Canaries
from ops.faults.captures import Recorder
from ops.faults.entrants import Entrant
from ops.faults.evidence import WATCHER, Beat, Clock, Event, Evidence, Forfeit, Outage, View
from ops.faults.house import House
from ops.faults.injector import Injector
from ops.faults.players import Page, Player, Program, Silent, canonical, digest
from ops.operator_error import OperatorError


@dataclass(frozen=True)
class Plan:
    """How long, how much, how many. Every table has three players; the silent sit at others."""

    faults: int
    seconds: float
    """In which the faults happen."""
    stop: float
    """Seconds for which a stopped part stands still."""
    rest: float
    """Seconds of play after the last fault, when all is well."""
    programs: int
    """Tables of programs; the games take turns. The people of the last play an arena instead."""
    pages: int
    """Rated tables of pages."""
    grace: float


FULL = Plan(faults=205, seconds=600, stop=20, rest=60, programs=8, pages=2, grace=40)
SHORT = Plan(faults=16, seconds=40, stop=6, rest=8, programs=5, pages=1, grace=22)

SCALE = 0.2
"""Of all clocks: thirty seconds become six."""
SEATS = 3
LEASE = 12


class Run:
    def __init__(self, plan: Plan, seed: int, bug: str = "") -> None:
        self.plan, self.seed, self.bug = plan, seed, bug
        self.whim = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="courtyard-faults-"))
        self.players: list[Player] = []
        self.injector: Injector | None = None

    def play(self) -> Evidence:
        env = {
            "TURN_SECONDS_SCALE": str(SCALE),
            "RECONNECT_GRACE": str(self.plan.grace),
            "LEASE_SECONDS": str(LEASE),
            "HEARTBEAT_SECONDS": "3",
            "OUTAGE_ALLOWANCE": "1",
            "BOT_PAUSE": "0.5",
            "LOG_LEVEL": "WARNING",
        }
        with House(self.folder, env, self.bug) as house:
            os.environ.update(house.site.env)
            import django

            django.setup()
            self._sit_down(house)
            for player in self.players:
                player.start()
            injector = self.injector = Injector(
                house, self.whim, self.plan.faults, self.plan.seconds, self.plan.stop
            )
            injector.start()
            injector.wait()
            time.sleep(self.plan.rest)
            self._wait_for_the_silent()
            for player in self.players:
                player.pause()
            for player in self.players:
                player.stop()
            self._wait_for_the_standings()
            injector.rest()
            evidence = self._gather(house)
        evidence.write(self.folder / "evidence.json")
        return evidence

    # ---- Before ----------------------------------------------------------------------------------

    def _sit_down(self, house: House) -> None:
        """Tables are filled by the lobby's own services, before anything goes wrong."""
        from django.db import connection

        from games import registry

        if self.bug == "no-idempotency":
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE games_event DROP CONSTRAINT event_move_once")
        games = [game.key for game in registry.games()]
        able = [game for game in games if SEATS in registry.rules_for(game).INFO.players]
        for number in range(self.plan.programs - 1):
            self._table(house, able[number % len(able)], Program)
        self._arena(house, self.whim.choice(able))
        for game in self.whim.sample(able, self.plan.pages):
            self._table(house, game, Page, rated=True)
        twos = [game for game in games if 2 in registry.rules_for(game).INFO.players]
        self._table(house, self.whim.choice(twos), Program, Silent)
        connection.close()

    def _table(self, house: House, game: str, *roles: type[Player], rated: bool = False) -> None:
        from lobby.services import chairs, tables

        kinds = list(roles) if len(roles) > 1 else [*roles] * SEATS
        people = self._people(len(kinds))
        made = tables.open_table(people[0].user, game, {}, seats=len(kinds), rated=rated)
        for each in people[1:]:
            chairs.sit(made.pk, each.user)
        for each in people:
            chairs.set_ready(made.pk, each.user, nonce=secrets.token_hex(16))
        for kind, each in zip(kinds, people, strict=True):
            about: dict[str, Any] = {}
            if kind is Program:
                about["secret"] = each.secret
            if kind is Page:
                about["cookies"] = each.cookies
            self._add(house, kind, each.user.pk, made.code, **about)

    def _arena(self, house: House, game: str) -> None:
        """A series: its sweep calls the tables, and its standings follow from the matches."""
        from django.utils import timezone

        from series.services import entering, making

        people = self._people(SEATS)
        terms: dict[str, Any] = {"size": SEATS, "minutes": 180, "grace_seconds": 30}
        arena = making.make_tournament(
            *(people[0].user, "arena", "Arena", game),
            **terms,
            break_seconds=0,
            programs=True,
            starts_at=timezone.now(),
        )
        for each in people:
            entering.join(arena.pk, each.user)
            about = {"secret": each.secret, "series": arena.code}
            self._add(house, Entrant, each.user.pk, "", **about)

    def _people(self, count: int) -> Sequence[Any]:
        """New ones with a confirmed address. Their programs ask for the next match themselves."""
        from allauth.account.models import EmailAddress

        from api.models import Scope, Token
        from ops.bench.users import create_users

        people = create_users(count)
        for each in people:
            EmailAddress.objects.create(
                user=each.user, email=each.user.email, primary=True, verified=True
            )
        users = [each.user for each in people]
        Token.objects.filter(user__in=users).update(scopes=[Scope.READ, Scope.PLAY, Scope.TABLES])
        return people

    def _add(self, house: House, kind: type[Player], user: int, code: str, **about: Any) -> None:
        whim = random.Random(f"{self.seed} {user}")
        record = Recorder(self.folder / f"captures-{user}")
        self.players.append(kind(house.site.urls, user, code, whim, record, **about))

    def _wait_for_the_silent(self) -> None:
        """Their grace may have begun anew with every outage; it has an end."""
        from django.db import connection

        from games.models import Seat

        silent = [each.journal.user for each in self.players if each.journal.role == "silent"]
        until = time.monotonic() + self.plan.grace + LEASE + 30
        while time.monotonic() < until:
            kept = Seat.objects.filter(user__in=silent, forfeited_at=None).exists()
            connection.close()
            if not kept:
                return
            time.sleep(0.5)

    def _wait_for_the_standings(self) -> None:
        """Until the sweep of series has seen the matches that ended last; it looks each second."""
        from django.db import connection

        from series.models import Pod

        until = time.monotonic() + 10
        while time.monotonic() < until:
            over = Pod.objects.filter(status=Pod.Status.PLAYING).exclude(match__status="running")
            unseen = over.exists()
            connection.close()
            if not unseen:
                return
            time.sleep(0.2)

    # ---- After -----------------------------------------------------------------------------------

    def _gather(self, house: House) -> Evidence:
        from django.db import connection

        from games.services.clock import LAG
        from series.models import Pod

        assert self.injector is not None
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, seq, extract(epoch FROM clock_timestamp())::float8,"
                " extract(epoch FROM deadline)::float8 FROM games_match WHERE status = 'running'"
            )
            running = [Clock(*row) for row in cursor.fetchall()]
        house.site.stop()
        evidence = Evidence(
            journals=[player.journal for player in self.players],
            faults=self.injector.faults,
            running=running,
            slow=self.injector.slow,
            unanswered=[line for player in self.players for line in player.trouble],
            grace=self.plan.grace,
            lag=LAG * SCALE,
        )
        self._read_log(evidence)
        evidence.search = self._replay(evidence).search(self.players)
        evidence.ratings = self._recomputed(house, "recompute_ratings")
        evidence.series = self._recomputed(house, "recompute_series")
        evidence.series_played = Pod.objects.filter(match__status="finished").count()
        connection.close()
        return evidence

    def _recomputed(self, house: House, command: str) -> str:
        """What differs from the stored; nothing, if all is well."""
        check = house.site.manage(command, "--check", name=command)
        check.start()
        if check.wait(120) and check.code == 0:
            return ""
        return check.output().strip() or "it did not end"

    def _read_log(self, evidence: Evidence) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT e.match_id, e.seq, e.by, s.user_id, e.move_id::text FROM games_event e"
                " LEFT JOIN games_seat s ON s.match_id = e.match_id AND s.index = e.seat"
                " ORDER BY e.match_id, e.seq"
            )
            evidence.events = [Event(*row) for row in cursor.fetchall()]
            cursor.execute(
                "SELECT match, seq, extract(epoch FROM at)::float8,"
                " extract(epoch FROM deadline)::float8 FROM faults_clock"
            )
            evidence.clocks = [Clock(*row) for row in cursor.fetchall()]
            cursor.execute("SELECT name, extract(epoch FROM at)::float8 FROM faults_beat")
            evidence.beats = [Beat(*row) for row in cursor.fetchall()]
            cursor.execute(
                "SELECT extract(epoch FROM began)::float8, extract(epoch FROM ended)::float8"
                " FROM games_outage"
            )
            evidence.outages = [Outage(*row) for row in cursor.fetchall()]
            cursor.execute(
                "SELECT e.match_id, s.user_id, extract(epoch FROM s.forfeited_at)::float8,"
                " f ->> 'why' FROM games_event e, jsonb_array_elements(e.facts) f, games_seat s"
                " WHERE f ->> 'type' = 'forfeited' AND s.match_id = e.match_id"
                " AND s.index = (f ->> 'seat')::int"
            )
            evidence.forfeits = [Forfeit(*row) for row in cursor.fetchall()]

    def _replay(self, evidence: Evidence) -> Canaries:
        """What each seat would have been shown after each event, by the log alone."""
        import msgspec

        from games import registry
        from games.console.replaying import compare, options_of
        from games.engine import codec
        from games.engine.chance import chance_for
        from games.engine.contract import Seat
        from games.engine.play import play, start
        from games.models import Match

        canaries = Canaries()
        for match in Match.objects.order_by("pk"):
            evidence.matches += 1
            if wrong := compare(match):
                evidence.replays.append(f"match {match.pk}: {wrong}")
                continue
            rules, key = registry.rules_for(match.game), bytes(match.key)
            people = list(match.seats.order_by("index").values_list("user_id", flat=True))
            state = start(rules, len(people), options_of(match), key).state
            canaries.deal(codec.dump(state), match.supplies)
            canaries.show(people, match.started_at.timestamp(), match.options)
            for event in match.events.order_by("seq"):
                if event.move is not None and event.seat is not None:
                    chance = chance_for(key, event.seq)
                    state = play(rules, state, Seat(event.seat), event.move, chance).state
                at = event.at.timestamp()
                canaries.show(people, at, event.facts)
                watched = json.loads(msgspec.json.encode(rules.view(state, None)))
                evidence.views.append(View(match.pk, event.seq, WATCHER, digest(watched), []))
                for index, user in enumerate(people):
                    seat = Seat(index)
                    view = json.loads(msgspec.json.encode(rules.view(state, seat)))
                    moves = [
                        canonical(msgspec.json.encode(move).decode())
                        for move in rules.legal_moves(state, seat)
                    ]
                    canaries.show([user], at, view)
                    evidence.views.append(View(match.pk, event.seq, user, digest(view), moves))
        return canaries


def require_faults(run: Run) -> None:
    """A run in which too little went wrong has shown nothing."""
    assert run.injector is not None
    if run.injector.struck < run.plan.faults:
        raise OperatorError(f"Only {run.injector.struck} of {run.plan.faults} faults happened.")
