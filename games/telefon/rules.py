"""Telefon Domino: make the open ends add up to a multiple of five.

A match is many games with the 28 tiles of a double-six set. Two players get 7 tiles each, more
get 5 (or 7, as the table agreed); the rest is the bazar. The first game is opened by whoever
holds the first of 2-3, 1-1, 2-2, 3-3, 4-4, 5-5, 6-6 and 0-0, with that tile; if nobody holds one
of them, by the tile with the fewest pips. Later games are opened by the winner of the last one,
with any tile.

In a turn one tile is laid at an end that it matches. Who can lay none draws from the bazar until
one fits; who can lay none when the bazar is empty passes. Nobody draws or passes who could play.

The first double with a tile on its left and on its right becomes the spinner: from then on tiles
may also be laid above and below it. No later double does that.

After each tile the ends are added up: left and right always, up and down once they hold a tile, a
double at an end with both its halves. A positive multiple of five is scored. The opening tile
scores nothing, but 5-5 makes 10 if this is not the first game and its player has less than 300.

A game ends when a hand is empty, or when all have passed in a row: then the fewest pips win, and
if two have equally few nobody does. The winner gets the pips in the opponents' hands, rounded up
to a multiple of five, but never more than lifts the score to 300. Whoever has most when somebody
has 365 after a game wins the match; while the highest are equal, another game is played.

Four can play as two teams, opposite seats together: points, limits and target are the team's.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, TypeVar

import msgspec

from games.engine.contract import (
    Chance,
    Fact,
    Info,
    Move,
    Outcome,
    Reason,
    Seat,
    Step,
    Timer,
    Value,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.options import TableOptions

T = TypeVar("T")

INFO = Info(
    key="telefon",
    name=gettext_noop("Telefon Domino"),
    blurb=gettext_noop("Lay dominoes so that the open ends add up to fives, up to four ways."),
    players=(2, 3, 4),
    minutes=20,
    levels=("gentle", "sharp"),
)


class Options(TableOptions, frozen=True, kw_only=True):
    """How far a match goes, how large the hands are, and whether opposite seats play together."""

    target: Annotated[
        Literal[365, 200, 100],
        msgspec.Meta(
            title=gettext_noop("Points to reach"),
            extra={
                "labels": {
                    365: gettext_noop("365, the whole match"),
                    200: gettext_noop("200, a shorter one"),
                    100: gettext_noop("100, a quick one"),
                }
            },
        ),
    ] = 365
    hand: Annotated[
        Literal["default", 7],
        msgspec.Meta(
            title=gettext_noop("Tiles in a hand"),
            extra={
                "labels": {
                    "default": gettext_noop("7 for two players, 5 for three or four"),
                    7: gettext_noop("7 for everybody"),
                }
            },
        ),
    ] = "default"
    teams: Annotated[
        bool,
        msgspec.Meta(
            title=gettext_noop("Teams"),
            extra={
                "labels": {
                    False: gettext_noop("Each for themselves"),
                    True: gettext_noop("Two teams, opposite seats together (4 players)"),
                }
            },
        ),
    ] = False


# ---- Values ------------------------------------------------------------------------------------

Tile = Annotated[
    str,
    msgspec.Meta(pattern=r"^(0-[0-6]|1-[1-6]|2-[2-6]|3-[3-6]|4-[4-6]|5-[56]|6-6)\Z"),
]
End = Literal["left", "right", "up", "down"]
Phase = Literal["play", "over"]
Why = Literal["empty", "blocked"]

ENDS: tuple[End, ...] = ("left", "right", "up", "down")
OPPOSITE: dict[End, End] = {"left": "right", "right": "left", "up": "down", "down": "up"}
SET = tuple(f"{low}-{high}" for low in range(7) for high in range(low, 7))
HALVES = {tile: (int(tile[0]), int(tile[2])) for tile in SET}
PIPS = {tile: sum(halves) for tile, halves in HALVES.items()}
OPENERS = ("2-3", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0")
SCORING_OPENER = "5-5"
STEP = 5
FULL_TARGET = 365
FULL_LIMIT = 300


class Board(Value, frozen=True):
    """What lies on the table. Each chain runs outwards; the centre is the spinner once it opens."""

    centre: Tile | None = None
    spinner: Tile | None = None
    left: tuple[Tile, ...] = ()
    right: tuple[Tile, ...] = ()
    up: tuple[Tile, ...] = ()
    down: tuple[Tile, ...] = ()

    def chain(self, end: End) -> tuple[Tile, ...]:
        chain: tuple[Tile, ...] = getattr(self, end)
        return chain


class Game(Value, frozen=True):
    """A finished game. The hands that were left are open to all."""

    winner: Seat | None
    why: Why
    bonus: int
    hands: tuple[tuple[Tile, ...], ...]


class State(Value, frozen=True, kw_only=True):
    """Everything. Hands are by seat, new tiles last; scores are by seat, or by team."""

    options: Options
    game: int
    phase: Phase
    turn: Seat
    turns: int
    """Turns finished in this game."""
    drawn: int
    """Tiles drawn in this turn."""
    passes: int
    """How many have passed in a row."""
    opener: Seat
    must: Tile | None
    """The tile that has to open the first game."""
    hands: tuple[tuple[Tile, ...], ...]
    bazar: tuple[Tile, ...]
    board: Board
    lacks: tuple[tuple[int, ...], ...]
    """By seat: values of which the whole hand has none, as everybody could see."""
    scores: tuple[int, ...]
    last_score: int
    games: tuple[Game, ...]
    last_board: Board | None
    last_points: int
    """What the last tile of the game finished last scored by itself."""


class LaidTile(Value, frozen=True):
    """A tile in a chain; `outer` is the half that looks away from the centre."""

    tile: Tile
    outer: int


class Chains(Value, frozen=True):
    """From the centre outwards."""

    left: tuple[LaidTile, ...] = ()
    right: tuple[LaidTile, ...] = ()
    up: tuple[LaidTile, ...] = ()
    down: tuple[LaidTile, ...] = ()


class OpenEnd(Value, frozen=True):
    value: int
    double: bool


class BoardView(Value, frozen=True):
    """The final board of a game, and what its last tile scored."""

    centre: Tile | None
    chains: Chains
    spinner: Tile | None
    points: int


class PlayerView(Value, frozen=True, omit_defaults=True):
    """What everybody sees of a player. In teams the score is the team's.

    `lacks` are values of which the hand has none: who drew or passed has shown it.
    """

    hand_count: int
    score: int
    lacks: tuple[int, ...] = ()


class View(Value, frozen=True, kw_only=True):
    """The table as one seat sees it."""

    turn: Seat | None
    phase: Phase
    game: int
    chains: Chains
    centre: Tile | None
    spinner: Tile | None
    ends: dict[End, OpenEnd]
    sum: int
    hand: tuple[Tile, ...]
    players: tuple[PlayerView, ...]
    teams: tuple[int, ...] | None
    bazar: int
    last_score: int
    games: tuple[Game, ...]
    last_board: BoardView | None


# ---- Moves -------------------------------------------------------------------------------------


class Play(Move, frozen=True, tag="play"):
    """Lay a tile. The end may be left out where only one fits."""

    tile: Tile
    end: End | None = None


class Draw(Move, frozen=True, tag="draw"):
    """Take one tile from the bazar."""


class Pass(Move, frozen=True, tag="pass"):
    """Let the turn go by."""


AnyMove = Play | Draw | Pass


# ---- Facts -------------------------------------------------------------------------------------


class Dealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """`must` is the tile that opens the first game; later openers choose."""

    game: int
    each: int
    opener: Seat
    must: Tile | None


class Played(Fact, frozen=True, kw_only=True, tag="played"):
    """`sum` is what the ends add up to now; `points` is what it scored."""

    seat: Seat
    tile: Tile
    end: End | None
    sum: int
    points: int


class SpinnerOpened(Fact, frozen=True, kw_only=True, tag="spinner-opened"):
    tile: Tile


class Drew(Fact, frozen=True, kw_only=True, tag="drew"):
    """What everybody sees of a draw: that one tile is gone."""

    seat: Seat
    left: int


class Got(Fact, frozen=True, kw_only=True, tag="got"):
    """Known to the one who drew it."""

    seat: Seat
    tile: Tile


class Passed(Fact, frozen=True, kw_only=True, tag="passed"):
    seat: Seat


class GameWon(Fact, frozen=True, kw_only=True, tag="game-won"):
    """`pips` are the opponents', `bonus` is what was left of them under the limit."""

    game: int
    seat: Seat
    why: Why
    pips: int
    bonus: int
    score: int


