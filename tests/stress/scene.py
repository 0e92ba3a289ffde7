"""The scene: a few people with everything between them that two services could fight over.

Ana and Ben play three rated matches at once: one live, two on the long clock, two of them with one
move left. Cem practises, and waits at a table. Dov sits nowhere but where a match is over. Eve
waits elsewhere. Ana has a program, reports about her, and an appeal. Fay has a night, in which Dov
and the guest Gus are called to a table; Ben and Eve have entered a cup that is about to begin.
Ana and Dov have a browser each that shows their notices.
"""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import connection
from django.utils import timezone

from accounts.karma import services as karma
from accounts.models import User
from accounts.push import services as push
from accounts.push.encryption import point, to_text
from accounts.push.models import Device
from api import services as programs
from games import registry
from games.engine import chance, codec
from games.engine.contract import Seat
from games.models import Heartbeat, Match
from games.models import Seat as SeatRow
from games.services import moving
from lobby.models import Chair, ChatLine, Table
from lobby.services import chairs, tables
from moderation import services as reports
from series.models import Pod, Series
from series.services import advancing, entering, hosting, making
from tests.stress.cloning import offset

GAME = "forty"
SLOW = {"turnSeconds": 86400}
LONG_AGO = "2020-01-01T00:00Z"


@dataclass(frozen=True)
class Ids:
    """Where everything is in the first scene; in a copy it is so much further on."""

    ana: int
    ben: int
    cem: int
    dov: int
    eve: int
    fay: int
    gus: int
    robot: int
    mia: int
    mod: int
    live: int
    slow: int
    last: int
    practice: int
    waiting: int
    other: int
    rematch: int
    empty: int
    machines: int
    line: int
    report: int
    second_report: int
    appeal: int
    night: int
    called: int
    cup: int
    device: int


@dataclass(frozen=True)
class Scene:
    """One copy, by the names of the first."""

    k: int
    ids: Ids

    def id(self, name: str) -> int:
        found: int = getattr(self.ids, name)
        return found + offset(self.k)

    def person(self, name: str) -> User:
        return User.objects.get(pk=self.id(name))

    def match(self, table: str) -> int:
        found = Table.objects.values_list("match_id", flat=True).get(pk=self.id(table))
        assert found is not None
        return found


def make() -> Ids:
    """The first scene, by the services themselves."""
    people = {name: person(name) for name in ("ana", "ben", "cem", "dov", "eve", "fay")}
    people["gus"] = User.objects.create(username="gus", password="!", is_guest=True)
    staff = {name: person(name, is_staff=True, is_superuser=True) for name in ("mia", "mod")}
    ana, ben, cem, dov, eve, fay, gus = people.values()
    Heartbeat.objects.create(name="web", at="2100-01-01T00:00Z")
    Heartbeat.objects.create(name="sweep", at="2100-01-01T00:00Z")

    live = _playing(ana, ben)
    slow = _playing(ana, ben, cem, options=SLOW)
    last = _playing(ben, ana, options=SLOW)
    for table in (live, last):
        assert table.match_id is not None
        _play_to_the_last_move(table.match_id)
    practice = tables.open_table(cem, GAME, SLOW, public=False, rated=False, leaver="wait")
    chairs.add_bot(practice.pk, cem, "sharp")
    chairs.set_ready(practice.pk, cem)
    machines = tables.open_table(ana, GAME, SLOW, rated=False)
    robot = programs.make_bot(ana, "Robota")
    chairs.sit(machines.pk, robot)
    rematch = _playing(eve, dov, rated=False)
    assert rematch.match_id is not None
    _play_out(rematch.match_id)
    waiting = tables.open_table(cem, GAME)
    chairs.set_ready(waiting.pk, cem)
    chairs.set_ready(rematch.pk, eve)
    other = tables.open_table(ben, GAME, SLOW)
    empty = tables.open_table(mia := staff["mia"], GAME)
    chairs.leave(empty.pk, mia)

    line = _say(live, ana)
    first = reports.report_player(ben, live.match_id or 0, _index(live, ana), "cheating")
    second = reports.report_player(dov, live.match_id or 0, _index(live, ana), "cheating")
    entry = karma.record(ana.pk, karma.Kind.LEFT, match_id=rematch.match_id, game=GAME)
    assert entry is not None
    appeal = karma.appeal(entry.pk, ana, "It was the train.")
    night = _called_night(fay, dov, gus)
    cup = _cup(staff["mia"], ben, eve)
    devices = [_device(each) for each in (ana, dov)]
    _time_passes(live)
    return Ids(
        **{name: user.pk for name, user in (people | staff).items()},
        robot=robot.pk,
        live=live.pk,
        slow=slow.pk,
        last=last.pk,
        practice=practice.pk,
        waiting=waiting.pk,
        other=other.pk,
        rematch=rematch.pk,
        empty=empty.pk,
        machines=machines.pk,
        line=line,
        report=first.pk,
        second_report=second.pk,
        appeal=appeal.pk,
        night=night.pk,
        called=Pod.objects.get(round__series=night).table_id,
        cup=cup.pk,
        device=devices[0].pk,
    )


def _called_night(host: User, *guests: User) -> Series:
    """All are called to its first table, and all but the last person but one are ready."""
    night = making.make_night(host, [{"game": GAME}, {"game": GAME}], break_seconds=0)
    for user in guests:
        entering.join(night.pk, user)
    hosting.begin(night.pk, host)
    advancing.advance(night.pk)
    pod = Pod.objects.get(round__series=night)
    for user in (host, guests[-1]):
        chairs.set_ready(pod.table_id, user, nonce="ab" * 16)
    return night


def _cup(maker: User, *people: User) -> Series:
    """Due, but its clock has not rung yet."""
    settings: dict[str, Any] = {"size": 2, "rounds": 3, "break_seconds": 0}
    cup = making.make_tournament(maker, "swiss", "Cup", GAME, starts_at=timezone.now(), **settings)
    for user in people:
        entering.join(cup.pk, user)
    return cup


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


def _playing(*people: User, options: Any = None, rated: bool = True) -> Table:
    table = tables.open_table(people[0], GAME, options or {}, seats=len(people), rated=rated)
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
    table = _playing(person("fay"), person("gil"))
    assert table.match_id is not None
    _play_to_the_last_move(table.match_id)
    match_id = table.match_id
    table.delete()
    return match_id


def _play_out(match_id: int) -> None:
    _play_to_the_last_move(match_id)
    user, move, _ = next_move(match_id)
    moving.play_move(match_id, user, move)


def _say(table: Table, user: User) -> int:
    return ChatLine.objects.create(table=table, user=user, text="hello").pk


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
    Table.objects.update(touched_at=LONG_AGO, waiting_since=LONG_AGO)
    Chair.objects.update(joined_at=LONG_AGO)
