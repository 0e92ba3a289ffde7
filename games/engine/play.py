"""Move validation: the one guarded way to a game's `apply`, and the replay of a whole log."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import codec, intermission
from games.engine.chance import chance_for
from games.engine.choices import Choices, choices_in
from games.engine.contract import Chance, Rules, Seat, Step
from games.engine.errors import GameOver, IllegalMove, NotYourTurn


def play(
    rules: Rules,
    state: Any,
    seat: Seat,
    move: Any,
    chance: Chance,
    known: Choices | None = None,
) -> Step:
    """Plays a move, given as a value or as a wire object.

    Checks in this order: it parses, the match is not over, the seat may act, the move is legal.
    What a move may leave out, the game's `complete` fills in before it is looked up. Raises
    InvalidMove, GameOver, NotYourTurn or IllegalMove; a refusal changes nothing.

    `known` are the legal moves of this state, as far as somebody has asked for them.
    """
    if isinstance(move, dict):
        move = codec.load_move(rules, move)
    legal = choices_in(rules, state, known)[seat]
    if not legal:
        raise GameOver if rules.outcome(state) else NotYourTurn
    move = rules.complete(state, seat, move)
    if not is_listed(rules, move, legal):
        raise IllegalMove(rules.why_not(state, seat, move))
    return rules.apply(state, seat, move, chance)


def is_listed(rules: Rules, move: Any, legal: Sequence[Any]) -> bool:
    """Whether this is one of the legal moves; of one that speaks, whatever it says."""
    if not isinstance(move, rules.SPEECH):
        return move in legal
    words = move.words  # type: ignore[attr-defined]
    return bool(words) and any(
        type(one) is type(move) and replace(one, words=words) == move for one in legal
    )


def bot_move(rules: Rules, state: Any, seat: Seat, level: str, chance: Chance) -> tuple[Any, Any]:
    """What a bot is shown, and the move it chooses. It sees what its seat sees, nothing else."""
    shown = rules.bot_view(state, seat, level)
    view = rules.view(state, seat) if shown is None else shown
    return view, rules.bot(view, rules.legal_moves(state, seat), chance, level)


def bot_pause(rules: Rules, state: Any, seat: Seat, level: str) -> float | None:
    """After how many breaths a bot acts; between rounds it keeps nobody waiting."""
    if intermission.is_between(state):
        return intermission.BOT_BREATHS
    return rules.bot_pause(state, seat, level)


def start(rules: Rules, seats: int, options: Any, key: bytes) -> Step:
    """Deals a match. Step 0 of its chance is the deal."""
    return rules.deal(seats, options, chance_for(key, 0))


def replay(
    rules: Rules, seats: int, options: Any, key: bytes, log: Iterable[tuple[int, Seat, Any]]
) -> Any:
    """The state after a log of (seq, seat, move): the same key and moves give the same match."""
    state = start(rules, seats, options, key).state
    for seq, seat, move in log:
        state = play(rules, state, seat, move, chance_for(key, seq)).state
    return state
