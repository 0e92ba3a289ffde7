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

import msgspec

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
from games.engine.seats import all_seats, next_seat
from games.otzarot import scoring
from games.otzarot.bot import bot as bot
from games.otzarot.choices import choices_of_dice
from games.otzarot.deck import BATTLES, DECK, Card
from games.otzarot.dice import (
    DICE,
    FACES,
    LEAST_REROLL,
    UNROLLED,
    counts_of,
    free_dice,
    living_dice,
    showing,
)
from games.otzarot.reasons import why_not as why_not
from games.otzarot.values import AnyFact as AnyFact
from games.otzarot.values import (
    AnyMove,
    Began,
    Chest,
    Draw,
    Drew,
    FinalRoundBegan,
    How,
    Landed,
    LastTurn,
    Options,
    PlayWentOn,
    Reroll,
    Roll,
    Rolled,
    Score,
    State,
    Stop,
    Stowed,
    TurnEnded,
    View,
)

INFO = Info(
    key="otzarot",
    name=gettext_noop("Otzarot"),
    blurb=gettext_noop("Roll for treasure, dread the skulls, and stop in time. Or one roll later."),
    players=(2, 3, 4),
    minutes=20,
)


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The deck is shuffled, then chance picks who begins."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 to 4 players.")))
    deck = chance.shuffle(DECK)
    first = chance.pick(all_seats(seats))
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
            return choices_of_dice(
                free=free_dice(state.dice, state.chest),
                skulls=skulls_that_may_wake(state),
                for_chest=living_dice(state.dice) if state.card == "chest" else None,
                may_stop=scoring.may_stop(the_card(state), state.dice),
            )
        case _:
            return (Roll(),)


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
            score = scoring.stopped(the_card(state), counts_of(state.dice))
            return the_turn_ends(state, "stopped", score)


def view(state: State, seat: Seat | None) -> View:
    """The same for everybody: only the deck is hidden, and it is counted."""
    preview = None
    if state.phase == "decide" and scoring.may_stop(the_card(state), state.dice):
        preview = scoring.stopped(the_card(state), counts_of(state.dice))
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
        swords, opponents = state.dice.count("swords"), len(state.scores) - 1
        score = scoring.after_the_zombies(swords, opponents)
        return the_turn_ends(state, "zombie", score).after(fact)
    if state.rolls > 1:
        if fact.skulls > before and dice_to_roll(state):
            return Step(state, (fact,))
        return the_island_is_left(state).after(fact)
    if fact.skulls >= scoring.ISLAND and state.card not in BATTLES:
        landed = Landed(seat=state.turn, skulls=fact.skulls)
        state = msgspec.structs.replace(state, phase="island")
        if dice_to_roll(state):
            return Step(state, (fact, landed))
        return the_island_is_left(state).after(fact, landed)
    if fact.skulls >= scoring.TOO_MANY:
        return the_skulls_win(state).after(fact)
    return Step(msgspec.structs.replace(state, phase="decide"), (fact,))


def the_chosen_dice_are_rolled(state: State, dice: Sequence[int], chance: Chance) -> Step:
    """Three skulls end the turn, and so does the storm, which leaves one reroll."""
    woken = any(state.dice[die] == "skull" for die in dice)
    state = msgspec.structs.replace(state, sorceress_used=state.sorceress_used or woken)
    state, fact = rolled(state, dice, chance)
    if fact.skulls >= scoring.TOO_MANY:
        return the_skulls_win(state).after(fact)
    if state.card == "storm":
        score = scoring.stopped("storm", counts_of(state.dice))
        return the_turn_ends(state, "storm", score).after(fact)
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


def skulls_that_may_wake(state: State) -> tuple[int, ...]:
    """The sorceress rerolls one skull, once a turn."""
    if state.card != "sorceress" or state.sorceress_used:
        return ()
    return showing("skull", state.dice)


# ---- How turns end -----------------------------------------------------------------------------


def the_skulls_win(state: State) -> Step:
    chest = counts_of(state.dice[die] for die in state.chest)
    score = scoring.disqualified(the_card(state), counts_of(state.dice), chest)
    return the_turn_ends(state, "disqualified", score)


def the_island_is_left(state: State) -> Step:
    skulls = scoring.skulls_of(state.card, state.dice)
    return the_turn_ends(state, "island", scoring.on_the_island(the_card(state), skulls))


def the_turn_ends(state: State, how: How, score: Score) -> Step:
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
        turn=next_seat(seat, len(scores)),
        turns=state.turns + 1,
        card=None,
        dice=UNROLLED,
        chest=(),
        rolls=0,
        sorceress_used=False,
        scores=scores,
        last_turn=LastTurn(seat, card, state.dice, score.lines, score.points),
    )
    return the_final_round_is_looked_after(state, seat).after(ended)


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
    swords = showing("swords", state.dice)
    others = tuple(die for die in living_dice(state.dice) if die not in swords)
    return Reroll(swords if len(swords) >= LEAST_REROLL else swords + others[:1])


def the_card(state: State) -> Card:
    assert state.card is not None, "a card is drawn before anything is rolled"
    return state.card