class GameTied(Fact, frozen=True, kw_only=True, tag="game-tied"):
    """Blocked, and several had the fewest pips."""

    game: int
    pips: int


AnyFact = Dealt | Played | SpinnerOpened | Drew | Got | Passed | GameWon | GameTied


# ---- The contract ------------------------------------------------------------------------------


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The first game; who opens it follows from the hands."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 to 4 players.")))
    if options.teams and seats != 4:
        raise InvalidOptions(Reason(gettext_noop("Teams are for 4 players.")))
    tiles = chance.shuffle(SET)
    hands = in_blocks(tiles, seats, tiles_each(seats, options))
    must = opening_tile(hands)
    opener = next(Seat(seat) for seat, hand in enumerate(hands) if must in hand)
    scores = (0,) * (2 if options.teams else seats)
    return deal_game(options, 1, opener, must, tiles, seats, scores, games=())


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """Plays in the order of the hand and of the ends; without any, draw; without a bazar, pass."""
    if state.phase == "over" or seat != state.turn:
        return ()
    plays = plays_of(state, seat)
    if plays:
        return plays
    return (Draw(),) if state.bazar else (Pass(),)


def complete(state: State, seat: Seat, move: AnyMove) -> AnyMove:
    """A tile without an end goes to the only one that it fits; the first tile has no end."""
    if isinstance(move, Play) and move.end is None:
        fitting = [play for play in legal_moves(state, seat) if is_of_tile(play, move.tile)]
        if len(fitting) == 1:
            return fitting[0]
    return move


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    from games.telefon.reasons import why_not as reason

    return reason(state, seat, move)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """A draw leaves the turn where it is; a tile or a pass hands it on, or ends the game."""
    match move:
        case Draw():
            return the_seat_draws(state, seat)
        case Pass():
            passed = Passed(seat=seat)
            state = msgspec.structs.replace(
                state, passes=state.passes + 1, last_score=0, lacks=has_shown(state, seat)
            )
            if state.passes == len(state.hands):
                return after(passed, the_game_is_blocked(state, chance))
            return Step(the_turn_passes(state), (passed,))
        case Play(tile, end):
            board = with_tile(state.board, tile, end or "left")
            points = points_for(state, seat, tile, board)
            played = Played(
                seat=seat,
                tile=tile,
                end=end if state.board.centre else None,
                sum=sum_of_ends(board),
                points=points,
            )
            facts: tuple[AnyFact, ...] = (played,)
            if board.spinner and not state.board.spinner:
                facts = (played, SpinnerOpened(tile=board.spinner))
            hand = tuple(held for held in state.hands[seat] if held != tile)
            state = msgspec.structs.replace(
                state,
                hands=with_seat(state.hands, seat, hand),
                board=board,
                must=None,
                passes=0,
                scores=with_points(state, seat, points),
                last_score=points,
            )
            if not hand:
                step = the_game_is_won(state, seat, "empty", chance)
                return Step(step.state, (*facts, *step.facts))
            return Step(the_turn_passes(state), facts)


