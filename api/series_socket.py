"""The WebSocket consumer of a series for programs: its state as JSON whenever it changes."""

from collections.abc import Sequence
from typing import Any

from api.consumers import ProgramConsumer
from api.serializers.matches import encode
from api.serializers.series import serialize_series
from games.live.heartbeats import Beat, Verdict
from series.lookup import find_for_socket
from series.models import Series


class SeriesSocket(ProgramConsumer):
    """Tells how far a series is and to which table the program is called. It takes no moves."""

    series_id: int
    version = -1

    def find(self) -> tuple[int, str] | None:
        found = find_for_socket(self.scope, self.user)
        if not isinstance(found, Series):
            return found
        self.series_id, self.venue = found.pk, found.venue
        return None

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        verdicts = super().look_again(sockets, beats)
        ids = {socket.series_id for socket in sockets}
        versions = dict(Series.objects.filter(pk__in=ids).values_list("pk", "version"))
        for socket, verdict in zip(sockets, verdicts, strict=True):
            if versions.get(socket.series_id) != socket.version:
                verdict.missed = {"full": True}
        return verdicts

    def show_at_once(self, wanted: dict[str, Any]) -> str | None:
        return None

    def show(self, wanted: dict[str, Any]) -> str:
        assert self.user is not None
        found = Series.objects.select_related("host").get(pk=self.series_id)
        self.version = found.version
        return encode({"series": serialize_series(found, self.user)})
