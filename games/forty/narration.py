"""Forty in words: what happened, what may be done, what is asked, what counted."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from games.engine.contract import Outcome, Seat
from games.engine.intermission import BETWEEN, PlayOn
from games.forty import values
from games.page.html import format_html, format_html_join
from games.page.intermission import ask_between, offer_to_play_on
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import (
    Who,
    card_mark,
    card_marks,
    card_short,
    clock_short,
    points,
    sentences,
    winners_line,
)

# ---- What happened -----------------------------------------------------------------------------


def tell(fact: values.AnyFact, who: Who) -> SafeString:
    """One line of the log, which a screen reader reads as well. `who` names a seat, safely."""
    match fact:
        case values.Dealt():
            return _deal(fact, who)
        case values.StockDealt(each=each):
            text = ngettext(
                "The stock is dealt: {n} more card each.",
                "The stock is dealt: {n} more cards each.",
                each,
            )
            return format_html(text, n=each)
        case values.Exchanged(seat=seat, taken=taken):
            return format_html(
                _("{who} swapped {three} for the starter, {taken}."),
                who=who(seat),
                three=card_mark(values.THREE_OF_HEARTS),
                taken=card_mark(taken),
            )
        case values.Kept(seat=seat):
            three = card_mark(values.THREE_OF_HEARTS)
            return format_html(_("{who} kept {three}."), who=who(seat), three=three)
        case values.StarterStayed(starter=starter):
            return format_html(_("Nobody swapped. {card} stays."), card=card_mark(starter))
        case values.Captured(seat=seat, card=card, taken=taken, build=None):
            return format_html(
                _("{who} took {taken} with {card}."),
                who=who(seat),
                taken=card_mark(taken[0]),
                card=card_mark(card),
            )
        case values.Captured(seat=seat, card=card, taken=taken, build=value):
            return format_html(
                _("{who} took the build of {value} ({taken}) with {card}."),
                who=who(seat),
                value=value,
                taken=card_marks(taken, _(", ")),
                card=card_mark(card),
            )
        case values.Built(seat=seat, card=card, table_card=table_card, value=value):
            return format_html(
                _("{who} built {value}: {card} with {other}."),
                who=who(seat),
                value=value,
                card=card_mark(card),
                other=card_mark(table_card),
            )
        case values.Stole(seat=seat, victim=victim, card=card, stolen=stolen, value=value):
            return format_html(
                _("{who} stole {stolen} from {victim} and built {value} with {card}."),
                who=who(seat),
                stolen=card_mark(stolen),
                victim=who(victim, inside=True),
                value=value,
                card=card_mark(card),
            )
        case values.Threw(seat=seat, card=card):
            return format_html(_("{who} laid down {card}."), who=who(seat), card=card_mark(card))
        case values.LeftOver(seat=seat, cards=left):
            if seat is None:
                text = _("Nobody had captured, so nobody gets {cards}.")
                return format_html(text, cards=card_marks(left, _(", ")))
            return format_html(
                _("{who} captured last and got what was left: {cards}."),
                who=who(seat),
                cards=card_marks(left, _(", ")),
            )
        case values.RoundScored(round=number, scores=scores):
            rows = format_html_join(
                ", ", "{}", ((_points_of(seat, s.points, who),) for seat, s in enumerate(scores))
            )
            return format_html(_("Round {n} is counted. {rows}."), n=number, rows=rows)


def marks(fact: values.AnyFact) -> tuple[str, ...]:
    """The pieces to mark as the last move: what it left to be seen."""
    match fact:
        case values.Captured(taken=taken):
            return (taken[-1],)
        case values.Built(card=card, table_card=other) | values.Stole(card=card, stolen=other):
            return (build_key((card, other)),)
        case values.Threw(card=card):
            return (card,)
        case values.Exchanged():
            return (values.THREE_OF_HEARTS,)
        case _:
            return ()


def sound(fact: values.AnyFact) -> str:
    """A card that counts rings like a coin."""
    match fact:
        case values.Dealt() | values.StockDealt():
            return "deal"
        case values.Captured(card=card, taken=taken):
            return "coin" if set(values.POINT_CARDS) & {card, *taken} else "take"
        case values.Built() | values.Stole() | values.Threw() | values.Exchanged():
            return "card"
        case values.RoundScored():
            return "win"
        case _:
            return ""


# ---- What may be done --------------------------------------------------------------------------


def offer(move: values.AnyMove, view: values.View) -> Offer:
    """A legal move as a button, a sentence and the pieces that a player takes up for it."""
    match move:
        case values.Capture(card, values.Target(card=str(loose))):
            return Offer(
                move,
                label=_("Take {card}").format(card=card_short(loose)),
                preview=sentences(
                    _("{card} takes the {other}.").format(
                        card=card_short(card), other=card_short(loose)
                    ),
                    _("Your pile will show {top}.").format(top=card_short(loose)),
                    _worth((card, loose)),
                ),
                pieces=(card, loose),
                weight=3,
            )
        case values.Capture(card):
            return _capture_of_build(move, card, view)
        case values.Build(card, other, value):
            return Offer(
                move,
                label=_("Build {value} with {other}").format(value=value, other=card_short(other)),
                preview=sentences(
                    _("{card} and {other} become a build of {value}.").format(
                        card=card_short(card), other=card_short(other), value=value
                    ),
                    _anybody_may_take(value),
                ),
                pieces=(card, other),
                weight=2,
            )
        case values.StealBuild(card, _victim, stolen, value):
            return Offer(
                move,
                label=_("Steal {stolen} → build {value}").format(
                    stolen=card_short(stolen), value=value
                ),
                preview=sentences(
                    _(
                        "{stolen} leaves that pile and becomes a build of {value} with {card}."
                    ).format(stolen=card_short(stolen), value=value, card=card_short(card)),
                    _anybody_may_take(value),
                ),
                pieces=(card, stolen),
                weight=2,
            )
        case values.Throw(card):
            return Offer(
                move,
                label=_("Lay down {card}").format(card=card_short(card)),
                preview=sentences(
                    _("{card} lies loose on the table.").format(card=card_short(card)),
                    _("Worth a point to whoever takes it.") if card in values.POINT_CARDS else "",
                ),
                pieces=(card,),
                weight=1,
            )
        case values.Exchange():
            return Offer(
                move,
                label=_("Swap for {card}").format(card=_starter(view)),
                preview=_(
                    "You take {card} into your hand and {three} lies on the table. "
                    "Everybody sees it."
                ).format(card=_starter(view), three=card_short(values.THREE_OF_HEARTS)),
                weight=2,
            )
        case values.Keep():
            return Offer(
                move,
                label=_("Keep {three}").format(three=card_short(values.THREE_OF_HEARTS)),
                preview=_("{card} stays on the table. Nobody learns who holds {three}.").format(
                    card=_starter(view), three=card_short(values.THREE_OF_HEARTS)
                ),
                weight=1,
            )
        case PlayOn():
            return offer_to_play_on()


def ask(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """What the table waits for, as this seat is told. None is a spectator."""
    three = card_short(values.THREE_OF_HEARTS)
    if view.phase == "over":
        return _("All cards are played.")
    if view.phase == BETWEEN:
        return ask_between(view, seat)
    if view.phase == "exchange":
        if moves:
            text = _("You hold {three}: swap it for {card}, or keep it")
        else:
            text = _("Waiting for the first turn: somebody may swap {three} for {card}")
        return text.format(three=three, card=_starter(view))
    if not moves:
        return _("A card is being chosen") if seat is None else _("Wait for your turn")
    takes = any(isinstance(move, values.Capture) for move in moves)
    builds = any(isinstance(move, values.Build | values.StealBuild) for move in moves)
    if takes and builds:
        return _("Take, build or lay down one card")
    if takes:
        return _("Take or lay down one card")
    if builds:
        return _("Build or lay down one card")
    return _("Lay down one card: nothing on the table fits")


# ---- How it ended ------------------------------------------------------------------------------


def headline(outcome: Outcome, who: Who) -> SafeString:
    """The first line of the result."""
    return winners_line(outcome, who, points)


def summary(view: values.View) -> tuple[int, tuple[values.RoundScore, ...] | None]:
    """The sheet of the round finished last, under its number."""
    return view.round - (view.phase not in ("over", BETWEEN)), view.summary


def score_line(item: values.Item) -> str:
    """What counted; its points stand beside it."""
    match item.what:
        case "ace":
            return ngettext("{n} ace", "{n} aces", item.points).format(n=item.points)
        case "spades":
            return _("Six or more spades") if item.points == 2 else _("Exactly five spades")
        case "cards":
            most = values.MOST_CARDS
            return ngettext("{n} or more cards", "{n} or more cards", most).format(n=most)
        case card:
            return card_short(card)


def help_anchor(view: values.View) -> str:
    """The heading of the rules that fits the moment."""
    return {"exchange": "rule-exchange", "over": "rule-points"}.get(view.phase, "rule-turn")


def option_line(options: values.Options) -> str:
    """The table's options at a glance."""
    rounds = ngettext("{n} round", "{n} rounds", options.rounds).format(n=options.rounds)
    return f"{rounds} · {clock_short(options.turn_seconds)}"


