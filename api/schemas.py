"""Schemas of requests and answers (pydantic). Keys are camelCase, as in moves and views.

What a game brings (moves, views, options) is not described here: `openapi.py` puts the game's own
JSON Schema wherever a field is marked with `game_schema`.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

MARK = "x-game-schema"


def game_schema(what: str) -> WithJsonSchema:
    return WithJsonSchema({MARK: what})


Move = Annotated[dict[str, Any], game_schema("Move")]
View = Annotated[dict[str, Any], game_schema("View")]
Options = Annotated[dict[str, Any], game_schema("Options")]
AnySchema = Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]

LARGEST = 2**31 - 1
Code = Annotated[str, Field(description="The six letters that find a table.", examples=["BKXQZM"])]


class CamelSchema(Schema):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class StrictSchema(CamelSchema):
    """What is sent: no key that nobody reads, and `true` is no number, nor `"1"`."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(CamelSchema):
    """Every refusal, whatever was asked: a code for programs and a sentence for people."""

    code: str = Field(examples=["not-your-turn"])
    sentence: str = Field(examples=["It is not your turn."])


class Done(CamelSchema):
    done: Literal[True] = True


# ---- People ------------------------------------------------------------------------------------


class Person(CamelSchema):
    name: str
    is_bot: bool
    is_guest: bool = Field(description="Plays under a name alone, for a day.")


class Me(CamelSchema):
    name: str
    is_bot: bool
    owner: str | None = Field(description="Who answers for this bot account.")
    scopes: list[str]
    expires_at: datetime | None
    playing: int | None = Field(description="The live match this account sits in.")
    table: str | None = Field(description="The code of the table of that match.")


# ---- Games -------------------------------------------------------------------------------------


class Game(CamelSchema):
    key: str
    name: str
    blurb: str
    players: list[int]
    minutes: int
    levels: list[str] = Field(description="Strengths of the house's bots, weakest first.")
    options: AnySchema = Field(description="JSON Schema of the table options.")


class GameInFull(Game):
    moves: AnySchema = Field(description="JSON Schema of the moves.")
    view: AnySchema = Field(description="JSON Schema of what a seat sees.")
    examples: list[Move]
    components: AnySchema = Field(description="What the schemas refer to.")


# ---- Tables ------------------------------------------------------------------------------------


class Chair(CamelSchema):
    index: int
    user: Person
    level: str = Field(description="Of a house bot; empty for everybody else.")
    ready: bool


class Table(CamelSchema):
    code: str
    game: str
    options: Options
    seats: int
    free: int
    public: bool
    rated: bool
    leaver: str
    allows_guests: bool = Field(description="Whether who has no account may sit down.")
    min_karma: int = Field(description="The karma that is asked of whoever sits down.")
    beginners: bool = Field(description="Beginners are welcome, says the owner.")
    bots_at: datetime | None = Field(
        description="When house bots take the free chairs and the match starts by itself."
    )
    status: Literal["open", "playing", "closed"]
    owner: str | None
    chairs: list[Chair]
    match: int | None = Field(description="The match being played, or the last one.")
    seal: str = Field(description="SHA-256 of the secret seed of the next match.")
    url: str


class NewTable(StrictSchema):
    game: str = Field(max_length=32)
    options: Annotated[dict[str, Any], game_schema("Options")] = Field(default_factory=dict)
    seats: int | None = Field(None, ge=1, le=20)
    public: bool = True
    rated: bool = False
    leaver: Literal["forfeit", "bot", "wait"] = Field(
        "forfeit", description="What happens when somebody leaves and does not come back."
    )
    allows_guests: bool = Field(
        True, description="At a friendly table, let people sit down who have no account."
    )
    min_karma: int = Field(0, ge=0, le=100, description="Ask so much karma of whoever sits down.")
    beginners: bool = Field(False, description="Say that beginners are welcome.")


class Ready(StrictSchema):
    ready: bool = True
    nonce: str = Field(
        "",
        max_length=64,
        description="Your part of the chance: 16 to 64 hexadecimal digits. Without it the server "
        "rolls its own.",
        examples=["9f86d081884c7d659a2feaa0c55ad015"],
    )


class BotWish(StrictSchema):
    level: str = Field(max_length=16, examples=["sharp"])


class ChairWish(StrictSchema):
    index: int = Field(ge=0, le=50)


class Words(StrictSchema):
    """A line of one's own, or the key of a quick phrase."""

    text: str = Field("", max_length=1200)
    phrase: str = Field("", max_length=20, examples=["luck"])


class Said(CamelSchema):
    id: int
    by: str | None = Field(description="Null: the house says it.")
    text: str
    at: datetime


# ---- Matches -----------------------------------------------------------------------------------


class Seat(CamelSchema):
    seat: int
    user: Person
    level: str = Field(description="The server plays this seat at this strength; else empty.")
    to_move: bool
    away: bool
    forfeited: bool
    place: int | None
    score: int | None


class Line(CamelSchema):
    seq: int
    text: str


class Result(CamelSchema):
    places: list[int | None]
    scores: list[int]
    reason: str
    headline: str
    seed: str = Field(description="The secret seed, shown when the match is over.")


