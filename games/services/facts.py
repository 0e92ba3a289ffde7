"""Facts about a match that no game's rules know: what its players, its clock and the staff did."""

from games.engine.contract import Fact, Seat


class Forfeited(Fact, frozen=True, tag="forfeited"):
    """A seat left for good: `why` is "absent", "resigned" or "banned"."""

    seat: Seat
    why: str


class TakenOver(Fact, frozen=True, tag="taken-over"):
    seat: Seat


class Reclaimed(Fact, frozen=True, tag="reclaimed"):
    seat: Seat


class Aborted(Fact, frozen=True, tag="aborted"):
    """`why` is a short code; `reason` is what somebody of the house says about it."""

    why: str
    reason: str = ""


class Adjudicated(Fact, frozen=True, tag="adjudicated"):
    """The house decided the match. By seat the place; None for a host or a referee."""

    places: tuple[int | None, ...]
    reason: str


class TimeGiven(Fact, frozen=True, tag="time-given"):
    seconds: int
    reason: str


class Thought(Fact, frozen=True, tag="thought"):
    """Why a bot plays what it plays next: a sentence of its game, and what fills it in."""

    seat: Seat
    text: str
    params: dict[str, str | int] = {}


AnyMatchFact = Forfeited | TakenOver | Reclaimed | Aborted | Adjudicated | TimeGiven | Thought
