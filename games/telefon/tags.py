"""Template tags of Telefon Domino: tiles, the board and the rules page's examples."""

from collections.abc import Iterable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.telefon import narration, scoring
from games.telefon.board import chains_of, ends_of, sum_of_ends, with_tile
from games.telefon.layout import Box, Layout, PlacedTile, lay_out
from games.telefon.rules import OPENERS
from games.telefon.scoring import FULL_TARGET, bonus_for, points_of, rounded_up
from games.telefon.tiles import HALVES, PIPS
from games.telefon.values import ENDS, Board, BoardView, End, Options, View

register = template.Library()

PURE = ("bone",)

ARROWS: dict[End, str] = {"left": "←", "right": "→", "up": "↑", "down": "↓"}


@cache
def pips(value: int) -> str:
    """One half of a tile; its drawing cannot change while the process lives."""
    sprite = staticfiles_storage.url("telefon/bones.svg")
    return f'<svg class="half"><use href="{escape(sprite)}#n{value}"/></svg>\n'


def drawn(first: int, second: int, classes: str, label: str, rest: str = "") -> str:
    """A tile; its first half is on the left or on top."""
    heard = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    # Halves and what a move changes stand on lines of their own: a patch names what is known.
    return f'<span{rest} class="bone {classes}" {heard}>\n{pips(first)}{pips(second)}</span>'


@register.simple_tag
def bone(tile: str, key: str = "", classes: str = "") -> SafeString:
    """A tile that stands upright, as in a hand."""
    rest = f' data-key="{escape(key)}"' if key else ""
    low, high = HALVES[tile]
    label = narration.tile_words(tile)
    return SafeString(drawn(low, high, f"v {escape(classes)}".rstrip(), label, rest))


def team_of(seat: int) -> str:
    """Opposite seats are one team."""
    return "AB"[seat % 2]


# ---- The board ---------------------------------------------------------------------------------


def spot(box: Box, around: Box) -> str:
    """A place on the felt in half squares; the stylesheet knows the numbers."""
    return f' data-x="{round(2 * (box.x - around.x))}" data-y="{round(2 * (box.y - around.y))}"'


def laid(placed: PlacedTile, layout: Layout, classes: Iterable[str], prefix: str) -> str:
    way = "v" if placed.upright else "h"
    rest = f' id="{prefix}-{placed.tile}"{spot(placed.box, layout.box)}\n'
    if prefix == "b":
        rest += f'data-key="{placed.tile}"'
    return drawn(
        placed.first,
        placed.second,
        " ".join((way, *classes)),
        narration.tile_words(placed.tile),
        rest,
    )


def slot(end: End, value: int, layout: Layout) -> str:
    """Where the next tile would lie. It is shown when the chosen tile fits."""
    box = layout.slots[end]
    words = escape(f"{narration.PLACES[end]}: {value}")
    way = "v" if box.h > box.w else "h"
    key = narration.end_key(end)
    return (
        f'<label class="pick ghost {way}" id="g-{end}"{spot(box, layout.box)}>\n'
        '<input type="checkbox" class="piece" form="hand" autocomplete="off"\n'
        f'value="{key}" id="g-{end}-in" aria-label="{words}">'
        f'<b aria-hidden="true">{ARROWS[end]}{value}</b>\n'
        f'<i id="g-{end}-gain" data-client></i></label>'
    )


def drawing(board: View | BoardView, prefix: str, marks: Iterable[str] = ()) -> SafeString:
    """All tiles in their places, on a felt of the size they need; in play with the free slots."""
    layout = lay_out(board, slots=isinstance(board, View))
    marked = set(marks)
    parts = []
    for placed in layout.tiles:
        classes = ["hub"] if placed.tile == board.spinner else []
        classes += ["last"] if placed.tile in marked else []
        parts.append(laid(placed, layout, classes, prefix))
    if isinstance(board, View):
        parts += [slot(end, board.ends[end].value, layout) for end in layout.slots]
    width, height = round(2 * layout.box.w), round(2 * layout.box.h)
    return SafeString(
        f'<div class="lay" id="{prefix}-lay" data-x="{width}" data-y="{height}">'
        + "\n".join(["", *parts, "</div>"])
    )


