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
Between games a table may pause until everybody plays on, or for five seconds.
"""

from collections.abc import Sequence

import msgspec

from games.engine import intermission
from games.engine.contract import (
    Chance,
    Info,
    Outcome,
    Reason,
    Seat,
    Step,
    Timer,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.intermission import BETWEEN, PlayOn
from games.engine.seats import all_seats, in_blocks, next_seat, with_seat
from games.telefon.board import (
    chains_of,
    empty_board,
    ends_of,
    open_ends,
    plays_on,
    sum_of_ends,
    with_tile,
)
from games.telefon.bot import bot as bot
from games.telefon.reasons import why_not as why_not
from games.telefon.scoring import bonus_for, points_for, score_of, side_of, with_points
from games.telefon.tiles import SET, Tile, lightest, pips_in
from games.telefon.values import (
    AnyFact,
    AnyMove,
    BoardView,
    Dealt,
    Draw,
    Drew,
    End,
    FinishedGame,
    GameTied,
    GameWon,
    Got,
    Options,
    Pass,
    Passed,
    Play,
    Played,
    PlayerView,
    SpinnerOpened,
    State,
    View,
    Why,
)

INFO = Info(
    key="telefon",
    name=gettext_noop("Telefon Domino"),
    blurb=gettext_noop("Lay dominoes so that the open ends add up to fives, up to four ways."),
    players=(2, 3, 4),
    minutes=20,
)

OPENERS = ("2-3", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0")


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The first game; who opens it follows from the hands."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 to 4 players.")))
    if options.teams and seats != 4:
        raise InvalidOptions(Reason(gettext_noop("Teams are for 4 players.")))
    tiles = chance.shuffle(SET)
    hands = in_blocks(tiles, seats, tiles_each(seats, options))
    must = opening_tile(hands)
    opener = next(seat for seat in all_seats(seats) if must in hands[seat])
    state = State(
        options=options,
        game=0,
        phase="play",
        turn=opener,
        turns=0,
        drawn=0,
        passes=0,
        opener=opener,
        must=must,
        hands=hands,
        bazar=(),
        board=empty_board(options),
        lacks=(),
        scores=(0,) * (2 if options.teams else seats),
        last_score=0,
        games=(),
        last_board=None,
        last_points=0,
    )
    return a_game_is_dealt(state, opener, must, tiles)


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """Plays in the order of the hand and of the ends; without any, draw; without a bazar, pass."""
    if state.phase == BETWEEN:
        return intermission.legal_moves(state, seat)
    if state.phase == "over" or seat != state.turn:
        return ()
    plays = plays_on(state.board, state.hands[seat], state.must)
    if plays:
        return plays
    return (Draw(),) if state.bazar else (Pass(),)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """A draw leaves the turn where it is; a tile or a pass hands it on, or ends the game."""
    match move:
        case Draw():
            return the_seat_draws(state, seat)
        case Pass():
            return the_seat_passes(state, seat, chance)
        case Play(tile, end):
            return the_tile_is_laid(state, seat, tile, end or "left", chance)
        case PlayOn():
            return intermission.apply(
                state, seat, len(state.hands), lambda state: the_next_game(state, chance)
            )


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
            PlayerView(len(state.hands[other]), score_of(state, other), state.lacks[other])
            for other in all_seats(len(state.hands))
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
        pressed=state.pressed,
    )


def timer(state: State) -> Timer | None:
    """One clock for the whole turn: drawing does not start it anew, so time-outs finish a turn."""
    if state.phase == "over":
        return None
    if state.phase == BETWEEN:
        return intermission.timer(f"after game {state.game}")
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
    seats = all_seats(len(state.hands))
    return Outcome(
        tuple(places[side_of(state, seat)] for seat in seats),
        tuple(score_of(state, seat) for seat in seats),
        gettext_noop("The target is reached."),
    )


def teams(seats: int, options: Options) -> tuple[int, ...] | None:
    """Opposite seats are mates, where the table agreed on teams."""
    return tuple(seat % 2 for seat in range(seats)) if options.teams else None


def complete(state: State, seat: Seat, move: AnyMove) -> AnyMove:
    """A tile without an end goes to the only one that it fits; the first tile has no end."""
    if isinstance(move, Play) and move.end is None:
        fitting = [play for play in legal_moves(state, seat) if is_of_tile(play, move.tile)]
        if len(fitting) == 1:
            return fitting[0]
    return move


# ---- Dealing -----------------------------------------------------------------------------------


def tiles_each(seats: int, options: Options) -> int:
    return 7 if seats == 2 or options.hand == 7 else 5


def opening_tile(hands: Sequence[Sequence[Tile]]) -> Tile:
    """The first opener that anybody holds, else the tile with the fewest pips."""
    held = {tile for hand in hands for tile in hand}
    for tile in OPENERS:
        if tile in held:
            return tile
    return lightest(held)


def a_game_is_dealt(state: State, opener: Seat, must: Tile | None, tiles: Sequence[Tile]) -> Step:
    """Hands, and a bazar that is drawn from its front. Scores stay."""
    seats, game = len(state.hands), state.game + 1
    each = tiles_each(seats, state.options)
    state = msgspec.structs.replace(
        state,
        game=game,
        turn=opener,
        turns=0,
        drawn=0,
        passes=0,
        opener=opener,
        must=must,
        phase="play",
        hands=in_blocks(tiles, seats, each),
        bazar=tuple(tiles[seats * each :]),
        board=empty_board(state.options),
        lacks=((),) * seats,
    )
    return Step(state, (Dealt(game=game, each=each, opener=opener, must=must),))


# ---- Turns -------------------------------------------------------------------------------------


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


def the_seat_passes(state: State, seat: Seat, chance: Chance) -> Step:
    """When all have passed in a row, the game is blocked."""
    passed = Passed(seat=seat)
    state = msgspec.structs.replace(
        state, passes=state.passes + 1, last_score=0, lacks=has_shown(state, seat)
    )
    if state.passes == len(state.hands):
        return the_game_is_blocked(state, chance).after(passed)
    return Step(the_turn_passes(state), (passed,))


def the_tile_is_laid(state: State, seat: Seat, tile: Tile, end: End, chance: Chance) -> Step:
    """It scores by the board that it makes. An empty hand ends the game."""
    board = with_tile(state.board, tile, end)
    total = sum_of_ends(board)
    points = points_for(state, seat, tile, total)
    facts: list[AnyFact] = [
        Played(
            seat=seat,
            tile=tile,
            end=end if state.board.centre else None,
            sum=total,
            points=points,
        )
    ]
    if board.spinner and not state.board.spinner:
        facts.append(SpinnerOpened(tile=board.spinner))
    hand = tuple([held for held in state.hands[seat] if held != tile])
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
        return the_game_is_won(state, seat, "empty", chance).after(*facts)
    return Step(the_turn_passes(state), tuple(facts))


def has_shown(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Who draws or passes has no tile for any open end.

    What was known before still holds for the hand as it was. One drawn tile is either played at
    once or fits no end; after a second draw nothing is known of the first but that.
    """
    open_values = {end.value for _, end in open_ends(state.board)}
    known = () if state.drawn else state.lacks[seat]
    return with_seat(state.lacks, seat, tuple(sorted({*known, *open_values})))