def view(state: State, seat: Seat | None) -> View:
    """Other hands and the bazar are only counted; finished games are open to all."""
    seated = seat is not None and 0 <= seat < len(state.hands)
    board = state.board
    return View(
        turn=state.turn if state.phase == "play" else None,
        phase=state.phase,
        game=state.game,
        chains=chains_of(board),
        centre=board.centre,
        spinner=board.spinner,
        ends=ends_of(board),
        sum=sum_of_ends(board),
        hand=state.hands[seat] if seated and seat is not None else (),
        players=tuple(
            PlayerView(len(hand), score_of(state, Seat(other)), lacks)
            for other, (hand, lacks) in enumerate(zip(state.hands, state.lacks, strict=True))
        ),
        teams=state.scores if state.options.teams else None,
        bazar=len(state.bazar),
        last_score=state.last_score,
        games=state.games,
        last_board=None
        if state.last_board is None
        else BoardView(
            state.last_board.centre,
            chains_of(state.last_board),
            state.last_board.spinner,
            state.last_points,
        ),
    )


def timer(state: State) -> Timer | None:
    """One clock for the whole turn: drawing does not start it anew, so time-outs finish a turn."""
    if state.phase == "over":
        return None
    return Timer(
        label=f"game {state.game} turn {state.turns + 1}",
        seconds=state.options.turn_seconds,
        seat=state.turn,
        move=what_the_clock_plays(state),
    )


