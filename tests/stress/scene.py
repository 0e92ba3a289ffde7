"""The scene: a few people with everything between them that two services could fight over.

Ana and Ben play three rated matches at once: one live, two on the long clock, two of them with one
move left. Cem practises, and waits at a table. Oda waits for bots. Eve and Dov have just played,
Eve and Hal did so long ago, and a bot keeps Eve's seat in a match with Fay. Ana has a program,
reports about her, and an appeal; she and Dov have a browser each that shows their notices. The
series they are in are in `series_of_scene.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import connection

from accounts.karma import services as karma
from accounts.models import User
from accounts.notices import services as notices
from accounts.push import services as push
from accounts.push.encryption import point, to_text
from accounts.push.models import Device
from api import services as programs
from api.models import Scope
from games import registry
from games.engine import chance, codec
from games.engine.contract import Seat
from games.models import Heartbeat, Match
from games.models import Seat as SeatRow
from games.services import leaving, moving
from lobby.models import Chair, ChatLine, Table
from lobby.services import chairs, countdown, tables
from moderation import services as reports
from tests.stress import series_of_scene
from tests.stress.cloning import offset

GAME = "forty"
SLOW = {"turnSeconds": 86400}
LONG_AGO = "2020-01-01T00:00Z"
FAR_OFF = "2100-01-01T00:00Z"

PEOPLE = (
    *("ana", "ben", "cem", "dov", "eve", "fay", "hal"),
    *("ida", "joe", "kim", "lou", "mat", "nia", "oda"),
)


@dataclass(frozen=True)
class Scene:
    """One copy, by the names of the first."""

    k: int
    ids: Mapping[str, int]
    """Where everything is in the first scene; in a copy it is so much further on."""

    def id(self, name: str) -> int:
        return self.ids[name] + offset(self.k)

    def person(self, name: str) -> User:
        return User.objects.get(pk=self.id(name))

    def table(self, name: str) -> Table:
        return Table.objects.get(pk=self.id(name))

    def match(self, table: str) -> int:
        found = self.table(table).match_id
        assert found is not None
        return found


def make() -> dict[str, int]:
    """The first scene, by the services themselves. Gives the ids of its rows."""
    people = {name: person(name) for name in PEOPLE}
    people["gus"] = User.objects.create(username="gus", password="!", is_guest=True)
    staff = {name: person(name, is_staff=True, is_superuser=True) for name in ("mia", "mod")}
    ana, ben, dov = (people[name] for name in ("ana", "ben", "dov"))
    for part in ("web", "sweep"):
        Heartbeat.objects.create(name=part, at=FAR_OFF)

    where = tables_of(people, staff["mia"])
    robot = programs.make_bot(ana, "Robota")
    chairs.sit(where["machines"].pk, robot)
    programs.make_token(ana, "hers", Scope.values)
    live = where["live"]
    rows: dict[str, Any] = people | staff | where | {"robot": robot}
    rows["line"] = ChatLine.objects.create(table=live, user=ana, text="hello")
    for name, reporter in (("report", ben), ("second_report", dov)):
        rows[name] = reports.report_player(
            reporter, live.match_id or 0, _index(live, ana), "cheating"
        )
    for name, match in (("entry", where["live"]), ("appealed", where["rematch"])):
        rows[name] = karma.record(ana.pk, karma.Kind.LEFT, match_id=match.match_id, game=GAME)
    rows["appeal"] = karma.appeal(rows["appealed"].pk, ana, "It was the train.")
    notices.follow(ana, "hal")
    rows |= series_of_scene.make(people, staff["mia"])
    rows["device"], _ = [_device(each) for each in (ana, dov)]
    _time_passes(live)
    Chair.objects.filter(table=where["counting"]).update(joined_at=FAR_OFF)  # Oda is here
    return {name: row.pk for name, row in rows.items()}


def tables_of(people: Mapping[str, User], mia: User) -> dict[str, Table]:
    ana, ben, cem, dov, eve, fay, hal = (people[name] for name in PEOPLE[:7])
    live = playing(ana, ben)
    last = playing(ben, ana, options=SLOW)
    for table in (live, last):
        _play_to_the_last_move(table.match_id or 0)
    practice = tables.open_table(cem, GAME, SLOW, public=False, rated=False, leaver="wait")
    chairs.add_bot(practice.pk, cem, "sharp")
    chairs.set_ready(practice.pk, cem)
    practice.refresh_from_db()
    while (turn := next_move(practice.match_id or 0))[0] == cem:  # the bot moves next
        moving.play_move(practice.match_id or 0, *turn[:2])
    kept = playing(eve, fay, options=SLOW, rated=False, leaver="bot")
    SeatRow.objects.filter(match=kept.match_id, user=eve).update(absent_since=LONG_AGO)
    leaving.leave_absent(kept.match_id or 0, Seat(_index(kept, eve)), 150)
    closed = playing(eve, hal, rated=False)
    _play_out(closed.match_id or 0)
    for user in (eve, hal):
        chairs.leave(closed.pk, user)
    tables.close_if_empty(closed.pk)
    rematch = playing(eve, dov, rated=False)
    _play_out(rematch.match_id or 0)
    waiting = tables.open_table(cem, GAME)
    chairs.set_ready(waiting.pk, cem)
    chairs.set_ready(rematch.pk, eve)
    counting = tables.open_table(people["oda"], GAME, rated=False)
    countdown.begin_countdown(counting.pk, people["oda"])
    empty = tables.open_table(mia, GAME)
    chairs.leave(empty.pk, mia)
    return {
        "live": live,
        "slow": playing(ana, ben, cem, options=SLOW),
        "last": last,
        "practice": practice,
        "kept": kept,
        "closed": closed,
        "rematch": rematch,
        "waiting": waiting,
        "counting": counting,
        "empty": empty,
        "other": tables.open_table(ben, GAME, SLOW),
        "machines": tables.open_table(ana, GAME, SLOW, seats=3, rated=False),
    }


def _device(user: User) -> Device:
    return push.subscribe(user, **subscription(user.username), agent="Firefox/130 Android")


def subscription(name: str) -> dict[str, str]:
    """A browser's, at a push service of that name."""
    key = point(ec.generate_private_key(ec.SECP256R1()).public_key())
    endpoint = f"https://push.example/{name}"
    return {"endpoint": endpoint, "p256dh": to_text(key), "auth": to_text(bytes(16))}


