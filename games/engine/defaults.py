"""Defaults of a game's hooks: all that a game may leave out, and what then holds.

The first part may stand in a game's `rules.py`, the second in its `narration.py`, the third in
files of their own. A game that defines one of these names replaces the default, with the same
parameters; `games.registry` refuses a name that is close to one of them but is none.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Move, Reason, Role, Seat
from games.engine.lesson import Lesson

# ---- rules.py ----------------------------------------------------------------------------------


def complete(state: Any, seat: Seat, move: Any) -> Any:
    """The move as the legal ones write it, where it may leave out what follows from the table.

    `play` asks before it looks the move up. What is not plain stays as it came.
    """
    return move


def extra_seats(options: Any) -> tuple[Role, ...]:
    """Chairs after those of the players, for a host or a referee."""
    return ()


def teams(seats: int, options: Any) -> tuple[int, ...] | None:
    """The team of each seat, rated as one side. None: everybody plays alone."""
    return None


def why_unrated(options: Any) -> Reason | None:
    """Why a match with these options never counts on the leaderboard. None: it may."""
    return None


def enough_play(moves: Sequence[int]) -> bool:
    """Whether a match that was given up counts, by the moves that each player made themselves.

    A match that ends by its own rules always does.
    """
    return min(moves) >= 3


def bot_view(state: Any, seat: Seat, level: str) -> Any:
    """What a bot is shown instead of its seat's view. None: just that view."""
    return None


def bot_pause(state: Any, seat: Seat, level: str) -> float | None:
    """After how many breaths a bot acts. None: it lets this one pass."""
    return 1.0


RACE: tuple[type[Move], ...] = ()
"""Kinds of moves in which the first to arrive wins; a loser is told by how much."""

SPEECH: tuple[type[Move], ...] = ()
"""Kinds of moves that carry `words` of a player's own. The legal moves list such a move once, with
some words; any others may stand there, but not none. Only who may write in a chat may play one."""

ONE_ROOM: Any = None
"""Options of a table at which people sit together and one phone keeps the score, if it has any."""

NOT_IN_ONE_ROOM: tuple[str, ...] = ()
"""Names of options that need not be asked at a table in one room."""

# ---- narration.py ------------------------------------------------------------------------------


def marks(fact: Any) -> tuple[str, ...]:
    """The keys of the pieces that a fact touched, which the page outlines."""
    return ()


def sound(fact: Any) -> str:
    """The name of the sound that a fact makes. Empty: none."""
    return ""


def because(fact: Any, step: Sequence[Any]) -> str:
    """Why a fact is so, told after its line: what the public facts of its step show of it."""
    return ""


def head(view: Any, seat: Seat | None, moves: Sequence[Any]) -> str:
    """The headline of the turn bar. Empty: the shell says whose turn it is."""
    return ""


def waits_for(view: Any, seat: Seat, moves: Sequence[Any]) -> bool:
    """Whether the table waits for a seat that may act; False where it may but need not."""
    return True


def offers(view: Any, moves: Sequence[Any]) -> Sequence[Any] | None:
    """The buttons for these moves, where one stands for many. None: a button for each move."""
    return None


def summary(view: Any) -> tuple[Any, Any]:
    """Number and content of the sheet about the round finished last; None: there is no sheet."""
    return "", None


def score_line(item: Any) -> str:
    """One line of that sheet."""
    return str(item)


def help_anchor(view: Any) -> str:
    """The id of the heading in `help.html` that fits the moment. Empty: the top."""
    return ""


def shortcuts() -> Sequence[tuple[str, str]]:
    """What a game adds to the list of keys: the keys with blanks between, and what they do."""
    return ()


# ---- bot.py, coach.py, lesson.py, supply.py, testing.py ----------------------------------------


def explain(view: Any, move: Any) -> Reason | None:
    """Why the bot plays this move, in a sentence. None: it keeps its thoughts to itself."""
    return None


def warm_up() -> None:
    """Makes the tables of the bot, where its first move would else be slower than the rest.

    A process that plays bots asks for it when it starts.
    """


def advise(view: Any, moves: Sequence[Any]) -> Reason | None:
    """What a coach says to the seat that sees this and may do that. None: nothing.

    It is told in practice against the gentlest bots, to the one person there.
    """
    return None


LESSON: Lesson | None = None
"""How the game is taught at `/learn/<key>/`. None: it has no lesson."""


def supply(options: Any, host: Any) -> Any:
    """The options with what the server fills in when a match of this host starts, or a Refusal."""
    return options


def imagine(state: Any, seat: Seat | None, chance: Any) -> Any:
    """Another state that differs only in what this seat cannot know. Here nothing is hidden."""
    return state


def pieces(state: Any) -> Sequence[str]:
    """Every card, tile or chip in the state: what neither appears nor vanishes."""
    return ()
