"""WebSocket consumers of the notice bell: who is signed in hears of a notice wherever they are.

A table's page and the lobby hear it on the socket they have; every other page opens a light one
that shows nothing else. It also says that this person is online, by a lease like that at a table.
"""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import get_template

from accounts.notices import selectors
from games.live import close_codes
from games.live.heartbeats import Beat, Pulse, Verdict
from games.live.socket import LiveConsumer
from games.presence import leases
from lobby.room import banner

ONLINE_VENUE = "house"
"""The venue of everybody who has a page open and sits at no table."""

PAGES = 20
"""Open pages of one person that are told; further ones find out when they are loaded."""

LONGEST = 8192
"""Characters of a socket's query; a page that says more is told everything anew."""


def marks_in(query: bytes) -> tuple[tuple[str, str], ...]:
    """What a page says it has: ids with their marks, in order (`static/js/live_socket.js`)."""
    if len(query) > LONGEST:
        return ()
    told = parse_qs(query.decode("latin-1")).get("has", [""])[0]
    pairs = (each.rpartition(".") for each in told.split(","))
    return tuple((name, mark) for name, dot, mark in pairs if dot)


class NoticeConsumer(LiveConsumer):
    """The socket of any page with a bell: pushes it when a notice comes or is read."""

    has: tuple[tuple[str, str], ...] = ()
    """What the page showed when it connected, by id and mark; a list keeps it up to date."""

    rung = (0, 0)
    """The mark of the bell that the page shows; another is stored when a nudge got lost."""

    def prepare(self) -> None:
        super().prepare()
        marks = dict(marks_in(self.scope.get("query_string", b"")))
        unread, _, newest = marks.pop("bell", "").partition("-")
        if all(each.isdecimal() and len(each) < 19 for each in (unread, newest)):
            self.rung = int(unread), int(newest)
        self.has = tuple(marks.items())

    async def ring(self, message: dict[str, Any]) -> None:
        html = await self.in_thread(self.bell)
        if html:
            await self.send(text_data=html)

    def bell(self) -> str:
        """The bell, and the way back to one's table: a match may have begun there."""
        if self.user_id is None:
            return ""
        found = selectors.bell(self.user_id)
        self.rung = found.unread, found.newest
        html: str = get_template("social/bell.html").render({"bell": found, "push": True})
        return html + (banner.region(self.user, self.here()) if self.user else "")

    def here(self) -> str:
        """The address that the page shows, where that is a table's."""
        return ""

    def pulse(self) -> Pulse:
        return replace(super().pulse(), bell=self.user_id is not None)

    def checked(self, beat: Beat) -> Verdict:
        verdict = super().checked(beat)
        verdict.rings = beat.bell is not None and beat.bell != self.rung
        return verdict

    async def heal(self, verdict: Verdict) -> None:
        await super().heal(verdict)
        if verdict.rings and not verdict.bye:
            await self.ring({})


class PageConsumer(NoticeConsumer):
    """The socket of a page that is not a table's: a lease says who is online. Visitors are not
    counted."""

    def enter(self) -> tuple[int, str] | None:
        if self.user_id is not None:
            leases.arrive(self.link, self.user_id, ONLINE_VENUE)
        return None

    def pulse(self) -> Pulse:
        venue = None if self.user_id is None else ONLINE_VENUE
        return replace(super().pulse(), venue=venue)

    def leave(self) -> None:
        leases.leave(self.link)


class BellConsumer(PageConsumer):
    """The socket of a page that has no other: the bell and nothing else."""

    def enter(self) -> tuple[int, str] | None:
        if self.user_id is None:
            return close_codes.SIGNED_OUT, ""
        try:
            leases.arrive(self.link, self.user_id, ONLINE_VENUE, PAGES)
        except leases.TooManyLeases:
            return close_codes.TOO_MANY_TABS, ""
        return None

    def show(self, wanted: dict[str, Any]) -> str:
        return self.bell()
