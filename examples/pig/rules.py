"""Pig: roll once more, or hold what you have.

A turn rolls one die as often as its player likes and adds up what it shows. A 1 loses the sum and
ends the turn. Holding adds the sum to one's points and ends the turn. Whoever holds with the agreed
number of points wins. A random player begins.
"""

from collections.abc import Sequence

import msgspec
from games.pig.bot import bot
from games.pig.values import FACES, AnyFact, AnyMove, Held, Hold, Options, Roll, Rolled, State, View

from games.engine.contract import Chance, Info, Outcome, Reason, Seat, Step, Timer, places_by_score
from games.engine.contract import gettext_noop as _
from games.engine.seats import all_seats, next_seat, with_seat

__all__ = ["AnyFact", "AnyMove", "Options", "State", "View", "bot"]

INFO = Info(
    key="pig",
    name=_("Pig"),
    blurb=_("Roll once more, or hold what you have."),
    players=(2, 3, 4),
    minutes=4,
)


def deal(seats: int, options: Options, chance: Chance) -> Step:
    first = chance.pick(all_seats(seats))
    return Step(State(options=options, turn=first, turns=0, pot=0, face=None, scores=(0,) * seats))


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """There is nothing to hold before the first roll."""
    if seat != state.turn or outcome(state):
        return ()
    return (Roll(), Hold()) if state.pot else (Roll(),)


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    return Reason(_("Roll first: there is nothing to hold yet."))


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    match move:
        case Roll():
            (face,) = chance.roll(FACES, 1)
            fact = Rolled(seat=seat, face=face)
            if face == 1:
                return Step(the_turn_passes(state, face), (fact,))
            return Step(msgspec.structs.replace(state, pot=state.pot + face, face=face), (fact,))
        case Hold():
            held = Held(seat=seat, points=state.pot)
            scores = with_seat(state.scores, seat, state.scores[seat] + state.pot)
            state = msgspec.structs.replace(state, scores=scores)
            return Step(the_turn_passes(state, None), (held,))


def view(state: State, seat: Seat | None) -> View:
    turn = None if outcome(state) else state.turn
    return View(turn=turn, pot=state.pot, face=state.face, scores=state.scores)


def timer(state: State) -> Timer | None:
    """The clock is careful: it holds as soon as there is something to hold."""
    if outcome(state):
        return None
    move = Hold() if state.pot else Roll()
    return Timer(f"turn {state.turns}", state.options.turn_seconds, state.turn, move)


def outcome(state: State) -> Outcome | None:
    if max(state.scores) < state.options.target:
        return None
    return Outcome(places_by_score(state.scores), state.scores, _("The target is met."))


def the_turn_passes(state: State, face: int | None) -> State:
    turn = next_seat(state.turn, len(state.scores))
    return msgspec.structs.replace(state, turn=turn, turns=state.turns + 1, pot=0, face=face)