class Match(CamelSchema):
    """A match as one seat sees it, or a spectator. The socket sends the same."""

    match: int
    game: str
    table: str | None
    rated: bool
    status: Literal["running", "finished", "aborted"]
    seq: int = Field(description="The number of the last event. Send it back as `seen`.")
    seat: int | None = Field(description="Your seat; null: you look on.")
    view: View
    legal_moves: list[Move] = Field(description="Empty: you may not act now.")
    deadline: datetime | None
    left_ms: int | None = Field(description="How much of the clock is left.")
    players: list[Seat]
    lines: list[Line] = Field(description="The last events in words, as far as you may know.")
    seal: str
    result: Result | None


class LegalMoves(CamelSchema):
    seq: int
    legal_moves: list[Move]


class Play(CamelSchema):
    """A move with its id and the last event seen; or the move alone, as the rules print it."""

    model_config = ConfigDict(strict=True, json_schema_extra={MARK: "Play"})

    move: dict[str, Any] | None = None
    move_id: str | None = None
    seen: int | None = Field(None, ge=0, le=LARGEST)


class Receipt(CamelSchema):
    seq: int = Field(description="The event that the move became.")
    repeated: bool = Field(description="The same id was accepted before, and nothing new happened.")


class PlayedWith(Person):
    place: int | None
    score: int | None
    left: bool


class Played(CamelSchema):
    """One finished match of one's own."""

    match: int
    game: str
    rated: bool
    public: bool
    started_at: datetime
    finished_at: datetime | None
    place: int | None
    score: int | None
    left: bool
    rating_before: int | None
    rating_after: int | None
    players: list[PlayedWith]


class History(CamelSchema):
    matches: list[Played]
    next: int | None = Field(description="Ask again with `before` set to this for older ones.")


class SeatPlayed(CamelSchema):
    seat: int
    name: str
    nonce: str
    place: int | None
    score: int | None


class Step(CamelSchema):
    """One event of the log, with the chance it asked for and the seal that binds it."""

    seq: int
    seat: int | None = Field(description="Null: the house did it; -1: the clock's own chair.")
    by: Literal["player", "clock", "bot", "house"]
    at: str
    move: dict[str, Any] | None
    facts: list[dict[str, Any]]
    state: dict[str, Any] | None = Field(description="After a shuffle: the whole table.")
    chance: list[dict[str, Any]]
    ties: list[dict[str, Any]]
    seal: str


class Replay(CamelSchema):
    """The whole log of a match that is over. With the seed anybody can deal and play it again."""

    format: str
    match: int
    game: str
    options: Options
    seats: list[SeatPlayed]
    started_at: str
    finished_at: str | None
    result: dict[str, Any] | None
    seed: str
    commitment: str
    key: str
    seal: str
    steps: list[Step]


class Standing(CamelSchema):
    place: int
    name: str
    rating: int
    provisional: bool
    played: int
    won: int
    streak: int
    best_streak: int


class Leaderboard(CamelSchema):
    game: str
    by: str
    season: str
    people: int
    my_place: int | None
    rows: list[Standing]
    next: str | None = Field(description="Ask again with `after` set to this for the next page.")


# ---- Series ------------------------------------------------------------------------------------


class SeriesGame(CamelSchema):
    game: str
    options: Options
    size: int = Field(description="Entrants at a table; fewer only where there are not enough.")


class Series(CamelSchema):
    code: str
    name: str
    kind: Literal["night", "arena", "swiss", "knockout"]
    status: Literal["planned", "running", "paused", "over", "called-off"]
    version: int = Field(description="Grows with every change.")
    games: list[SeriesGame]
    host: str
    public: bool
    rated: bool
    programs: bool = Field(description="Whether programs may play too.")
    entrants: int
    most: int
    rounds: int = Field(description="Of a Swiss; else 0.")
    round: int = Field(description="Rounds, or games of a night, that were begun.")
    minutes: int = Field(description="Of an arena; else 0.")
    starts_at: datetime
    deadline: datetime | None = Field(description="When its clock acts next.")
    you: Literal["forming", "in", "away", "out", "removed"] | None
    table: str | None = Field(description="The table to which you are called.")
    url: str


class NextTable(CamelSchema):
    series: str
    table: str
    status: Literal["open", "playing", "closed"]


class Joining(StrictSchema):
    partner: str = Field(
        "", max_length=20, description="In teams of two: whom you ask, or who asks."
    )


class SeriesMark(CamelSchema):
    round: int
    match: int | None = Field(description="None is a bye.")
    points: float
    place: int | None = Field(description="None: they did not come, or left.")
    players: int
    opponents: list[int] = Field(description="Entrants at the same table.")
    doubled: bool
    annulled: bool = Field(description="A match that counts for nobody: worth the mean, as a bye.")


class SeriesStanding(CamelSchema):
    place: int
    entrant: int
    people: list[Person]
    points: float
    opponents_sum: float
    direct: int
    first_moves: int
    wins: int
    marks: list[SeriesMark]
