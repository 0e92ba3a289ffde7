"""The scene of a table: all that its sockets show beside the match, read once for all of them."""

from dataclasses import dataclass

from accounts.models import User
from games.presence import leases
from lobby import selectors
from lobby.models import Chair, Table
from lobby.room.chat import Talk, read_talk


@dataclass(frozen=True)
class Scene:
    """A table at one moment, as it is; what of it somebody may see is asked after."""

    table: Table
    chairs: list[Chair]
    talk: Talk
    present: list[int | None]
    """Who has its page open; None is a visitor without an account."""

    def has_chair(self, user: User | None) -> bool:
        return any(user and chair.user_id == user.pk for chair in self.chairs)

    @property
    def watchers(self) -> int:
        return selectors.watchers(self.table, self.chairs, self.present)


def read_scene(table_id: int) -> Scene:
    table = Table.objects.select_related("owner").get(pk=table_id)
    return Scene(table, selectors.chairs_of(table), read_talk(table), leases.present(table.venue))
