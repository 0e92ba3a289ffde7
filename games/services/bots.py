"""Bot turns: which of the server's seats want to act, how soon, and what they think."""

from typing import Any

from games import registry
from games.engine.contract import Seat
from games.engine.play import bot_pause
from games.services.facts import Thought
from games.services.ledger import Running


def eager_bots(run: Running) -> list[tuple[float, Seat]]:
    """The server's seats that want to act now, the quickest first, with their pause in breaths."""
    seats = [Seat(seat) for seat in run.acting if str(seat) in run.bots]
    wishes = [(bot_pause(run.rules, run.state, seat, run.bots[str(seat)]), seat) for seat in seats]
    return sorted((breaths, seat) for breaths, seat in wishes if breaths is not None)


def thought_about(run: Running, seat: Seat, view: Any, move: Any) -> Thought | None:
    """Why a bot plays this; it says so in practice only: one person among bots, friendly."""
    if run.rated or run.seats - len(run.bots) != 1:
        return None
    why = registry.game(run.rules.INFO.key).explain(view, move)
    return None if why is None else Thought(seat=seat, text=why.text, params=why.params)
