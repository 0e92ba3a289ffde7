"""The WebSocket consumer of a series' page: one region, as its reader sees it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django.template.loader import get_template

from games.live import broadcast, close_codes
from games.live.heartbeats import Beat, Pulse, Verdict
from games.presence import leases
from lobby.notice_consumers import NoticeConsumer
from series import page
from series.lookup import find_for_socket
from series.models import Series


class SeriesConsumer(NoticeConsumer):
    """Shows the series anew when it changed. Its lease says who looks: a night has a host by it."""

    template: ClassVar = "series/regions/series.html"
    series_id: int
    venue: str
    address: str
    version = -1

    def enter(self) -> tuple[int, str] | None:
        found = find_for_socket(self.scope, self.user)
        if not isinstance(found, Series):
            return found
        self.series_id, self.venue = found.pk, found.venue
        self.address = found.get_absolute_url()
        try:
            leases.arrive(self.link, self.user_id, self.venue, leases.TABS)
        except leases.TooManyLeases:
            return close_codes.TOO_MANY_TABS, ""
        return None

    def here(self) -> str:
        return self.address

    def leave(self) -> None:
        leases.leave(self.link)

    def listens_to(self) -> list[str]:
        return [*super().listens_to(), broadcast.venue_group(self.venue)]

    def pulse(self) -> Pulse:
        return replace(super().pulse(), venue=self.venue)

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        """A nudge may have got lost: the version says so."""
        verdicts = super().look_again(sockets, beats)
        ids = {socket.series_id for socket in sockets}
        versions = dict(Series.objects.filter(pk__in=ids).values_list("pk", "version"))
        for socket, verdict in zip(sockets, verdicts, strict=True):
            if versions.get(socket.series_id) != socket.version:
                verdict.missed = {"full": True}
        return verdicts

    def shown_page(self, series: Series) -> dict[str, Any]:
        return page.page(series, self.user) | {"user": self.user}

    def show(self, wanted: dict[str, Any]) -> str:
        series = Series.objects.select_related("host").get(pk=self.series_id)
        self.version = series.version
        return get_template(self.template).render(self.shown_page(series) | {"push": True})


class ScreenConsumer(SeriesConsumer):
    """The socket of a television: whoever opened it, it is a stranger's eye."""

    template = "series/regions/screen.html"

    def shown_page(self, series: Series) -> dict[str, Any]:
        return page.screen(series)