# ---- Pieces of sentences -----------------------------------------------------------------------


def build_key(cards: Sequence[str]) -> str:
    """The piece key of a build: its cards in one order, whoever laid which."""
    return "-".join(("build", *sorted(cards)))


def _deal(fact: values.Dealt, who: Who) -> SafeString:
    text = ngettext(
        "Round {round}: {n} card each. First to play: {who}.",
        "Round {round}: {n} cards each. First to play: {who}.",
        fact.each,
    )
    line = format_html(text, round=fact.round, n=fact.each, who=who(fact.leader, inside=True))
    if fact.starter is None:
        return line
    return format_html(_("{line} The starter is {card}."), line=line, card=card_mark(fact.starter))


def _capture_of_build(move: values.Capture, card: str, view: values.View) -> Offer:
    build = next(b for b in view.table.builds if values.Target(build=b.cards) == move.target)
    first, second = build.cards
    return Offer(
        move,
        label=_("Take build {value}").format(value=build.value),
        preview=sentences(
            _("{card} takes the build of {value}: {first} and {second}.").format(
                card=card_short(card),
                value=build.value,
                first=card_short(first),
                second=card_short(second),
            ),
            _("Your pile will show {top}.").format(top=card_short(second)),
            _worth((card, first, second)),
        ),
        pieces=(card, build_key(build.cards)),
        weight=4,
    )


def _worth(taken: Sequence[str]) -> str:
    """The points that a capture brings in for certain; empty when there are none."""
    counting = [card for card in taken if card in values.POINT_CARDS]
    if not counting:
        return ""
    text = ngettext("{n} point: {cards}.", "{n} points: {cards}.", len(counting))
    return text.format(n=len(counting), cards=_(", ").join(map(card_short, counting)))


def _anybody_may_take(value: int) -> str:
    return _("Anybody with a {value} may take it; yours stays in your hand.").format(value=value)


def _starter(view: values.View) -> str:
    return card_short(view.starter) if view.starter else ""


def _points_of(seat: int, points: int, who: Who) -> SafeString:
    text = ngettext("{who}: {n} point", "{who}: {n} points", points)
    return format_html(text, who=who(Seat(seat)), n=points)