def the_turn_passes(state: State) -> State:
    turn = next_seat(state.turn, len(state.hands))
    return msgspec.structs.replace(state, turn=turn, turns=state.turns + 1, drawn=0)


def what_the_clock_plays(state: State) -> AnyMove:
    """What is forced; else the lightest tile that fits, at the first end that it fits."""
    moves = legal_moves(state, state.turn)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return moves[0]
    tile = lightest([play.tile for play in plays])
    return next(play for play in plays if play.tile == tile)


# ---- The end of a game -------------------------------------------------------------------------


def the_game_is_won(state: State, seat: Seat, why: Why, chance: Chance) -> Step:
    """The pips of all opponents go to the winner; a team mate is no opponent."""
    side = side_of(state, seat)
    against = [s for s in all_seats(len(state.hands)) if side_of(state, s) != side]
    pips = sum(pips_in(state.hands[s]) for s in against)
    bonus = bonus_for(score_of(state, seat), pips, state.options)
    state = msgspec.structs.replace(state, scores=with_points(state, seat, bonus))
    won = GameWon(
        game=state.game, seat=seat, why=why, pips=pips, bonus=bonus, score=score_of(state, seat)
    )
    game = FinishedGame(seat, why, bonus, state.hands)
    return the_game_is_over(state, game, chance).after(won)


def the_game_is_blocked(state: State, chance: Chance) -> Step:
    """The fewest pips win, if they are all on one side; else nobody does."""
    pips = [pips_in(hand) for hand in state.hands]
    lowest = [Seat(seat) for seat, count in enumerate(pips) if count == min(pips)]
    if len({side_of(state, seat) for seat in lowest}) == 1:
        return the_game_is_won(state, lowest[0], "blocked", chance)
    tied = GameTied(game=state.game, pips=min(pips))
    game = FinishedGame(None, "blocked", 0, state.hands)
    return the_game_is_over(state, game, chance).after(tied)


def the_game_is_over(state: State, game: FinishedGame, chance: Chance) -> Step:
    """Another follows, unless somebody alone has the most and has reached the target."""
    state = msgspec.structs.replace(
        state,
        games=(*state.games, game),
        last_board=state.board,
        last_points=state.last_score,
    )
    highest = max(state.scores)
    if highest >= state.options.target and state.scores.count(highest) == 1:
        return Step(msgspec.structs.replace(state, phase="over"))
    if intermission.is_on(state.options):
        return Step(msgspec.structs.replace(state, phase=BETWEEN))
    return the_next_game(state, chance)


def the_next_game(state: State, chance: Chance) -> Step:
    """Opened by the winner of the last one; after a tie, by the same seat again."""
    winner = state.games[-1].winner
    opener = state.opener if winner is None else winner
    return a_game_is_dealt(state, opener, None, chance.shuffle(SET))
