"""The match consumer: hears nudges about a venue, shows its match to one seat, keeps its lease."""

from typing import Any

from accounts.models import User
from games import selectors
from games.live import broadcast, close_codes
from games.live.socket import LiveConsumer
from games.page import regions
from games.presence import leases
from games.selectors import LoadedMatch


class MatchConsumer(LiveConsumer):
    """Shows the match at a venue. Who looks is the session's user; the seat follows from that."""

    venue: str
    match_id: int | None = None
    seen = -1
    user: User | None = None

    def find(self) -> tuple[int, str] | None:
        """Sets `venue` and `match_id`, or refuses."""
        raise NotImplementedError

    def enter(self) -> tuple[int, str] | None:
        refused = self.find()
        if refused:
            return refused
        if self.user_id is not None:
            if leases.tabs(self.user_id, self.venue) >= leases.TABS:
                return close_codes.TOO_MANY_TABS, ""
            self.user = User.objects.get(pk=self.user_id)
        back = leases.arrive(self.link, self.user_id, self.venue)
        if back and self.match_id is not None:
            broadcast.match_changed(self.match_id, self.venue)
        return None

    def leave(self) -> None:
        leases.leave(self.link)

    def listens_to(self) -> list[str]:
        return [*super().listens_to(), broadcast.venue_group(self.venue)]

    def beat(self) -> dict[str, Any] | None:
        """Renews the lease, and looks whether a nudge got lost."""
        leases.renew(self.link, self.user_id, self.venue)
        if self.match_id is None:
            return None
        behind = (selectors.seq_of(self.match_id) or 0) > self.seen
        return {"match": self.match_id} if behind else None

    def show_match(self, wanted: dict[str, Any]) -> str:
        assert self.match_id is not None
        shown = selectors.show(self.match_id, wanted.get("stamp", ""))
        if shown is None:
            return ""
        since, self.seen = self.seen, max(self.seen, shown.match.seq)
        extra = self.added_to(shown)
        if wanted.get("full") or since < 0:
            return regions.full(shown, self.user, extra)
        if shown.match.seq < since:
            return ""
        return regions.update(shown, self.user, since, extra)

    def added_to(self, shown: LoadedMatch) -> dict[str, Any] | None:
        """What the venue adds to the regions of this match, such as the wish for another one."""
