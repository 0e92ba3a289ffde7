"""Template tags of Otzarot: dice, fortune cards, and the table as its template walks over it."""

from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

from django import template
from django.utils.safestring import SafeString

from games.otzarot import narration, probability, scoring, values
from games.otzarot.deck import BATTLES, TIMES_SHOWN
from games.otzarot.dice import LEAST_REROLL, free_dice
from games.page.html import escaped, format_html
from games.page.phrases import gettext as _
from games.templatetags.pieces import sprite

register = template.Library()

PURE = ("fortune_card",)

SPRITE = "otzarot/pieces.svg"
BATTLE, STORM = "battle", "storm"


@dataclass(frozen=True)
class DieShown:
    """A die as everybody sees it."""

    number: int
    face: str
    key: str
    words: str
    open: bool
    """It may be chosen by whoever has the turn."""


@register.simple_tag
def die(face: str, key: str = "", label: str = "") -> SafeString:
    """A die. Its words stand at its checkbox; by itself, as in the rules, it needs a label."""
    named = f' data-key="{escaped(key)}"' if key else ""
    heard = f' role="img" aria-label="{escaped(label)}"' if label else ""
    return SafeString(
        f'<span{named}{heard}\nclass="die {escaped(face)}">\n{picture_of(face)}\n</span>'
    )


def die_pick(shown: DieShown, marks: Container[str], roll: int = 0) -> SafeString:
    """A die with its checkbox; with `roll`, the number of the step, the dice that it rolled tumble.

    What a roll changes stands on lines of its own.
    """
    last = shown.key in marks
    tumbles = f' data-roll="{roll}"' if roll and last else ""
    return SafeString(
        f'<label id="p-{shown.key}"\nclass="pick die-pick {shown.face}{" last" if last else ""}"'
        f'{tumbles}><input type="checkbox" class="piece" form="hand" autocomplete="off"\n'
        f'value="{shown.key}" data-value="{shown.number}" id="p-{shown.key}-in"'
        f'{"" if shown.open else " disabled"}\naria-label="{escaped(shown.words)}">\n'
        f"{die(shown.face, key=shown.key)}</label>"
    )


@register.simple_tag
def still_die(face: str) -> SafeString:
    """A die that needs no stylesheet: for pages that know nothing of this game."""
    body, edge = ("#2B1620", "#0E070A") if face == "skull" else ("#FCF8EE", "#DDD2BA")
    return format_html(
        '<svg width="84" height="84" viewBox="0 0 84 84" aria-hidden="true">'
        '<rect x="2" y="2" width="80" height="80" rx="18" fill="{}" stroke="{}" stroke-width="2"/>'
        '<use href="{}#{}" x="14" y="14" width="56" height="56"/></svg>',
        body,
        edge,
        sprite(SPRITE),
        face,
    )


@register.simple_tag
def dice(faces: str) -> SafeString:
    """`{% dice "coin coin skull" %}`: some dice in a row, for the values."""
    shown = faces.split()
    return format_html(
        '<span class="dice-row" role="img" aria-label="{}">{}</span>',
        narration.faces_in_words(shown),  # type: ignore[arg-type]
        SafeString("".join(die(face) for face in shown)),
    )


@register.simple_tag
def fortune_card(card: str | None, classes: str = "") -> SafeString:
    """A fortune card: its picture, name and text. None is the deck, face down."""
    if card is None:
        return format_html(
            '<span class="fortune back {}"><svg aria-hidden="true"><use href="{}#card-back"/></svg>'
            "</span>",
            classes,
            sprite(SPRITE),
        )
    words = narration.CARDS[card]
    swords = BATTLES.get(card, (0, 0))[0]
    return format_html(
        '<span class="fortune {} {}" data-key="fortune-{}"><svg aria-hidden="true">'
        '<use href="{}#card-{}"/></svg>{}'
        '<span class="fortune-words"><b>{}</b><span>{}</span></span>'
        "</span>",
        card,
        classes,
        card,
        sprite(SPRITE),
        card,
        SafeString(format_html('<i class="fortune-n num" aria-hidden="true">{}×</i>', swords))
        if swords
        else "",
        words.name,
        words.text,
    )


@register.simple_tag
def all_cards() -> list[tuple[str, int]]:
    """Every kind of card, and how many there are of it."""
    return list(TIMES_SHOWN.items())


@cache
def picture_of(name: str) -> SafeString:
    return format_html('<svg aria-hidden="true"><use href="{}#{}"/></svg>', sprite(SPRITE), name)


def scene(view: values.View) -> SimpleNamespace:
    """The table: this turn's dice and card, or between turns those of the turn that ended."""
    last = view.last_turn if view.phase in ("draw", "over") else None
    card = last.card if last else view.card
    faces = last.dice if last else view.dice
    score = last or view.preview
    shown = [shown_die(view, number, face, last is not None) for number, face in enumerate(faces)]
    return SimpleNamespace(
        past=last,
        card=card,
        mood=mood(view, last),
        loose=[d for d in shown if last or d.number not in view.chest],
        stowed=[d for d in shown if not last and d.number in view.chest],
        has_chest=not last and card == "chest",
        skulls=scoring.skulls_of(card, faces) if card else 0,
        skull_marks=range(max(scoring.TOO_MANY, scoring.skulls_of(card, faces) if card else 0)),
        points=narration.signed(score.points) if score else "",
        lines=[(narration.score_line(line), narration.signed(line.points)) for line in score.lines]
        if score
        else [],
        swords=faces.count("swords"),
        swords_needed=scoring.ZOMBIE_SWORDS,
    )


def shown_die(view: values.View, number: int, face: str | None, past: bool) -> DieShown:
    words = str(narration.FACE_WORDS[face]) if face else _("not rolled yet")
    if face == "skull":
        words = _("{face}, locked").format(face=words)
    if number in view.chest and not past:
        words = _("{face}, in the chest").format(face=words)
    return DieShown(
        number=number,
        face=face or "blank",
        key=narration.die_key(number),
        words=_("Die {n}: {face}").format(n=number + 1, face=words),
        open=view.phase == "decide",
    )


def mood(view: values.View, last: values.LastTurn | None) -> str:
    """Island, zombies, sea battle and storm each have an air of their own."""
    if view.phase in ("island", "zombie"):
        return view.phase
    if last is not None:
        return "island" if any(line.what == "island" for line in last.lines) else ""
    if view.card in BATTLES:
        return BATTLE
    return view.card if view.card in (STORM, "zombie") else ""


def risks(view: values.View) -> list[tuple[int, int]]:
    """How many dice may be rolled, and the exact chance in percent that the skulls win."""
    most = len(free_dice(view.dice, view.chest))
    return [
        (dice, probability.percent(narration.risk(view, dice)))
        for dice in range(LEAST_REROLL, most + 1)
    ]
