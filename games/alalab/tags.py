"""Template tags of the quiz: rows of players, shapes of the choices, buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString
from msgspec import UNSET

from games.alalab import values
from games.alalab.narration import death_words as death_words
from games.alalab.question import CATEGORIES, DIFFICULTIES, LETTERS
from games.alalab.scoring import IN_DEATH
from games.engine.contract import places_by_score
from games.page.html import format_html
from games.page.offers import Offer
from games.page.phrases import gettext as _

register = template.Library()

SHAPES = (
    '<path d="M20 4 37 35H3Z"/>',
    '<circle cx="20" cy="20" r="17"/>',
    '<rect x="4" y="4" width="32" height="32" rx="3"/>',
    '<path d="M20 1 39 20 20 39 1 20Z"/>',
)
"""A shape for each letter, so that a choice is known without its colour."""


MOST_CARDS = 5
"""Cards that are drawn of a player."""


@dataclass(frozen=True)
class PlayerRow:
    """A player as the screens show them."""

    player: Any
    score: int
    cards: Sequence[str]
    owns: bool
    failed: bool
    right: bool
    won: bool
    in_death: bool
    place: int

    @property
    def points(self) -> str:
        return minus(self.score)

    @property
    def height(self) -> int:
        """Steps of the ladder, 0 to 14."""
        return max(0, min(14, self.score))


@dataclass(frozen=True)
class Choice:
    """One of the four, and what became of it."""

    index: int
    letter: str
    words: str
    state: str

    @property
    def key(self) -> str:
        return f"choice-{self.index}"

    @property
    def state_words(self) -> str:
        return {"right": _("the answer"), "struck": _("struck out: wrong")}.get(self.state, "")


def quiz_rows(view: values.View, seats: Sequence[Any]) -> list[PlayerRow]:
    """Every player, in seat order; a host or a referee is none."""
    places = places_by_score(view.scores)
    return [
        PlayerRow(
            player=seats[seat],
            score=score,
            cards=view.cards[seat],
            owns=view.owner == seat,
            failed=seat in view.failed,
            right=bool(view.buzzers and view.buzzers.verdicts[seat]),
            won=view.winner == seat,
            in_death=view.sudden_death is not None and score >= IN_DEATH,
            place=places[seat],
        )
        for seat, score in enumerate(view.scores)
    ]


def podium(view: values.View, seats: Sequence[Any]) -> list[PlayerRow]:
    """As on a podium: second, first, third."""
    rows = sorted(quiz_rows(view, seats), key=lambda row: (row.place, row.player.seat))
    return [rows[1], rows[0], *rows[2:]]


def quiz_choices(view: values.View) -> list[Choice]:
    question = view.question
    if question is None:
        return []
    return [
        Choice(
            index,
            LETTERS[index],
            words,
            _state(view, index),
        )
        for index, words in enumerate(question.choices)
    ]


LONG = {15: "longest", 11: "long"}
"""Letters of a word that does not fit half a phone: from so many on, choices are written smaller,
or one below the other. No word is ever broken."""


def size_of(choices: Sequence[Choice]) -> str:
    letters = max(len(word) for one in choices for word in one.words.split())
    return next((name for most, name in LONG.items() if letters >= most), "")


def _state(view: values.View, index: int) -> str:
    """What everybody may know of a choice; a host knows more, but not here."""
    assert view.question is not None
    if index in view.question.struck:
        return "struck"
    return "right" if view.revealed and index == view.question.answer else ""


@register.simple_tag
def shape(index: int) -> SafeString:
    return format_html(
        '<svg class="q-shape" viewBox="0 0 40 40" aria-hidden="true">{}</svg>',
        SafeString(SHAPES[index]),
    )


def press(offers: Sequence[Offer], wanted: str) -> str:
    """`press(offers, "judge 0 right")`: that move on the wire if it may be made, or nothing."""
    return next((offer.wire for offer in offers if _named(offer.move) == wanted), "")


def _named(move: values.AnyMove) -> str:
    match move:
        case values.Judge(player, correct):
            return f"judge {player} {'right' if correct else 'wrong'}"
        case values.Card(player, colour):
            return f"card {player} {colour}"
        case _:
            return str(type(move).__struct_config__.tag)


def press_mark(view: values.View, seat: int) -> SafeString:
    """What a player did with the buzzer before a host, and what became of it."""
    seen = view.buzzers
    if not seen:
        return SafeString("")
    marks = []
    verdict = seen.verdicts[seat]
    if verdict is not None:
        kind, sign, words = ("right", "✓", _("right")) if verdict else ("wrong", "✗", _("wrong"))
        marks.append(_mark(f"q-press {kind}", sign, words))
    elif seat in seen.order:
        place = seen.order.index(seat) + 1
        kind = "q-press now" if seat == view.owner else "q-press"
        marks.append(_mark(kind, str(place), _("number {n} at the buzzer").format(n=place)))
    choice = seen.shown[seat]
    if isinstance(choice, int):
        letter = LETTERS[choice]
        marks.append(
            _mark(f"q-shown c{choice}", letter, _("answer {letter}").format(letter=letter))
        )
    elif seat in seen.answered:
        marks.append(_mark("q-shown", "…", _("has shown an answer to the host")))
    return SafeString("".join(marks))


def words_said(view: values.View, seat: int) -> str:
    """The words of their own that a player showed to the host, where they may be read."""
    answer = view.buzzers.shown[seat] if view.buzzers else None
    return answer if isinstance(answer, str) else ""


def _mark(kind: str, sign: str, words: str) -> SafeString:
    line = (
        '<span class="{}"><span aria-hidden="true">{}</span><span class="sr-only">{} </span></span>'
    )
    return format_html(line, kind, sign, words)


def counts_down(view: values.View) -> bool:
    """Whether a clock runs before a host that is anybody's business."""
    seen = view.buzzers
    if not seen or seen.paused or view.phase != "hosted":
        return False
    return seen.counting or seen.stage == "look"


