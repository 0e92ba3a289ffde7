"""Acts in matches: moves, the clock, leaving and coming back, decisions of the staff."""

import uuid
from datetime import timedelta

from django.utils import timezone

from games.engine.contract import Seat
from games.models import Seat as SeatRow
from games.presence import leases, sweep
from games.services import clock, judging, leaving, moving
from tests.stress.acts.registry import Call, act, in_match
from tests.stress.scene import LONG_AGO, Scene, next_move

in_match("live", "resign", leaving.resign, "ben")
in_match("live", "other_resigns", leaving.resign, "ana")
in_match("slow", "resign_among_three", leaving.resign, "ana")
in_match("last", "resign_slow", leaving.resign, "ana")
in_match("live", "abort", lambda match, _: judging.abort_match(match, "called-off"), "mia")
in_match("last", "abort_slow", lambda match, _: judging.abort_match(match, "called-off"), "mia")
in_match("live", "give_time", lambda match, _: judging.give_time(match, 30, "sorry"), "mia")
in_match(
    "live", "adjudicate", lambda match, _: judging.adjudicate_match(match, [1, 2], "fair"), "mod"
)
in_match("kept", "reclaim", leaving.reclaim_seat, "eve")
in_match("live", "expire", lambda match, _: clock.expire_timer(match), "ana")
in_match("practice", "bots_move", lambda match, _: clock.play_bots(match), "cem")


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
