"""The services that are run against each other, each as an act in a scene.

An act is one service with somebody who calls it. A person is read from the database first, as a
request does; what happens between that and the service's own lock is the race.
"""

import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.access import permissions
from accounts.karma import services as karma
from accounts.models import User
from accounts.notices import services as notices
from accounts.people import guests
from accounts.people.closing import close_account
from accounts.push import outbox
from accounts.push import services as push
from accounts.push.models import Message
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from api import services as programs
from games.engine.contract import Seat
from games.models import Seat as SeatRow
from games.presence import leases, sweep
from games.services import clock, judging, leaving, moving
from lobby.services import chairs, tables, talk
from moderation import services as reports
from refusals import Refusal
from series.services import advancing, entering, hosting, making
from tests.stress.scene import GAME, LONG_AGO, SLOW, Scene, next_move, subscription

Call = Callable[[], object]
"""What an act comes to when all that a request reads beforehand is read."""

ACTS: dict[str, Callable[[Scene], Call]] = {}


def act(prepare: Callable[[Scene], Call]) -> Callable[[Scene], Call]:
    ACTS[prepare.__name__] = prepare
    return prepare


# ---- Tables -------------------------------------------------------------------------------------


def _at_table(name: str, table: str, service: Callable[[int, User], object], who: str) -> None:
    def prepare(scene: Scene) -> Call:
        user = scene.person(who)
        return lambda: service(scene.id(table), user)

    ACTS[name] = prepare


_at_table("sit", "waiting", chairs.sit, "dov")
_at_table("sit_elsewhere", "empty", chairs.sit, "dov")
_at_table("leave", "waiting", chairs.leave, "cem")
_at_table("leave_after_the_match", "rematch", chairs.leave, "eve")
_at_table("leave_the_match", "live", chairs.leave, "ana")
_at_table("rematch", "rematch", chairs.set_ready, "dov")
_at_table("program_leaves", "machines", chairs.leave, "robot")
_at_table("talk", "live", lambda table, user: talk.say(table, user, "well played"), "ana")
_at_table("await_start", "waiting", talk.await_start, "ben")
_at_table("add_bot", "machines", lambda t, user: chairs.add_bot(t, user, "sharp"), "ana")
_at_table("remove", "rematch", lambda table, user: chairs.remove(table, user, 1), "eve")


@act
def open_table(scene: Scene) -> Call:
    user = scene.person("dov")
    return lambda: tables.open_table(user, GAME, SLOW)


@act
def close_empty(scene: Scene) -> Call:
    return lambda: tables.close_if_empty(scene.id("empty"))


@act
def invite(scene: Scene) -> Call:
    user, name = scene.person("cem"), scene.person("dov").username
    return lambda: talk.invite(scene.id("waiting"), user, name)


@act
def mute(scene: Scene) -> Call:
    user, name = scene.person("dov"), scene.person("ana").username
    return lambda: talk.mute(user, name)


@act
def follow(scene: Scene) -> Call:
    user, name = scene.person("dov"), scene.person("ana").username
    return lambda: notices.follow(user, name)


@act
def read_notices(scene: Scene) -> Call:
    return lambda: notices.read(scene.id("ben"))


# ---- Matches ------------------------------------------------------------------------------------


def _in_match(name: str, table: str, service: Callable[[int, User], object], who: str) -> None:
    def prepare(scene: Scene) -> Call:
        user, match = scene.person(who), scene.match(table)
        return lambda: service(match, user)

    ACTS[name] = prepare


_in_match("resign", "live", leaving.resign, "ben")
_in_match("other_resigns", "live", leaving.resign, "ana")
_in_match("resign_among_three", "slow", leaving.resign, "ana")
_in_match("resign_slow", "last", leaving.resign, "ana")
_in_match("abort", "live", lambda match, _: judging.abort_match(match, "called-off"), "mia")
_in_match("abort_slow", "last", lambda match, _: judging.abort_match(match, "called-off"), "mia")
_in_match("give_time", "live", lambda match, _: judging.give_time(match, 30, "sorry"), "mia")
_in_match(
    "adjudicate", "live", lambda match, _: judging.adjudicate_match(match, [1, 2], "fair"), "mod"
)
_in_match("reclaim", "slow", leaving.reclaim_seat, "ana")
_in_match("expire", "live", lambda match, _: clock.expire_timer(match), "ana")
_in_match("bots_move", "practice", lambda match, _: clock.play_bots(match), "cem")


@act
def last_move(scene: Scene) -> Call:
    match = scene.match("last")
    user, move, _ = next_move(match)
    return lambda: moving.play_move(match, user, move)


@act
def move(scene: Scene) -> Call:
    match = scene.match("slow")
    user, wish, _ = next_move(match)
    return lambda: moving.play_move(match, user, wish)


def _is_long_gone(scene: Scene) -> int:
    """Ana is, from the live match. Gives her seat."""
    seat = SeatRow.objects.get(match_id=scene.match("live"), user_id=scene.id("ana"))
    SeatRow.objects.filter(pk=seat.pk).update(absent_since=LONG_AGO)
    return seat.index


