"""The television screen of a table: one large region, rendered from what everybody may see.

Whoever opened it, the page and its socket are a spectator's: no seat's view is ever rendered here,
and it is nobody's presence at the table.
"""

from typing import Any

from accounts.models import User
from games import registry
from games import selectors as matches
from games.live.consumers import MatchConsumer
from games.page import assets, regions
from games.page.result import result_of, summary_of
from lobby import selectors
from lobby.finding.lookup import find_for_socket
from lobby.models import Table
from lobby.room import invite_link, rendering, stage


def page(table: Table, viewer: User | None) -> dict[str, Any]:
    """The context of the page and of its one region. Who looks decides only whether they may."""
    chairs = selectors.chairs_of(table)
    link = invite_link.link(table)
    context = {
        "table": table,
        "info": table.rules.INFO,
        "key": table.game,
        "sitters": [(chair.user, rendering.role_of(table, chair.index)) for chair in chairs],
        "options_line": rendering.options_line(table),
        "socket_url": f"/ws/screen/{table.code}/",
        "link": link,
        "hidden": not stage.may_look(table, viewer, chairs),
        **assets.game_files(table.game),
    }
    if context["hidden"] or table.match_id is None or not watched(table):
        return context | {"qr": invite_link.qr(link)}
    shown = matches.read(table.match_id)
    if shown is None:
        return context
    game, seen = registry.game(table.game), regions.board(shown)
    return (
        context
        | seen
        | summary_of(game.words, seen["view"])
        | {
            "playing": game.screen,
            "seats": regions.draw_seats(shown, reports=False),
            "clock": regions.clock(shown),
            "result": result_of(shown, None),
        }
    )


def watched(table: Table) -> bool:
    """The match, and after it its result until somebody wants another or gets up. At a reserved
    table there is no other."""
    if table.status == Table.Status.PLAYING or table.reserved_for:
        return True
    chairs = selectors.chairs_of(table)
    return len(chairs) == table.seats and table.status == Table.Status.OPEN


class ScreenConsumer(MatchConsumer):
    """The socket of a television. Signed in or not, it is a stranger's eye."""

    table_id: int
    viewer: User | None = None

    def enter(self) -> tuple[int, str] | None:
        self.viewer, self.user, self.user_id = self.user, None, None
        return super().enter()

    def find(self) -> tuple[int, str] | None:
        table = find_for_socket(self.scope, self.viewer)
        if not isinstance(table, Table):
            return table
        self.table_id, self.venue, self.match_id = table.pk, table.venue, table.match_id
        return None

    def show(self, wanted: dict[str, Any]) -> str:
        whats = wanted.get("whats") or set()
        if whats and whats <= {"chat", "talk", "people"} and "match" not in wanted:
            return ""
        table = Table.objects.get(pk=self.table_id)
        self.match_id = table.match_id
        context = page(table, self.viewer) | {"push": True}
        if "match" in context:
            self.seen = max(self.seen, context["match"].seq)
        return rendering.render("lobby/regions/screen.html", context)