def clock_name(view: values.View) -> str:
    """Another name for each clock of a television, which starts to run when it comes."""
    stage = view.buzzers.stage if view.buzzers else len(view.failed)
    return f"{view.phase}-{view.number}-{stage}"


def can_be_given_up(view: values.View) -> bool:
    return view.gave_up is not UNSET


def act_words(act: values.Scored) -> str:
    """The last thing a host did, for the line beside the way back."""
    return {
        "right": _("Right, +1"),
        "wrong": _("Wrong, −1"),
        "yellow": _("Yellow card, −1"),
        "red": _("Red card, −3"),
    }[act.act]


@register.filter
def category_words(key: str) -> str:
    return _(CATEGORIES[key]) if key in CATEGORIES else key


@register.filter
def difficulty_words(level: int) -> str:
    return _(DIFFICULTIES[level])


@register.filter
def minus(number: int) -> str:
    """A score with a true minus sign."""
    return str(number).replace("-", "−")


def cards_shown(colours: Sequence[str]) -> SafeString:
    """The newest cards of a player; of more than five also their number."""
    words = {"red": _("red card"), "yellow": _("yellow card")}
    marks = "".join(
        f'<i class="q-card q-{colour}" role="img" aria-label="{words[colour]}"></i>'
        for colour in colours[-MOST_CARDS:]
    )
    number = f'<small class="num">{len(colours)}</small>' if len(colours) > MOST_CARDS else ""
    return SafeString(f'<span class="q-cards">{marks}{number}</span>')


# ---- Drawn examples for the page of the rules ---------------------------------------------------


@register.inclusion_tag("alalab/demo_choices.html")
def demo_choices(*words: str, struck: int | None = None) -> dict[str, Any]:
    return {
        "choices": [
            Choice(index, LETTERS[index], text, "struck" if index == struck else "")
            for index, text in enumerate(words)
        ]
    }


@register.inclusion_tag("alalab/demo_scores.html")
def demo_scores(*scores: int, won: int | None = None, death: int | None = None) -> dict[str, Any]:
    """Two or three players, called A, B and C."""
    return {
        "death": death,
        "stands": [
            {
                "name": LETTERS[seat],
                "score": score,
                "height": max(0, min(14, score)),
                "won": seat == won,
            }
            for seat, score in enumerate(scores)
        ],
    }
