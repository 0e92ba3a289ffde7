"""The scene of a table: all that its sockets show beside the match, read once for all of them."""

from dataclasses import dataclass

from accounts.models import User
from lobby import selectors
from lobby.models import Chair, Table
from lobby.room.chat import Talk, read_talk


@dataclass(frozen=True)
class Scene:
    """A table at one moment, as it is; what of it somebody may see is asked after."""

    table: Table
    chairs: list[Chair]
    talk: Talk
    watchers: int

    def has_chair(self, user: User | None) -> bool:
        return any(user and chair.user_id == user.pk for chair in self.chairs)


def read_scene(table_id: int) -> Scene:
    table = Table.objects.select_related("owner").get(pk=table_id)
    chairs, talk = selectors.chairs_of(table), read_talk(table)
    return Scene(table, chairs, talk, selectors.watchers(table_id))