def person(name: str, **fields: Any) -> User:
    user = User.objects.create(username=name, email=f"{name}@example.com", password="!", **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def playing(*people: User, options: Any = None, **terms: Any) -> Table:
    table = tables.open_table(people[0], GAME, options or {}, seats=len(people), **terms)
    for user in people[1:]:
        chairs.sit(table.pk, user)
    for user in people:
        chairs.set_ready(table.pk, user)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table


def next_move(match_id: int) -> tuple[User, Any, bool]:
    """Who moves, what, and whether that ends the match."""
    match = Match.objects.get(pk=match_id)
    rules = registry.rules_for(match.game)
    state = codec.load(match.state, rules.State)
    seat = Seat(match.acting[0])
    move = rules.legal_moves(state, seat)[0]
    after = rules.apply(state, seat, move, chance.chance_for(bytes(match.key), match.seq + 1))
    user = SeatRow.objects.select_related("user").get(match=match, index=seat).user
    return user, codec.dump(move), rules.outcome(after.state) is not None


def _play_to_the_last_move(match_id: int) -> None:
    user, move, ends = next_move(match_id)
    while not ends:
        moving.play_move(match_id, user, move)
        user, move, ends = next_move(match_id)


def match_at_its_last_move() -> int:
    """A match of two that the next move ends, at no table that is still there."""
    table = playing(person("fay"), person("gil"))
    assert table.match_id is not None
    _play_to_the_last_move(table.match_id)
    match_id = table.match_id
    table.delete()
    return match_id


def _play_out(match_id: int) -> None:
    _play_to_the_last_move(match_id)
    user, move, _ = next_move(match_id)
    moving.play_move(match_id, user, move)


def _index(table: Table, user: User) -> int:
    return SeatRow.objects.get(match=table.match_id, user=user).index


def _time_passes(live: Table) -> None:
    """The clock of the live match has run out, bots want to move, and all have waited for long."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET deadline = now() - interval '1 day' WHERE id = %s",
            [live.match_id],
        )
        cursor.execute(
            "UPDATE games_match SET bot_at = now() - interval '1 minute'"
            " WHERE status = 'running' AND bots <> '{}'"
        )
    Table.objects.filter(bots_at__isnull=False).update(bots_at=LONG_AGO)
    Table.objects.update(touched_at=LONG_AGO, waiting_since=LONG_AGO)
    Chair.objects.update(joined_at=LONG_AGO)