@act
def forfeit_the_absent(scene: Scene) -> Call:
    match, index = scene.match("live"), _is_long_gone(scene)
    return lambda: leaving.leave_absent(match, Seat(index), 150)


@act
def come_back(scene: Scene) -> Call:
    _is_long_gone(scene)
    return lambda: leases.arrive(uuid.uuid4(), scene.id("ana"), f"table.{scene.id('live')}")


@act
def mark_the_absent(scene: Scene) -> Call:
    return lambda: sweep._mark_the_absent(1.0)


@act
def credit_outage(scene: Scene) -> Call:
    now = timezone.now()
    return lambda: clock.credit_outage("web", now - timedelta(seconds=1), now)


# ---- People -------------------------------------------------------------------------------------


def _person(name: str, service: Callable[[User, User], object], who: str, by: str = "mia") -> None:
    def prepare(scene: Scene) -> Call:
        user, staff = scene.person(who), scene.person(by)
        return lambda: service(user, staff)

    ACTS[name] = prepare


_person("ban", lambda user, by: sanctions.ban(user, by, "That was not fair."), "ana")
_person("ban_who_waits", lambda user, by: sanctions.ban(user, by, "Not fair."), "dov")
_person("unrate", lambda user, by: sanctions.impose(user, Kind.UNRATED, "So.", by=by), "cem")
_person("rename", lambda user, by: sanctions.impose(user, Kind.RENAME, "So.", by=by), "ana")
_person("deactivate", lambda user, by: permissions.deactivate(user), "ben")
_person("close", lambda user, by: close_account(user), "ana")
_person("other_closes", lambda user, by: close_account(user), "ben")
_person("close_who_waits", lambda user, by: close_account(user), "dov")


@act
def close_program(scene: Scene) -> Call:
    owner, name = scene.person("ana"), scene.person("robot").username
    return lambda: programs.close_bot(owner, name)


# ---- Staff --------------------------------------------------------------------------------------


@act
def decide(scene: Scene) -> Call:
    by = scene.person("mia")
    return lambda: reports.decide(
        scene.id("report"), by, "confirmed", "It is true.", sanction=Kind.BAN
    )


@act
def decide_too(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.decide(scene.id("second_report"), by, "unfounded", "It is not.")


@act
def rename_by_report(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.decide(
        scene.id("second_report"), by, "confirmed", "It is true.", sanction=Kind.RENAME
    )


@act
def claim(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.claim(scene.id("report"), by)


@act
def report(scene: Scene) -> Call:
    user, name = scene.person("eve"), scene.person("ana").username
    return lambda: reports.report_name(user, name)


@act
def report_back(scene: Scene) -> Call:
    user, name = scene.person("ana"), scene.person("eve").username
    return lambda: reports.report_name(user, name)


@act
def answer_appeal(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: karma.answer_appeal(scene.id("appeal"), by, True, "Trains are late.")


# ---- Series -------------------------------------------------------------------------------------


_at_table("join_night", "night", entering.join, "eve")
_at_table("withdraw_from_night", "night", entering.withdraw, "dov")
_at_table("skip_game", "night", hosting.skip, "fay")
_at_table("end_night", "night", hosting.end, "fay")
_at_table("advance_night", "night", lambda night, _: advancing.advance(night), "fay")
_at_table("ready_in_night", "called", chairs.set_ready, "dov")
_at_table("guest_leaves", "called", chairs.leave, "gus")
_at_table("join_cup", "cup", entering.join, "dov")
_at_table("withdraw_from_cup", "cup", entering.withdraw, "ben")
_at_table("advance_cup", "cup", lambda cup, _: advancing.advance(cup), "mia")
_at_table("call_off_cup", "cup", making.call_off, "mia")


# ---- Guests -------------------------------------------------------------------------------------


@act
def guest_signs_up(scene: Scene) -> Call:
    guest = scene.person("gus")

    @transaction.atomic
    def sign_up() -> None:
        guests.promote(guest)
        guest.email = f"{guest.username}@example.com"
        guest.save()

    return sign_up


@act
def guests_day_ends(scene: Scene) -> Call:
    User.objects.filter(pk=scene.id("gus")).update(date_joined=LONG_AGO)
    return guests.end_guests


# ---- Push ---------------------------------------------------------------------------------------


@act
def subscribe(scene: Scene) -> Call:
    user = scene.person("ana")
    given = subscription(user.username)
    return lambda: push.subscribe(user, **given, agent="")


@act
def be_reached(scene: Scene) -> Call:
    user = scene.person("ana")
    terms = {"quiet_from": None, "quiet_to": None, "time_zone": "UTC", "turn_mail": False}
    return lambda: push.reach(user, **terms)  # type: ignore[arg-type]


@act
def deliver(scene: Scene) -> Call:
    """An invitation waits to be sent to Dov."""
    with suppress(Refusal):  # the other act may be the same
        talk.invite(scene.id("waiting"), scene.person("cem"), scene.person("dov").username)
    Message.objects.filter(user_id=scene.id("dov")).update(due_at=LONG_AGO)
    return outbox.deliver
