"""What a table's templates share: by-seat values, scores, offers, rows of a tally; in a page of
Django's `{% jinja "games/regions/log.jinja" %}`, a region in its place."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django import template
from django.utils.safestring import SafeString, mark_safe

from accounts.ratings.models import RatingChange
from accounts.ratings.selectors import Mark
from games.page import jinja as environment
from games.page.html import escaped
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import minus
from games.registry import game

register = template.Library()

SHARED = (
    "of",
    "offer_buttons",
    "score_line",
    "tally_row",
    "tally_lines",
    "my_score",
    "seat_score",
    "team_mark",
    "rating",
    "rating_change",
    "minus",
)
"""What the templates of regions know by name."""
PURE = ("my_score", "seat_score", "team_mark")


@register.simple_tag(takes_context=True)
def jinja(context: Any, name: str) -> SafeString:
    """A template of the regions inside a page; it escapes what needs it."""
    return mark_safe(environment.render(name, context.flatten()))


def of(values: Sequence[Any] | None, seat: int) -> Any:
    """What belongs to a seat."""
    return values[seat] if values else None


def offer_buttons(offers: Sequence[Offer]) -> SafeString:
    """A button for each offer. There can be fifty, so what they share stands on its own lines."""
    first = {offer.slot: number for number, offer in reversed([*enumerate(offers, 1)])}
    return SafeString(
        "\n".join(
            _button(offer, offer.slot if offer.slot and first[offer.slot] == number else number)
            for number, offer in enumerate(offers, 1)
        )
    )


def _button(offer: Offer, name: str | int) -> str:
    """A button with a place of its own keeps its name from push to push, so it stays there."""
    # Sentences that many offers have in common stand on lines of their own too.
    preview = escaped(offer.preview).replace(". ", ".\n")
    # JSON is full of double quotes, so its attribute stands in single ones.
    move = offer.wire.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
    return (
        f'<button type="submit" name="move" class="btn offer" aria-describedby="preview"\n'
        f'id="o-{escaped(name)}" data-weight="{offer.weight}"{_place(offer)}\nvalue=\'{move}\''
        f' data-pieces="{escaped(" ".join(offer.pieces))}"{_gathering(offer, move)}\n'
        f'data-preview="{preview}"\n>{escaped(offer.label)}</button>'
    )


def _place(offer: Offer) -> str:
    """Where the button stands, and whether the page presses it."""
    slot = f' data-slot="{escaped(offer.slot)}"' if offer.slot else ""
    return slot + " data-forced" * offer.forced


def _gathering(offer: Offer, move: str) -> str:
    """What the page needs to fill the list of a move with the chosen pieces."""
    if not offer.gather:
        return ""
    most = "" if offer.most is None else offer.most
    previews = escaped(msgspec.json.encode(offer.previews).decode())
    return (
        f' data-base=\'{move}\' data-gather="{escaped(offer.gather)}" data-least="{offer.least}"'
        f' data-most="{most}" data-must="{escaped(offer.must)}" data-previews="{previews}"'
    )


def score_line(key: str, item: Any) -> str:
    """What counted, in the words of the game's own narration."""
    return str(game(key).words.score_line(item))


def tally_row(
    content: SafeString,
    player: Any,
    gain: int | None = None,
    zero: str = "0",
    classes: str = "",
    **states: Any,
) -> SafeString:
    """What one player made of a round: the name, what was gained, and what is written inside.

    `zero` is how a gain of nothing is written. Each of `states` is a class that holds or does not,
    as in `won=row.won`. One's own row is told by `own_row`.
    """
    are = " ".join([*classes.split(), *(name for name, holds in states.items() if holds)])
    gained = "" if gain is None else f' <b class="num">{f"+{gain}" if gain else escaped(zero)}</b>'
    team = getattr(player, "team", None)
    side = "" if team is None else f' data-team="{team}"'
    row = SafeString(
        f'<section data-seat="{player.seat}" class="tally-row {escaped(are)}"{side}>'
        f"<h3><bdi>{escaped(player.name)}</bdi>{gained}</h3>\n{content}\n</section>"
    )
    return own_row(row, player.seat) if player.is_you else row


def own_row(tally: str, seat: int) -> SafeString:
    """A tally that looks the same to all, with one player's own row marked."""
    row = f'<section data-seat="{seat}" class="tally-row'
    return SafeString(tally.replace(row, f"{row} me"))


def tally_lines(key: str, counted: Iterable[Any]) -> SafeString:
    """What counted, line by line, in the words of the game."""
    lines = (
        f'<li><span>{escaped(score_line(key, line))}</span><b class="num">{line.points}</b></li>'
        for line in counted
    )
    return SafeString("<ul>\n" + "\n".join(lines) + "\n</ul>")


# ---- Scores and ratings --------------------------------------------------------------------------


def my_score(n: int | str, unit: str = "") -> SafeString:
    """One's own score: points, or what `unit` names."""
    named = escaped(unit) if unit else ngettext("point", "points", int(n))
    return SafeString(
        f'<span class="my-score" id="my-score" data-tells data-score="me">'
        f'<b class="num">{escaped(minus(n))}</b> '
        f"<small>{named}</small></span>"
    )


def seat_score(seat: int, n: int) -> SafeString:
    """The points of another."""
    return SafeString(
        f'<b class="score num" id="seat-{seat}-score" data-tells data-score="{seat}">'
        f'<span class="sr-only">{_("Points:")} </span>{minus(n)}</b>'
    )


@register.simple_tag
def team_mark(team: int | None, id: str = "") -> SafeString:
    """The letter of a team in its colour; nothing where everybody plays alone."""
    if not isinstance(team, int):
        return SafeString()
    named = f' id="{escaped(id)}"' if id else ""
    return SafeString(
        f'<span class="team" data-team="{team}"{named}>'
        f'<span class="sr-only">{_("Team")} </span>{chr(ord("A") + team)}</span>'
    )


@register.simple_tag
def rating(mark: Mark) -> SafeString:
    """A rating beside a name."""
    maybe = (
        f'<span class="maybe" aria-hidden="true">?</span>'
        f'<span class="sr-only">{_("provisional")}</span>'
        if mark.provisional
        else ""
    )
    return SafeString(
        f'<small class="rate num"><span class="sr-only">{_("rating")}</span>'
        f" {mark.shown}{maybe}</small>"
    )


def rating_change(change: RatingChange) -> SafeString:
    """What a match did to a rating: signs for eyes, words for ears."""
    if change.gain > 0:
        way, gained = " gain-up", f"+{change.gain}"
    elif change.gain < 0:
        way, gained = " gain-down", f"−{change.loss}"
    else:
        way, gained = "", "±0"
    return SafeString(
        f'<span class="place-rating num"><span class="sr-only">{_("rating")}</span>'
        f' {change.shown} <b class="gain{way}">{gained}</b></span>'
    )
