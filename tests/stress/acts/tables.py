"""Acts at tables: chairs, countdowns, talk, invitations."""

from lobby.services import chairs, countdown, one_room, tables, talk
from tests.stress.acts.registry import Call, act, on
from tests.stress.scene import GAME, SLOW, Scene

on("waiting", "sit", chairs.sit, "dov")
on("empty", "sit_elsewhere", chairs.sit, "dov")
on("waiting", "leave", chairs.leave, "cem")
on("rematch", "leave_after_the_match", chairs.leave, "eve")
on("live", "leave_the_match", chairs.leave, "ana")
on("rematch", "rematch", chairs.set_ready, "dov")
on("machines", "program_leaves", chairs.leave, "robot")
on("machines", "add_bot", lambda table, user: chairs.add_bot(table, user, "sharp"), "ana")
on("rematch", "remove", lambda table, user: chairs.remove(table, user, 1), "eve")
on("closed", "reopen", tables.reopen, "eve")
on("waiting", "allow_guests", lambda table, user: tables.allow_guests(table, user, False), "cem")
on("waiting", "begin_countdown", countdown.begin_countdown, "cem")
on("counting", "stop_countdown", countdown.stop_countdown, "oda")
on("counting", "seat_bots", lambda table, _: countdown.seat_bots(table), "oda")
on("live", "talk", lambda table, user: talk.say(table, user, "well played"), "ana")
on("waiting", "await_start", talk.await_start, "ben")
on("line", "remove_line", lambda line, by: talk.remove_line(line, by, "Not here."), "mia")


@act
def open_table(scene: Scene) -> Call:
    user = scene.person("dov")
    return lambda: tables.open_table(user, GAME, SLOW)


@act
def open_in_one_room(scene: Scene) -> Call:
    user = scene.person("dov")
    return lambda: one_room.open_in_one_room(user, "alalab", ["Mother", "Father"])


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
