"""Evidence of a faults run: what each player wrote down, and what the database says.

Plain values, written as one JSON file, so that the checker needs neither the site nor the clock.
Times are seconds since the epoch; players and database run on one machine.
"""

from pathlib import Path

import msgspec

SENT, ACK, REFUSED, VIEW, OFFERS, OPENED, CLOSED = (
    *("sent", "ack", "refused", "view", "offers", "opened", "closed"),
)


class Entry(msgspec.Struct, omit_defaults=True):
    """One line of a player's journal."""

    at: float
    kind: str
    match: int = 0
    move_id: str = ""
    seq: int = -1
    digest: str = ""
    """Of the view that was shown."""
    offers: list[str] = []


class Journal(msgspec.Struct):
    """What one player sent, was told and was shown, in that order."""

    who: str
    user: int
    role: str
    """`program`, `page`, or `silent`: who never comes to the table."""
    entries: list[Entry] = []


class Event(msgspec.Struct):
    """One line of a match's log."""

    match: int
    seq: int
    by: str
    user: int | None = None
    """Who sits in the seat it belongs to."""
    move_id: str | None = None


class Clock(msgspec.Struct):
    """A match's clock as a trigger saw it being written."""

    match: int
    seq: int
    at: float
    deadline: float | None = None


class Forfeit(msgspec.Struct):
    match: int
    user: int
    at: float
    why: str


class Fault(msgspec.Struct):
    kind: str
    part: str
    began: float
    ended: float
    """When everything was seen to be well again."""


class Beat(msgspec.Struct):
    """A heartbeat of a part of the site, as a trigger saw it being written."""

    name: str
    at: float


class Outage(msgspec.Struct):
    """A silence that was given back to every running clock."""

    began: float
    ended: float


WATCHER = 0
"""Stands for whoever looks on without a seat, as one does whose chair a bot has taken."""


class View(msgspec.Struct):
    """What the replay of a log shows one person after one event."""

    match: int
    seq: int
    user: int
    digest: str
    moves: list[str]


class Search(msgspec.Struct):
    """The search for secrets in all that players were sent."""

    secrets: int = 0
    messages: int = 0
    size: int = 0
    met: int = 0
    """Secrets that were found when they were none any more: so the search would find them."""
    leaks: list[str] = []


class Evidence(msgspec.Struct):
    journals: list[Journal] = []
    events: list[Event] = []
    clocks: list[Clock] = []
    forfeits: list[Forfeit] = []
    faults: list[Fault] = []
    beats: list[Beat] = []
    outages: list[Outage] = []
    views: list[View] = []
    running: list[Clock] = []
    """The matches that still ran at the end; `at` is then."""
    replays: list[str] = []
    """Matches whose log does not give their snapshot, in a sentence each."""
    matches: int = 0
    search: Search = msgspec.field(default_factory=Search)
    ratings: str = ""
    """What recomputing the ratings found different."""
    series: str = ""
    """What recomputing the standings of series found different."""
    series_played: int = 0
    """Matches of series that were played to their end."""
    slow: list[str] = []
    """Parts that did not work again in time after a fault."""
    unanswered: list[str] = []
    """Answers that no player should ever get."""
    grace: float = 150.0
    lag: float = 1.0

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(self))

    @classmethod
    def read(cls, file: Path) -> "Evidence":
        return msgspec.json.decode(file.read_bytes(), type=cls)