def outcome(state: State) -> Outcome | None:
    """The highest score wins; team mates share their place."""
    if state.phase != "over":
        return None
    places = places_by_score(state.scores)
    seats = [Seat(seat) for seat in range(len(state.hands))]
    return Outcome(
        tuple(places[side_of(state, seat)] for seat in seats),
        tuple(score_of(state, seat) for seat in seats),
        gettext_noop("The target is reached."),
    )


def teams(seats: int, options: Options) -> tuple[int, ...] | None:
    """Opposite seats are mates, where the table agreed on teams."""
    return tuple(seat % 2 for seat in range(seats)) if options.teams else None


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    from games.telefon.bot import choose

    return choose(view, moves, chance, level)


# ---- Dealing -----------------------------------------------------------------------------------


def tiles_each(seats: int, options: Options) -> int:
    return 7 if seats == 2 or options.hand == 7 else 5


def in_blocks(tiles: Sequence[Tile], seats: int, each: int) -> tuple[tuple[Tile, ...], ...]:
    """Hands cut from the shuffled set, seat 0 first."""
    return tuple(tuple(tiles[s * each : (s + 1) * each]) for s in range(seats))


def opening_tile(hands: Sequence[Sequence[Tile]]) -> Tile:
    """The first opener that anybody holds, else the tile with the fewest pips."""
    held = {tile for hand in hands for tile in hand}
    for tile in OPENERS:
        if tile in held:
            return tile
    return lightest(held)


def lightest(tiles: Iterable[Tile]) -> Tile:
    """The fewest pips; among equals the lower low side."""
    return min(tiles, key=lambda tile: (PIPS[tile], HALVES[tile]))


def deal_game(
    options: Options,
    game: int,
    opener: Seat,
    must: Tile | None,
    tiles: Sequence[Tile],
    seats: int,
    scores: tuple[int, ...],
    games: tuple[Game, ...],
    last_score: int = 0,
    last_board: Board | None = None,
    last_points: int = 0,
) -> Step:
    """Hands, and a bazar that is drawn from its front."""
    each = tiles_each(seats, options)
    state = State(
        options=options,
        game=game,
        phase="play",
        turn=opener,
        turns=0,
        drawn=0,
        passes=0,
        opener=opener,
        must=must,
        hands=in_blocks(tiles, seats, each),
        bazar=tuple(tiles[seats * each :]),
        board=Board(),
        lacks=((),) * seats,
        scores=scores,
        last_score=last_score,
        games=games,
        last_board=last_board,
        last_points=last_points,
    )
    return Step(state, (Dealt(game=game, each=each, opener=opener, must=must),))


# ---- Turns -------------------------------------------------------------------------------------


def plays_of(state: State, seat: Seat) -> tuple[Play, ...]:
    """Every tile of the hand at every end that it matches."""
    hand = state.hands[seat]
    if state.board.centre is None:
        # The first tile has no end; `left` stands for that.
        return tuple(Play(tile, "left") for tile in hand if state.must in (None, tile))
    ends = [(end, open_end.value) for end, open_end in ends_of(state.board).items()]
    return tuple(Play(tile, end) for tile in hand for end, value in ends if value in HALVES[tile])


