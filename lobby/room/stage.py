"""The stage: what one person sees in the middle of a table's page, its waiting room or its match.

While a match runs it is the match; when it is over, those who just played see the result until they
say that they are ready again, and who gave it up sees what became of it; everybody else sees the
room.
"""

from accounts.models import User
from lobby import selectors
from lobby.models import Chair, Table

ROOM, HIDDEN = "room", "hidden"


def stage_of(table: Table, user: User | None, chairs: list[Chair]) -> str:
    """The stage's name: `room`, `hidden` or `match.<id>`. When it changes, the stage is anew."""
    mine = my_chair(chairs, user)
    if not may_look(table, user, chairs):
        return HIDDEN
    if table.reserved_for and table.match_id is not None:
        return f"match.{table.match_id}"  # the only one that is played here
    if table.match_id is None or table.status == Table.Status.CLOSED:
        return ROOM
    if table.status == Table.Status.PLAYING:
        return f"match.{table.match_id}"
    sees_result = not mine.ready if mine else len(chairs) == table.seats
    if sees_result and (mine is None or selectors.played_last(table, user)):
        return f"match.{table.match_id}"
    if mine is None and selectors.gave_up_last(table, user):
        return f"match.{table.match_id}"
    return ROOM


def may_look(table: Table, user: User | None, chairs: list[Chair]) -> bool:
    """A private table is for those who sit or can sit there; nobody looks on. Who just played
    there sees how it ended. Whoever has the link of a reserved one looks on."""
    return (
        bool(table.reserved_for)
        or may_hear(table, user, chairs)
        or selectors.played_last(table, user)
    )


def may_hear(table: Table, user: User | None, chairs: list[Chair]) -> bool:
    """Whether the talk is for this person too. Who got up from a private table hears nothing more
    once others sit in all its chairs, and a closed table has none."""
    if table.status == Table.Status.CLOSED:
        return False
    if table.public or table.reserved_for or my_chair(chairs, user):
        return True
    if any(chair.name for chair in chairs):
        return True  # played in one room, with a television that looks on
    if table.status == Table.Status.PLAYING:
        return selectors.played_last(table, user)
    return len(chairs) < table.seats


def my_chair(chairs: list[Chair], user: User | None) -> Chair | None:
    return next((chair for chair in chairs if user and chair.user_id == user.pk), None)