def domino_board(view: View, marks: Iterable[str]) -> SafeString:
    """The board in play, with a slot at each open end."""
    return drawing(view, "b", marks)


def final_board(board: BoardView) -> SafeString:
    return drawing(board, "f")


def open_ends(view: View) -> list[SimpleNamespace]:
    """The compass: each open end, what it counts, and whether it counts yet."""
    return [
        SimpleNamespace(
            name=narration.PLACES[end],
            key=end,
            arrow=ARROWS[end],
            value=open_end.value,
            double=open_end.double,
            counts=end in ENDS[:2] or bool(getattr(view.chains, end)),
        )
        for end, open_end in view.ends.items()
    ]


def gains(view: View, offers: Sequence[Offer]) -> SafeString:
    """What each tile would score at each end, for the slots to show."""
    rows = [
        (offer.pieces[0], offer.pieces[1], points)
        for offer in offers
        if len(offer.pieces) == 2 and (points := narration.points_offered(view, offer.move))
    ]
    return format_html_join("", '<i data-tile="{}" data-end="{}">+{}</i>', rows)


def limit_of(options: dict[str, Any]) -> int:
    """How high a bonus may lift a score at this table."""
    return scoring.limit_of(Options(target=options.get("target", FULL_TARGET)))


def bonus_of(summary: narration.GameSummary, seat: int) -> int | None:
    """The bonus of whoever won that game; None: it was another."""
    return summary.game.bonus if seat == summary.game.winner else None


# ---- The rules page ----------------------------------------------------------------------------


@register.simple_tag
def example(moves: str, name: str) -> SafeString:
    """A board played by the rules: the first tile in the middle, then `tile>end`.

    The sum of the ends and what the last tile scored are the rules' own.
    """
    first, *rest = moves.split()
    board = with_tile(Board(), first, "left")
    for part in rest:
        tile, end = part.split(">")
        if ends_of(board)[end].value not in HALVES[tile]:  # type: ignore[index]
            raise ValueError(f"{tile} does not fit {end}")
        board = with_tile(board, tile, end)  # type: ignore[arg-type]
    points = points_of(sum_of_ends(board)) if rest else 0
    counted = [
        (e.value * 2 if e.double else e.value)
        for end, e in ends_of(board).items()
        if end in ENDS[:2] or board.chain(end)
    ]
    if not rest:
        counted = [PIPS[first]]
    adding = " + ".join(map(str, counted))
    told = f"{adding} = {sum(counted)}" if len(counted) > 1 else adding
    verdict = _("Telefon! +{n}").format(n=points) if points else _("no points")
    return format_html(
        '<div class="dominoes example">{}</div>'
        '<p class="adding"><b>{}</b> <span class="{}">{}</span></p>',
        drawing(BoardView(board.centre, chains_of(board), board.spinner, points), f"x-{name}"),
        told,
        "badge" if points else "muted",
        verdict,
    )


def bonus_example(score: int, pips: int) -> SimpleNamespace:
    """The bonus of a winner with that score in a full match, as the rules reckon it."""
    bonus = bonus_for(score, pips, Options())
    return SimpleNamespace(
        score=score,
        pips=pips,
        rounded=rounded_up(pips),
        bonus=bonus,
        after=score + bonus,
    )


@register.simple_tag
def bonus_examples() -> list[SimpleNamespace]:
    """A plain one, one that is cut, and one that comes to nothing."""
    return [
        bonus_example(score, pips) for score, pips in ((100, 13), (290, 41), (295, 41), (310, 8))
    ]


@register.simple_tag
def openers() -> tuple[str, ...]:
    """In the order in which they open the first game."""
    return OPENERS