def is_of_tile(move: AnyMove, tile: Tile) -> bool:
    return isinstance(move, Play) and move.tile == tile


def the_seat_draws(state: State, seat: Seat) -> Step:
    """From the front of the bazar. The turn goes on."""
    tile, *rest = state.bazar
    state = msgspec.structs.replace(
        state,
        lacks=has_shown(state, seat),
        hands=with_seat(state.hands, seat, (*state.hands[seat], tile)),
        bazar=tuple(rest),
        drawn=state.drawn + 1,
        passes=0,
        last_score=0,
    )
    return Step(
        state, (Drew(seat=seat, left=len(rest)), Got(seat=seat, tile=tile, known_to=(seat,)))
    )


def has_shown(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Who draws or passes has no tile for any open end.

    What was known before still holds for the hand as it was. One drawn tile is either played at
    once or fits no end; after a second draw nothing is known of the first but that.
    """
    open_values = {end.value for end in ends_of(state.board).values()}
    known = () if state.drawn else state.lacks[seat]
    return with_seat(state.lacks, seat, tuple(sorted({*known, *open_values})))


def the_turn_passes(state: State) -> State:
    turn = Seat((state.turn + 1) % len(state.hands))
    return msgspec.structs.replace(state, turn=turn, turns=state.turns + 1, drawn=0)


def what_the_clock_plays(state: State) -> AnyMove:
    """What is forced; else the lightest tile that fits, at the first end that it fits."""
    moves = legal_moves(state, state.turn)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return moves[0]
    tile = lightest([play.tile for play in plays])
    return next(play for play in plays if play.tile == tile)


# ---- The board ---------------------------------------------------------------------------------


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[2]


def with_tile(board: Board, tile: Tile, end: End) -> Board:
    """The tile laid at an end. The first double that it covers on both sides is the spinner."""
    if board.centre is None:
        return Board(centre=tile)
    chain, other = board.chain(end), OPPOSITE[end]
    longer = msgspec.structs.replace(board, **{end: (*chain, tile)})
    if board.spinner:
        return longer
    if chain and is_double(chain[-1]):
        # The chains are told anew from the spinner outwards.
        back = (*reversed(chain[:-1]), board.centre, *board.chain(other))
        return Board(centre=chain[-1], spinner=chain[-1], **{end: (tile,), other: back})
    if not chain and board.chain(other) and is_double(board.centre):
        return msgspec.structs.replace(longer, spinner=board.centre)
    return longer


def laid_out(inner: int, chain: Sequence[Tile]) -> Iterator[LaidTile]:
    """A chain from the half that it starts at; each tile turns its other half outwards."""
    for tile in chain:
        low, high = HALVES[tile]
        inner = high if low == inner else low
        yield LaidTile(tile, inner)


def start_of(board: Board, end: End) -> int:
    """The half of the centre that a chain starts at. A plain first tile has its low half left."""
    low, high = HALVES[str(board.centre)]
    return high if end == "right" else low


def chains_of(board: Board) -> Chains:
    if board.centre is None:
        return Chains()
    return Chains(*(tuple(laid_out(start_of(board, e), board.chain(e))) for e in ENDS))


def ends_of(board: Board) -> dict[End, OpenEnd]:
    """Where a tile may be laid. Up and down only with a spinner; an empty arm is no double."""
    if board.centre is None:
        return {}
    ends: dict[End, OpenEnd] = {}
    for end in ENDS if board.spinner else ENDS[:2]:
        value, chain = start_of(board, end), board.chain(end)
        for tile in chain:
            low, high = HALVES[tile]
            value = high if low == value else low
        if chain:
            ends[end] = OpenEnd(value, is_double(chain[-1]))
        else:
            ends[end] = OpenEnd(value, end in ENDS[:2] and is_double(board.centre))
    return ends


def sum_of_ends(board: Board) -> int:
    """A double counts both halves; up and down count once they hold a tile."""
    if board.centre and not board.left and not board.right:
        # A lone tile: a plain one has two ends, a double is one end.
        return PIPS[board.centre]
    return sum(
        open_end.value * (2 if open_end.double else 1)
        for end, open_end in ends_of(board).items()
        if end in ENDS[:2] or board.chain(end)
    )


# ---- Points ------------------------------------------------------------------------------------


def limit_of(options: Options) -> int:
    """300 of 365, and as much of a shorter target: no bonus goes beyond it."""
    return FULL_LIMIT * options.target // FULL_TARGET // STEP * STEP


def points_for(state: State, seat: Seat, tile: Tile, board: Board) -> int:
    """What a tile scores, given the board it makes."""
    if state.board.centre is None:
        early = score_of(state, seat) < limit_of(state.options)
        return PIPS[tile] if tile == SCORING_OPENER and state.game > 1 and early else 0
    total = sum_of_ends(board)
    return total if total % STEP == 0 else 0


def side_of(state: State, seat: Seat) -> int:
    """Whose score it is: the seat's own, or that of the team it shares with the one opposite."""
    return seat % 2 if state.options.teams else seat


def score_of(state: State, seat: Seat) -> int:
    return state.scores[side_of(state, seat)]


def with_points(state: State, seat: Seat, points: int) -> tuple[int, ...]:
    side = side_of(state, seat)
    return tuple(score + points * (other == side) for other, score in enumerate(state.scores))


def pips_in(hand: Sequence[Tile]) -> int:
    return sum(PIPS[tile] for tile in hand)


def rounded_up(pips: int) -> int:
    return -(-pips // STEP) * STEP


def bonus_for(state: State, seat: Seat, pips: int) -> int:
    """Rounded up, and never beyond the limit."""
    room = limit_of(state.options) - score_of(state, seat)
    return max(0, min(rounded_up(pips), room))


# ---- The end of a game -------------------------------------------------------------------------


def the_game_is_won(state: State, seat: Seat, why: Why, chance: Chance) -> Step:
    """The pips of all opponents go to the winner; a team mate is no opponent."""
    side = side_of(state, seat)
    against = [hand for s, hand in enumerate(state.hands) if side_of(state, Seat(s)) != side]
    pips = sum(pips_in(hand) for hand in against)
    bonus = bonus_for(state, seat, pips)
    state = msgspec.structs.replace(state, scores=with_points(state, seat, bonus))
    won = GameWon(
        game=state.game, seat=seat, why=why, pips=pips, bonus=bonus, score=score_of(state, seat)
    )
    return after(won, the_next_game(state, Game(seat, why, bonus, state.hands), seat, chance))


def the_game_is_blocked(state: State, chance: Chance) -> Step:
    """The fewest pips win, if they are all on one side; else nobody does."""
    pips = [pips_in(hand) for hand in state.hands]
    lowest = [Seat(seat) for seat, count in enumerate(pips) if count == min(pips)]
    if len({side_of(state, seat) for seat in lowest}) == 1:
        return the_game_is_won(state, lowest[0], "blocked", chance)
    tied = GameTied(game=state.game, pips=min(pips))
    game = Game(None, "blocked", 0, state.hands)
    return after(tied, the_next_game(state, game, state.opener, chance))


def the_next_game(state: State, game: Game, opener: Seat, chance: Chance) -> Step:
    """Dealt at once, unless somebody alone has the most and has reached the target."""
    games = (*state.games, game)
    highest = max(state.scores)
    if highest >= state.options.target and state.scores.count(highest) == 1:
        over = msgspec.structs.replace(
            state,
            phase="over",
            games=games,
            last_board=state.board,
            last_points=state.last_score,
        )
        return Step(over)
    return deal_game(
        state.options,
        state.game + 1,
        opener,
        None,
        chance.shuffle(SET),
        len(state.hands),
        state.scores,
        games,
        last_score=state.last_score,
        last_board=state.board,
        last_points=state.last_score,
    )


def after(fact: AnyFact, step: Step) -> Step:
    return Step(step.state, (fact, *step.facts))


def with_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The same by seat, with another value for one."""
    return tuple(value if other == seat else old for other, old in enumerate(values))
