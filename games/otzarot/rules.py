"""Otzarot: eight dice, a fortune card, and the nerve to stop in time.

A turn draws a fortune card, rolls all eight dice, and then rerolls two or more of them, as often
as the player dares, until they stop. Skulls are locked, and those on the card count with them.
Three skulls end the turn at once, and what was rolled is lost.

Four or more after the first roll lead to the Island of Skulls instead: the other dice are rolled
until a roll brings no new skull, and every opponent loses 100 points for every skull.

A turn that was stopped scores sets of equal faces, 100 for every coin and diamond, and 500 more if
all eight dice count (`scoring.py`). The card bends these rules: captain doubles; a sea battle must
be won; truce allows no swords; the storm leaves one reroll; the chest keeps dice safe; the
sorceress wakes one skull; zombies are fought to the end.

Who ends their own turn at the target starts the final round: everybody else has one more turn, then
the highest score wins. If an island has thrown all below the target, play goes on.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

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
from games.otzarot import scoring
from games.otzarot.scoring import BATTLES, DECK, DICE, FACES, Card, Face, Line, Score

INFO = Info(
    key="otzarot",
    name=gettext_noop("Otzarot"),
    blurb=gettext_noop("Roll for treasure, dread the skulls, and stop in time. Or one roll later."),
    players=(2, 3, 4),
    minutes=20,
    levels=("gentle", "sharp"),
)


class Options(TableOptions, frozen=True, kw_only=True):
    """How far the treasure is."""

    target: Annotated[
        Literal[8000, 5000, 3000],
        msgspec.Meta(
            title=gettext_noop("Play to"),
            extra={
                "labels": {
                    8000: gettext_noop("8000 points"),
                    5000: gettext_noop("5000 points"),
                    3000: gettext_noop("3000 points, a short game"),
                }
            },
        ),
    ] = 8000


# ---- Values ------------------------------------------------------------------------------------

Phase = Literal["draw", "roll", "decide", "island", "zombie", "over"]
How = Literal["stopped", "storm", "disqualified", "island", "zombie"]
Die = Annotated[int, msgspec.Meta(ge=0, le=DICE - 1)]
Faces = tuple[Face | None, ...]

UNROLLED: Faces = (None,) * DICE
LEAST_REROLL = 2


class LastTurn(Value, frozen=True):
    """The turn that ended last, as it counted."""

    seat: Seat
    card: Card
    dice: Faces
    lines: tuple[Line, ...]
    points: int


class State(Value, frozen=True, kw_only=True):
    """Everything. Dice keep their number all turn; the top of the deck is its first card."""

    options: Options
    phase: Phase
    turn: Seat
    turns: int
    """Turns that have ended."""
    deck: tuple[Card, ...]
    drawn: tuple[Card, ...]
    """The cards drawn since the last shuffle, the open one last."""
    card: Card | None
    dice: Faces
    chest: tuple[Die, ...]
    rolls: int
    sorceress_used: bool
    scores: tuple[int, ...]
    final_round: tuple[Seat, ...] | None
    """Who still has a turn, the one playing included; None before the final round."""
    last_turn: LastTurn | None


class View(Value, frozen=True, kw_only=True):
    """The table. Nothing is secret but the order of the deck."""

    turn: Seat | None
    phase: Phase
    card: Card | None
    dice: Faces
    chest: tuple[Die, ...]
    skulls: int
    rolls: int
    sorceress_used: bool
    scores: tuple[int, ...]
    preview: Score | None
    """What stopping now would score; None unless it is legal."""
    final_round: tuple[Seat, ...] | None
    deck_left: int
    last_turn: LastTurn | None


# ---- Moves -------------------------------------------------------------------------------------


class Draw(Move, frozen=True, tag="draw"):
    """Reveal the fortune card."""


class Roll(Move, frozen=True, tag="roll"):
    """The first roll, and every roll on the island and against zombies: the dice are given."""


class Reroll(Move, frozen=True, tag="reroll"):
    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", in_order(self.dice))


class Chest(Move, frozen=True, tag="chest"):
    """These dice lie in the chest from now on, and no others."""

    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", in_order(self.dice))


class Stop(Move, frozen=True, tag="stop"):
    """Take what the dice are worth."""


AnyMove = Draw | Roll | Reroll | Chest | Stop


# ---- Facts -------------------------------------------------------------------------------------


class Began(Fact, frozen=True, kw_only=True, tag="began"):
    first: Seat


class Drew(Fact, frozen=True, kw_only=True, tag="drew"):
    seat: Seat
    card: Card
    shuffled: bool
    """The deck was empty, so all cards were shuffled first."""


class Rolled(Fact, frozen=True, kw_only=True, tag="rolled"):
    """Which dice were rolled, and what all eight show now."""

    seat: Seat
    rolled: tuple[Die, ...]
    dice: Faces
    skulls: int
    roll: int


class Landed(Fact, frozen=True, kw_only=True, tag="landed"):
    """Four or more skulls with the first roll: the Island of Skulls."""

    seat: Seat
    skulls: int


class Stowed(Fact, frozen=True, kw_only=True, tag="stowed"):
    """What lies in the chest now."""

    seat: Seat
    dice: tuple[Die, ...]
    faces: tuple[Face, ...]


class TurnEnded(Fact, frozen=True, kw_only=True, tag="turn-ended"):
    seat: Seat
    card: Card
    how: How
    lines: tuple[Line, ...]
    points: int
    total: int


class FinalRoundBegan(Fact, frozen=True, kw_only=True, tag="final-round-began"):
    seat: Seat
    total: int


class PlayWentOn(Fact, frozen=True, kw_only=True, tag="play-went-on"):
    """The final round is over and nobody has the target any more."""

    seat: Seat


AnyFact = Began | Drew | Rolled | Landed | Stowed | TurnEnded | FinalRoundBegan | PlayWentOn


# ---- The contract ------------------------------------------------------------------------------


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The deck is shuffled, then chance picks who begins."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 to 4 players.")))
    deck = chance.shuffle(DECK)
    first = chance.pick([Seat(seat) for seat in range(seats)])
    state = State(
        options=options,
        phase="draw",
        turn=first,
        turns=0,
        deck=deck,
        drawn=(),
        card=None,
        dice=UNROLLED,
        chest=(),
        rolls=0,
        sorceress_used=False,
        scores=(0,) * seats,
        final_round=None,
        last_turn=None,
    )
    return Step(state, (Began(first=first),))


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """Only whoever has the turn may act; between rolls, every choice of dice is a move."""
    if seat != state.turn:
        return ()
    match state.phase:
        case "over":
            return ()
        case "draw":
            return (Draw(),)
        case "decide":
            return choices(
                dice_mask(free_dice(state)),
                dice_mask(skulls_that_may_wake(state)),
                dice_mask(living_dice(state)) if state.card == "chest" else None,
                scoring.may_stop(the_card(state), state.dice),
            )
        case _:
            return (Roll(),)


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    from games.otzarot.reasons import why_not as reason

    return reason(state, seat, move)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    match move:
        case Draw():
            return a_card_is_drawn(state, chance)
        case Roll():
            return the_given_dice_are_rolled(state, chance)
        case Reroll(dice):
            return the_chosen_dice_are_rolled(state, dice, chance)
        case Chest(dice):
            stowed = tuple(face for i, face in enumerate(state.dice) if i in dice and face)
            fact = Stowed(seat=seat, dice=dice, faces=stowed)
            return Step(msgspec.structs.replace(state, chest=dice), (fact,))
        case Stop():
            score = scoring.stopped(the_card(state), scoring.counts_of(state.dice))
            return the_turn_ends(state, "stopped", score)


def view(state: State, seat: Seat | None) -> View:
    """The same for everybody: only the deck is hidden, and it is counted."""
    preview = None
    if state.phase == "decide" and scoring.may_stop(the_card(state), state.dice):
        preview = scoring.stopped(the_card(state), scoring.counts_of(state.dice))
    return View(
        turn=None if state.phase == "over" else state.turn,
        phase=state.phase,
        card=state.card,
        dice=state.dice,
        chest=state.chest,
        skulls=scoring.skulls_of(state.card, state.dice),
        rolls=state.rolls,
        sorceress_used=state.sorceress_used,
        scores=state.scores,
        preview=preview,
        final_round=state.final_round,
        deck_left=len(state.deck),
        last_turn=state.last_turn,
    )


def timer(state: State) -> Timer | None:
    """The clock starts anew after a card and after each roll, but not when the chest is packed."""
    if state.phase == "over":
        return None
    step = 0 if state.phase == "draw" else 1 + state.rolls
    return Timer(
        label=f"turn {state.turns + 1} step {step}",
        seconds=state.options.turn_seconds,
        seat=state.turn,
        move=the_safest_move(state),
    )


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    return Outcome(places_by_score(state.scores), state.scores, "target")


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    from games.otzarot.bot import choose

    return choose(view, moves, chance, level)


# ---- The card and the dice ---------------------------------------------------------------------


def a_card_is_drawn(state: State, chance: Chance) -> Step:
    """From the top. When the deck is empty, all 35 are shuffled again."""
    shuffled = not state.deck
    deck = chance.shuffle(DECK) if shuffled else state.deck
    drawn = () if shuffled else state.drawn
    card = deck[0]
    state = msgspec.structs.replace(
        state, phase="roll", deck=deck[1:], drawn=(*drawn, card), card=card
    )
    return Step(state, (Drew(seat=state.turn, card=card, shuffled=shuffled),))


def the_given_dice_are_rolled(state: State, chance: Chance) -> Step:
    """The first roll takes all eight; island and zombies take those that are not fixed yet."""
    before = scoring.skulls_of(state.card, state.dice)
    state, fact = rolled(state, dice_to_roll(state), chance)
    if state.card == "zombie":
        state = msgspec.structs.replace(state, phase="zombie")
        if dice_to_roll(state):
            return Step(state, (fact,))
        swords = state.dice.count("swords")
        return the_turn_ends(
            state, "zombie", scoring.after_the_zombies(swords, len(state.scores) - 1), fact
        )
    if state.rolls > 1:
        if fact.skulls > before and dice_to_roll(state):
            return Step(state, (fact,))
        return the_island_is_left(state, fact)
    if fact.skulls >= scoring.ISLAND and state.card not in BATTLES:
        landed = Landed(seat=state.turn, skulls=fact.skulls)
        state = msgspec.structs.replace(state, phase="island")
        if dice_to_roll(state):
            return Step(state, (fact, landed))
        return the_island_is_left(state, fact, landed)
    if fact.skulls >= scoring.TOO_MANY:
        return the_skulls_win(state, fact)
    return Step(msgspec.structs.replace(state, phase="decide"), (fact,))


def the_chosen_dice_are_rolled(state: State, dice: Sequence[int], chance: Chance) -> Step:
    """Three skulls end the turn, and so does the storm, which leaves one reroll."""
    woken = any(state.dice[die] == "skull" for die in dice)
    state = msgspec.structs.replace(state, sorceress_used=state.sorceress_used or woken)
    state, fact = rolled(state, dice, chance)
    if fact.skulls >= scoring.TOO_MANY:
        return the_skulls_win(state, fact)
    if state.card == "storm":
        score = scoring.stopped("storm", scoring.counts_of(state.dice))
        return the_turn_ends(state, "storm", score, fact)
    return Step(state, (fact,))


def rolled(state: State, dice: Sequence[int], chance: Chance) -> tuple[State, Rolled]:
    """New faces for these dice, the lowest number first."""
    faces = list(state.dice)
    for die, face in zip(dice, chance.roll(FACES, len(dice)), strict=True):
        faces[die] = face
    state = msgspec.structs.replace(state, dice=tuple(faces), rolls=state.rolls + 1)
    return state, Rolled(
        seat=state.turn,
        rolled=tuple(dice),
        dice=state.dice,
        skulls=scoring.skulls_of(state.card, state.dice),
        roll=state.rolls,
    )


def dice_to_roll(state: State) -> tuple[int, ...]:
    """What a `roll` takes: all dice at first; never a skull; against zombies no sword either."""
    if state.rolls == 0:
        return tuple(range(DICE))
    fixed = ("skull", "swords") if state.card == "zombie" else ("skull",)
    return tuple(die for die, face in enumerate(state.dice) if face not in fixed)


def living_dice(state: State) -> tuple[int, ...]:
    return tuple(die for die, face in enumerate(state.dice) if face != "skull")


def free_dice(state: State) -> tuple[int, ...]:
    """What may be rerolled: no skull, and nothing that lies in the chest."""
    return tuple(die for die in living_dice(state) if die not in state.chest)


def skulls_that_may_wake(state: State) -> tuple[int, ...]:
    """The sorceress rerolls one skull, once a turn."""
    if state.card != "sorceress" or state.sorceress_used:
        return ()
    return tuple(die for die, face in enumerate(state.dice) if face == "skull")


# ---- How turns end -----------------------------------------------------------------------------


def the_skulls_win(state: State, *facts: AnyFact) -> Step:
    chest = scoring.counts_of(state.dice[die] for die in state.chest)
    score = scoring.disqualified(the_card(state), scoring.counts_of(state.dice), chest)
    return the_turn_ends(state, "disqualified", score, *facts)


def the_island_is_left(state: State, *facts: AnyFact) -> Step:
    skulls = scoring.skulls_of(state.card, state.dice)
    return the_turn_ends(state, "island", scoring.on_the_island(the_card(state), skulls), *facts)


def the_turn_ends(state: State, how: How, score: Score, *facts: AnyFact) -> Step:
    """Points are written down, for the others too, and the turn passes clockwise."""
    seat, card = state.turn, the_card(state)
    others = sum(line.points for line in score.lines if line.others)
    scores = tuple(
        total + (score.points if other == seat else others)
        for other, total in enumerate(state.scores)
    )
    ended = TurnEnded(
        seat=seat,
        card=card,
        how=how,
        lines=score.lines,
        points=score.points,
        total=scores[seat],
    )
    state = msgspec.structs.replace(
        state,
        phase="draw",
        turn=Seat((seat + 1) % len(scores)),
        turns=state.turns + 1,
        card=None,
        dice=UNROLLED,
        chest=(),
        rolls=0,
        sorceress_used=False,
        scores=scores,
        last_turn=LastTurn(seat, card, state.dice, score.lines, score.points),
    )
    after = the_final_round_is_looked_after(state, seat)
    return Step(after.state, (*facts, ended, *after.facts))


def the_final_round_is_looked_after(state: State, seat: Seat) -> Step:
    """It begins when a player ends their own turn at the target; all others have one turn more."""
    seats = len(state.scores)
    if state.final_round is None:
        if state.scores[seat] < state.options.target:
            return Step(state)
        rest = tuple(Seat((seat + after) % seats) for after in range(1, seats))
        fact = FinalRoundBegan(seat=seat, total=state.scores[seat])
        return Step(msgspec.structs.replace(state, final_round=rest), (fact,))
    rest = state.final_round[1:]
    if rest:
        return Step(msgspec.structs.replace(state, final_round=rest))
    if max(state.scores) >= state.options.target:
        return Step(msgspec.structs.replace(state, final_round=(), phase="over"))
    # The turn is with whoever had started the final round: everybody else has just had one.
    return Step(msgspec.structs.replace(state, final_round=None), (PlayWentOn(seat=state.turn),))


def the_safest_move(state: State) -> AnyMove:
    """What the clock plays: stop if that is allowed, else what is forced."""
    if state.phase == "draw":
        return Draw()
    if state.phase != "decide":
        return Roll()
    if scoring.may_stop(the_card(state), state.dice):
        return Stop()
    # Under a truce the swords are rolled away; a lone one takes the first other die with it.
    swords = [die for die, face in enumerate(state.dice) if face == "swords"]
    others = [die for die in living_dice(state) if die not in swords]
    return Reroll(tuple(swords if len(swords) >= LEAST_REROLL else swords + others[:1]))


def the_card(state: State) -> Card:
    assert state.card is not None, "a card is drawn before anything is rolled"
    return state.card


# ---- What may be chosen ------------------------------------------------------------------------


def in_order(dice: tuple[int, ...]) -> tuple[int, ...]:
    """However a choice of dice is written, it is the same choice."""
    if len(set(dice)) < len(dice):
        raise ValueError("a die is named twice")
    return tuple(sorted(dice))


def dice_mask(dice: Sequence[int]) -> int:
    return sum(1 << die for die in dice)


REROLLS = tuple(
    Reroll(tuple(die for die in range(DICE) if mask >> die & 1)) for mask in range(1 << DICE)
)
CHESTS = tuple(Chest(move.dice) for move in REROLLS)
"""Every choice of dice there is, by its mask: made once, since they are listed all the time."""


@lru_cache(maxsize=4096)
def choices(
    free: int, skulls: int, living_for_chest: int | None, may_stop: bool
) -> tuple[AnyMove, ...]:
    """Stop, then every reroll, then everything that could lie in the chest."""
    moves: list[AnyMove] = [Stop()] if may_stop else []
    parts = [mask for mask in range(1 << DICE) if mask & free == mask]
    moves += [REROLLS[mask] for mask in parts if mask.bit_count() >= LEAST_REROLL]
    for die in range(DICE):
        if skulls >> die & 1:
            # With a skull among them, one die is enough.
            moves += [REROLLS[mask | 1 << die] for mask in parts]
    if living_for_chest is not None:
        moves += [move for mask, move in enumerate(CHESTS) if mask & living_for_chest == mask]
    return tuple(moves)
