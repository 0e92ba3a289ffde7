"""WebSocket consumers of the notice bell: who is signed in hears of a notice wherever they are.

A table's page and the lobby hear it on the socket they have; every other page opens a light one
that shows nothing else. It also says that this person is online, by a lease like that at a table.
"""

from dataclasses import replace
from typing import Any

from django.template.loader import get_template

from accounts.notices import selectors
from games.live import close_codes
from games.live.heartbeats import Beat, Pulse, Verdict
from games.live.socket import LiveConsumer
from games.presence import leases

ONLINE_VENUE = "house"
"""The venue of everybody who has a page open and sits at no table."""

PAGES = 20
"""Open pages of one person that are told; further ones find out when they are loaded."""


class NoticeConsumer(LiveConsumer):
    """The socket of any page with a bell: pushes it when a notice comes or is read."""

    rung = (0, 0)
    """What the page was last told; differs from what is stored when a nudge got lost."""

    async def ring(self, message: dict[str, Any]) -> None:
        html = await self.in_thread(self.bell)
        if html:
            await self.send(text_data=html)

    def bell(self) -> str:
        if self.user_id is None:
            return ""
        found = selectors.bell(self.user_id)
        self.rung = found.unread, found.newest
        return get_template("social/bell.html").render({"bell": found, "push": True})

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
            leases.renew(self.link, self.user_id, ONLINE_VENUE)
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
        if leases.tabs(self.user_id, ONLINE_VENUE) >= PAGES:
            return close_codes.TOO_MANY_TABS, ""
        return super().enter()

    def show(self, wanted: dict[str, Any]) -> str:
        return self.bell()
