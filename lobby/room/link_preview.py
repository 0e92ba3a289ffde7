"""Link preview of a table: its title, description and share image, for whoever has the link.

A preview is asked for by a program without an account. It tells nothing that a visitor with the
link cannot see, and of a private table only who invites to which game: a picture is sent further
than its link. So the code stands on the picture of a public table alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.people.display import display_name
from games import registry
from lobby.models import Chair, Table
from lobby.room.stage import HIDDEN, stage_of
from sharing.pictures.invitation import InvitationPicture
from sharing.pictures.people import person_of


@dataclass(frozen=True)
class LinkPreview:
    title: str
    description: str
    picture: InvitationPicture


def link_preview(table: Table, chairs: list[Chair]) -> LinkPreview:
    return _public(table, chairs) if table.public else _private(table, chairs)


def _private(table: Table, chairs: list[Chair]) -> LinkPreview:
    """Who invites to what; where a visitor would not be let in, not even who."""
    game = registry.game(table.game)
    name = _(game.info.name)
    if stage_of(table, None, chairs) == HIDDEN or table.owner is None:
        title, above = _("A private table: %(game)s") % {"game": name}, _("A private table")
    else:
        said = {"name": display_name(table.owner), "game": name}
        title = _("%(name)s invites you to a game of %(game)s") % said
        above = _("%(name)s invites you to a game of") % said
    description = _("This table is private: it is found by its link alone.")
    return LinkPreview(title, description, InvitationPicture(above, name, game.emblem))


def _public(table: Table, chairs: Sequence[Chair]) -> LinkPreview:
    """What the lobby's list says of it too."""
    game = registry.game(table.game)
    name = _(game.info.name)
    free = table.seats - len(chairs)
    names = _(", ").join(display_name(chair.user) for chair in chairs)
    options = str(game.words.option_line(table.choices))
    if table.status == Table.Status.OPEN and free:
        above = ngettext("One more player is awaited", "%(n)d more players are awaited", free)
        above = above % {"n": free}
        title = _("Play %(game)s with %(names)s") if names else _("Play %(game)s")
    else:
        above = _("Come and watch")
        title = _("%(game)s at a table with %(names)s") if names else "%(game)s"
    picture = InvitationPicture(
        title=above,
        game=name,
        emblem=game.emblem,
        note=_("rated") if table.rated else _("friendly"),
        options=options,
        people=tuple(person_of(chair.user) for chair in chairs),
        free=free,
        code=table.code,
    )
    return LinkPreview(title % {"game": name, "names": names}, f"{above}. {options}", picture)
