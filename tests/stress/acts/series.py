"""Acts in series: nights, a cup that is due, a bracket that is played, a cup of teams."""

import uuid
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from games.presence import leases
from lobby.services import chairs
from series.models import Pod
from series.services import advancing, entering, hosting, judging, making, programme
from tests.stress.acts.registry import ACTS, Call, act, on
from tests.stress.scene import GAME, LONG_AGO, Scene

on("night", "join_night", entering.join, "eve")
on("night", "withdraw_from_night", entering.withdraw, "hal")
on("night", "step_out", entering.step_out, "hal")
on("night", "skip_game", hosting.skip, "fay")
on("night", "repeat_game", hosting.repeat, "fay")
on("night", "pause_night", hosting.pause, "fay")
on("night", "end_night", hosting.end, "fay")
on("night", "add_game", lambda night, user: programme.add_game(night, user, GAME, {}, 2), "fay")
on("night", "drop_game", lambda night, user: programme.drop_game(night, user, 1, GAME), "fay")
on("called", "ready_in_night", chairs.set_ready, "hal")
on("called", "guest_leaves", chairs.leave, "gus")
on("gathering", "begin_night", hosting.begin, "dov")
on("gathering", "host_withdraws", entering.withdraw, "dov")
on("cup", "join_cup", entering.join, "dov")
on("cup", "withdraw_from_cup", entering.withdraw, "ben")
on("cup", "advance_cup", lambda cup, _: advancing.advance(cup), "mia")
on("cup", "call_off_cup", making.call_off, "mia")
on("cup", "extend_cup", lambda cup, by: judging.extend(cup, by, 5, "Late trains."), "mia")
on("doubles", "withdraw_from_doubles", entering.withdraw, "ida")
on("called_teams", "ready_in_doubles", chairs.set_ready, "lou")
on("bracket", "repeat_next_week", lambda cup, _: making.repeat_next_week(cup), "mia")
on("bracket", "end_bracket", lambda cup, by: judging.end(cup, by, "Fire alarm."), "mia")


def _removes(row: str, who: str) -> Callable[[Scene], Call]:
    def prepare(scene: Scene) -> Call:
        by, name = scene.person("mia"), scene.person(who).username
        return lambda: judging.remove(scene.id(row), by, name, "Not fair.")

    return prepare


ACTS["remove_from_night"] = _removes("night", "hal")
ACTS["remove_from_doubles"] = _removes("doubles", "kim")


@act
def annul(scene: Scene) -> Call:
    by, match = scene.person("mia"), scene.match("bracket_table")
    return lambda: judging.annul(scene.id("bracket"), by, match, "A power cut.")


@act
def resume_night(scene: Scene) -> Call:
    host = scene.person("fay")
    hosting.pause(scene.id("night"), host)
    return lambda: hosting.resume(scene.id("night"), host)


@act
def advance_night(scene: Scene) -> Call:
    """The grace is over, and Hal has not come."""
    Pod.objects.filter(table=scene.id("called")).update(held_until=LONG_AGO)
    return lambda: advancing.advance(scene.id("night"))


@act
def inherit(scene: Scene) -> Call:
    """Hal has a page of the night open, and its host has none."""
    night = scene.id("night")
    leases.arrive(uuid.uuid4(), scene.id("hal"), f"series.{night}")
    return lambda: hosting.inherit_if_host_is_away(night)


@act
def make_night(scene: Scene) -> Call:
    user = scene.person("eve")
    return lambda: making.make_night(user, [{"game": GAME}])


@act
def make_tournament(scene: Scene) -> Call:
    user, begin = scene.person("eve"), timezone.now() + timedelta(hours=1)
    return lambda: making.make_tournament(user, "swiss", "Evening", GAME, starts_at=begin)
