"""Narration of Otzarot: what happened, what may be done, what is asked, what counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.engine.contract import Outcome, Seat
from games.otzarot import probability, values
from games.otzarot.deck import BATTLES
from games.otzarot.dice import FACES, LEAST_REROLL, Face, free_dice, showing
from games.page.html import format_html
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import Who, clock_short, minus, points, winners_line


@dataclass(frozen=True)
class CardWords:
    name: str | Promise
    text: str | Promise


EXPLAINED = ("captain", "sorceress", "chest", "storm", "truce")
"""Cards with a paragraph of their own in the rules."""

CARDS: dict[str, CardWords] = {
    "captain": CardWords(
        gettext_lazy("Captain"),
        gettext_lazy("Your turn counts double. On the island, opponents lose 200 a skull."),
    ),
    "sorceress": CardWords(
        gettext_lazy("Sorceress"), gettext_lazy("Once this turn you may roll one skull again.")
    ),
    "chest": CardWords(
        gettext_lazy("Treasure chest"),
        gettext_lazy("Dice in the chest are not rolled, and count even if the skulls win."),
    ),
    "storm": CardWords(
        gettext_lazy("Storm"),
        gettext_lazy("Only coins and diamonds count, 200 each. One reroll ends the turn."),
    ),
    "monkey_business": CardWords(
        gettext_lazy("Monkey business"), gettext_lazy("Monkeys and parrots count as one face.")
    ),
    "sea_battle_2": CardWords(
        gettext_lazy("Sea battle: 2 swords"),
        gettext_lazy("End with 2 swords for 250 more, or lose 250. No island."),
    ),
    "sea_battle_3": CardWords(
        gettext_lazy("Sea battle: 3 swords"),
        gettext_lazy("End with 3 swords for 500 more, or lose 500. No island."),
    ),
    "sea_battle_4": CardWords(
        gettext_lazy("Sea battle: 4 swords"),
        gettext_lazy("End with 4 swords for 1000 more, or lose 1000. No island."),
    ),
    "zombie": CardWords(
        gettext_lazy("Zombie attack"),
        gettext_lazy("Roll until only skulls and swords are left. 5 swords win 1200."),
    ),
    "midas": CardWords(gettext_lazy("Midas touch"), gettext_lazy("Every coin counts 200.")),
    "diamond_mine": CardWords(
        gettext_lazy("Diamond mine"), gettext_lazy("Every diamond counts 300.")
    ),
    "truce": CardWords(
        gettext_lazy("Truce"),
        gettext_lazy("No stopping while a sword shows. If the skulls win: −500 a sword."),
    ),
    "gold": CardWords(gettext_lazy("Gold"), gettext_lazy("One coin more to begin with.")),
    "diamond": CardWords(gettext_lazy("Diamond"), gettext_lazy("One diamond more to begin with.")),
    "skull_1": CardWords(gettext_lazy("Skull"), gettext_lazy("One skull to begin with.")),
    "skull_2": CardWords(gettext_lazy("Two skulls"), gettext_lazy("Two skulls to begin with.")),
}

FACE_WORDS = {
    "coin": gettext_lazy("coin"),
    "diamond": gettext_lazy("diamond"),
    "swords": gettext_lazy("swords"),
    "monkey": gettext_lazy("monkey"),
    "parrot": gettext_lazy("parrot"),
    "skull": gettext_lazy("skull"),
}
COUNTED: dict[str, Callable[[int], str]] = {
    "coin": lambda n: ngettext("{n} coin", "{n} coins", n),
    "diamond": lambda n: ngettext("{n} diamond", "{n} diamonds", n),
    "swords": lambda n: ngettext("{n} sword", "{n} swords", n),
    "monkey": lambda n: ngettext("{n} monkey", "{n} monkeys", n),
    "parrot": lambda n: ngettext("{n} parrot", "{n} parrots", n),
    "skull": lambda n: ngettext("{n} skull", "{n} skulls", n),
}

STOP, ROLL = "stop", "roll"
"""The two places of the buttons: a finger that rolls never finds the other one there."""

# ---- What happened -----------------------------------------------------------------------------


def tell(fact: values.AnyFact, who: Who) -> SafeString:
    """One line of the log, which a screen reader reads as well. `who` names a seat, safely."""
    match fact:
        case values.Began(first=first):
            return format_html(_("First to play: {who}."), who=who(first, inside=True))
        case values.Drew(seat=seat, card=card, shuffled=shuffled):
            text = (
                _("The deck is shuffled anew. {who}: {card}.")
                if shuffled
                else _("{who} drew a card: {card}.")
            )
            return format_html(text, who=who(seat), card=CARDS[card].name)
        case values.Rolled(seat=seat, rolled=dice, dice=faces):
            text = ngettext(
                "{who} rolled {n} die: {faces}.", "{who} rolled {n} dice: {faces}.", len(dice)
            )
            shown = [faces[die] for die in dice]
            return format_html(text, who=who(seat), n=len(dice), faces=faces_in_words(shown))
        case values.Landed(seat=seat, skulls=skulls):
            text = ngettext(
                "{n} skull! {who} landed on the Island of Skulls.",
                "{n} skulls! {who} landed on the Island of Skulls.",
                skulls,
            )
            return format_html(text, n=skulls, who=who(seat))
        case values.Stowed(seat=seat, faces=faces):
            if not faces:
                return format_html(_("{who} emptied the chest."), who=who(seat))
            return format_html(
                _("{who} packed the chest: {faces}."), who=who(seat), faces=faces_in_words(faces)
            )
        case values.TurnEnded():
            return _turn_ended(fact, who)
        case values.FinalRoundBegan(seat=seat, total=total):
            return format_html(
                _("{n} points for {who}: the final round. Everybody else has one more turn."),
                who=who(seat, inside=True),
                n=total,
            )
        case values.PlayWentOn(seat=seat):
            return format_html(
                _("Nobody has enough points any more: play goes on with {who}."),
                who=who(seat, inside=True),
            )


def _turn_ended(fact: values.TurnEnded, who: Who) -> SafeString:
    name = who(fact.seat)
    match fact.how:
        case "island":
            lost = -sum(line.points for line in fact.lines if line.others)
            return format_html(
                _("{who} left the island: every opponent loses {n}."), who=name, n=lost
            )
        case "zombie" if fact.points:
            return format_html(_("{who} beat the zombies: {n} points."), who=name, n=fact.points)
        case "zombie":
            share = sum(line.points for line in fact.lines if line.others)
            return format_html(
                _("The zombies were too many for {who}: every opponent gets {n}."),
                who=who(fact.seat, inside=True),
                n=share,
            )
        case "disqualified" if fact.points > 0:
            return format_html(
                _("Three skulls, but the chest saves {n} for {who}."),
                who=who(fact.seat, inside=True),
                n=fact.points,
            )
        case "disqualified" if fact.points < 0:
            return format_html(_("Three skulls. {who}: {n} points lost."), who=name, n=-fact.points)
        case "disqualified":
            return format_html(_("Three skulls. {who}: nothing this turn."), who=name)
        case _:
            text = (
                _("{who} lost {points}: {total} in all.")
                if fact.points < 0
                else _("{who} scored {points}: {total} in all.")
            )
            return format_html(text, who=name, points=abs(fact.points), total=minus(fact.total))


def marks(fact: values.AnyFact) -> tuple[str, ...]:
    """The dice that were rolled, or packed, last."""
    match fact:
        case values.Rolled(rolled=dice) | values.Stowed(dice=dice):
            return tuple(map(die_key, dice))
        case _:
            return ()


def sound(fact: values.AnyFact) -> str:
    """The thud of a skull comes when it lands, not when it is thrown: the page makes that one."""
    match fact:
        case values.Drew():
            return "card"
        case values.Rolled():
            return "die"
        case values.Stowed():
            return "domino"
        case values.TurnEnded(how="stopped", points=points) if points > 0:
            return "coin"
        case values.FinalRoundBegan():
            return "win"
        case _:
            return ""


# ---- What may be done --------------------------------------------------------------------------


def offer(move: values.AnyMove, view: values.View) -> Offer:
    """A single move as a button; between rolls `offers` puts many of them into one."""
    match move:
        case values.Draw():
            preview = _("This reveals your fortune card.")
            return Offer(move, _("Draw a card"), preview, weight=2, slot=ROLL)
        case values.Roll():
            # The dice are thrown by hand, also when nothing else can be done.
            preview = _what_a_roll_does(view)
            return Offer(move, _("Roll"), preview, weight=2, slot=ROLL, by_itself=False)
        case values.Stop():
            # A turn that ends with a loss is never the bright button.
            gain = view.preview.points > 0 if view.preview else False
            label, preview = _stop_label(view), _stop_preview(view)
            return Offer(move, label, preview, weight=int(gain), slot=STOP, by_itself=False)
        case values.Reroll(dice):
            label = ngettext("Roll {n} die", "Roll {n} dice", len(dice)).format(n=len(dice))
            return Offer(move, label, "", pieces=tuple(map(die_key, dice)), weight=2)
        case values.Chest(dice):
            return Offer(move, _("Into chest"), "", pieces=tuple(map(die_key, dice)))


def offers(view: values.View, moves: Sequence[values.AnyMove]) -> list[Offer]:
    """Between rolls a handful of buttons: stop, roll the chosen dice, the chest, the sorceress."""
    if view.phase != "decide":
        return [offer(move, view) for move in moves]
    free = free_dice(view.dice, view.chest)
    made = [offer(move, view) for move in moves if isinstance(move, values.Stop)]
    if len(free) >= LEAST_REROLL:
        made.append(
            Offer(
                values.Reroll(()),
                _("Roll again"),
                _("Choose the dice to roll again."),
                pieces=tuple(map(die_key, free)),
                weight=3,
                gather="dice",
                slot=ROLL,
                least=LEAST_REROLL,
                previews={n: risk_sentence(view, n) for n in range(LEAST_REROLL, len(free) + 1)},
            )
        )
    if view.card == "sorceress" and not view.sorceress_used:
        made += [_wake(view, skull, free) for skull in showing("skull", view.dice)]
    if view.card == "chest":
        made += _chest_offers(view, free)
    return made


def _wake(view: values.View, skull: int, free: Sequence[int]) -> Offer:
    return Offer(
        values.Reroll(()),
        _("Wake the skull"),
        _("The sorceress rolls one skull again, once a turn."),
        pieces=(die_key(skull), *map(die_key, free)),
        weight=4,
        gather="dice",
        must=die_key(skull),
        previews={n: risk_sentence(view, n, woken=True) for n in range(1, len(free) + 2)},
    )


def _chest_offers(view: values.View, free: Sequence[int]) -> list[Offer]:
    into, out = _("Into chest"), _("Out of chest")
    made = []
    if free:
        made.append(
            Offer(
                values.Chest(view.chest),
                into,
                _("The chosen dice are safe: not rolled, and counted even if the skulls win."),
                pieces=tuple(map(die_key, free)),
                weight=2,
                gather="dice",
            )
        )
    if view.chest:
        made.append(
            Offer(
                values.Chest(view.chest),
                out,
                _("The chosen dice may be rolled again."),
                pieces=tuple(map(die_key, view.chest)),
                weight=2,
                gather="dice",
            )
        )
    return made


def risk(view: values.View, dice: int, *, woken: bool = False) -> float:
    """The exact chance that rolling so many dice ends the turn with three skulls."""
    return probability.bust(dice, view.skulls - woken)


def risk_sentence(view: values.View, dice: int, *, woken: bool = False) -> str:
    """What is at stake when so many dice are rolled."""
    chance = risk(view, dice, woken=woken)
    n = ngettext("{n} die", "{n} dice", dice).format(n=dice)
    if not chance:
        return _("{n}: no risk, three skulls cannot come.").format(n=n)
    points = view.preview.points if view.preview else 0
    card = view.card or ""
    if card in BATTLES:
        text = _("{n}: {percent} % to lose the battle, {points} points.")
        points = BATTLES[card][1]
    elif card == "truce":
        text = _("{n}: {percent} % for three skulls, and −500 for every sword that shows then.")
    elif card == "chest" and view.chest:
        text = _("{n}: {percent} % to lose all that is not in the chest.")
    elif points > 0:
        text = _("{n}: {percent} % to lose {points}.")
    else:
        text = _("{n}: {percent} % that the turn ends with nothing.")
    return text.format(n=n, percent=probability.percent(chance), points=points)


def _what_a_roll_does(view: values.View) -> str:
    match view.phase:
        case "island":
            return _("This rolls all dice but the skulls. If no new skull comes, the turn ends.")
        case "zombie":
            return _("This rolls all dice but skulls and swords.")
        case _:
            return _("This rolls all eight dice.")


def _stop_label(view: values.View) -> str:
    points = view.preview.points if view.preview else 0
    return _("Stop: {points}").format(points=signed(points))


def _stop_preview(view: values.View) -> str:
    if view.preview is None or not view.preview.lines:
        return _("The turn ends without points.")
    lines = _(", ").join(f"{score_line(line)} {signed(line.points)}" for line in view.preview.lines)
    return _("The turn ends: {lines}.").format(lines=lines)


def ask(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """What the table waits for, as this seat is told. None is a spectator."""
    if view.phase == "over":
        return _("The treasure is shared out.")
    if not moves:
        return _("The dice are with another") if seat is not None else _("Dice are being rolled")
    match view.phase:
        case "draw" if view.final_round is not None:
            return _("The final round: this is your last turn. Draw your card")
        case "draw":
            return _("Draw your fortune card")
        case "roll":
            return _("Roll all eight dice")
        case "island":
            return _("The Island of Skulls: roll on until no new skull comes")
        case "zombie":
            return _("Zombies! Roll until only skulls and swords are left")
    if view.preview is None:
        return _("Truce: choose dice to roll until no sword shows")
    if view.card == "storm":
        return _("Choose dice for the only reroll, or stop")
    return _("Choose dice to roll again, or stop")


# ---- How it ended ------------------------------------------------------------------------------


def headline(outcome: Outcome, who: Who) -> SafeString:
    """The first line of the result."""
    return winners_line(outcome, who, points)


def summary(view: values.View) -> tuple[str, values.LastTurn | None]:
    """The result shows the turn that ended it; between turns no sheet comes up."""
    return "", view.last_turn if view.phase == "over" else None


def score_line(item: values.ScoreItem) -> str:
    """What counted; its points stand beside it."""
    n = item.count
    match item.what:
        case "set":
            return _("Set: {faces}").format(faces=counted(item.face or "coin", n))
        case "coins":
            return counted("coin", n)
        case "diamonds":
            return counted("diamond", n)
        case "full_chest":
            return _("Full chest")
        case "captain":
            return _("Captain: doubled")
        case "battle_won":
            return _("Battle won")
        case "battle_lost":
            return _("Battle lost")
        case "truce_broken":
            return _("Truce broken: {swords}").format(swords=counted("swords", n))
        case "zombies_beaten":
            return _("Zombies beaten")
        case "zombies_paid":
            return _("Zombies: each opponent")
        case "island":
            return _("{skulls}: each opponent").format(skulls=counted("skull", n))
        case "lost":
            return _("Lost to {skulls}").format(skulls=counted("skull", n))


def help_anchor(view: values.View) -> str:
    """The heading of the rules that fits the moment."""
    if view.phase in ("island", "zombie"):
        return f"rule-{view.phase}"
    if view.phase != "decide" or view.card is None:
        return "rule-turn"
    if view.card.startswith("sea_battle"):
        return "rule-battle"
    return f"rule-{view.card}" if view.card in EXPLAINED else "rule-turn"


def option_line(options: values.Options) -> str:
    """The table's options at a glance."""
    return f"{_('to {n}').format(n=options.target)} · {clock_short(options.turn_seconds)}"


# ---- Pieces of sentences -----------------------------------------------------------------------


def die_key(die: int) -> str:
    return f"die-{die}"


def counted(face: str, n: int) -> str:
    return COUNTED[face](n).format(n=n)


def faces_in_words(faces: Sequence[Face | None]) -> str:
    """Equal faces together: 3 monkeys, 2 coins, 1 skull."""
    shown = [(face, faces.count(face)) for face in FACES if face in faces]
    return _(", ").join(counted(face, n) for face, n in shown)


def signed(points: int) -> str:
    return minus(f"{points:+}") if points else "0"
