"""Template tags of Telefon Domino: tiles, the board and the rules page's examples."""

from collections.abc import Sequence
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.safestring import SafeString

from games.page.html import escaped, format_html, format_html_join
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import language
from games.telefon import narration, scoring
from games.telefon.board import chains_of, ends_of, sum_of_ends, with_tile
from games.telefon.geometry import Box, PlacedTile
from games.telefon.layout import Slot, lay_out
from games.telefon.rules import OPENERS
from games.telefon.scoring import FULL_TARGET, bonus_for, points_of, rounded_up
from games.telefon.tiles import HALVES, PIPS
from games.telefon.values import ENDS, Board, BoardView, End, Options, View

register = template.Library()

PURE = ("bone", "final_board")


@cache
def pips(value: int) -> str:
    """One half of a tile; its drawing cannot change while the process lives."""
    sprite = staticfiles_storage.url("telefon/bones.svg")
    return f'<svg class="half"><use href="{escaped(sprite)}#n{value}"/></svg>\n'


def drawn(first: int, second: int, classes: str, label: str, rest: str = "") -> str:
    """A tile; its first half is on the left or on top."""
    heard = f'role="img" aria-label="{escaped(label)}"' if label else 'aria-hidden="true"'
    # Halves and what a move changes stand on lines of their own: a patch names what is known.
    return f'<span{rest} class="bone {classes}" {heard}>\n{pips(first)}{pips(second)}</span>'


@register.simple_tag
def bone(tile: str, key: str = "", classes: str = "") -> SafeString:
    """A tile that stands upright, as in a hand."""
    rest = f' data-key="{escaped(key)}"' if key else ""
    low, high = HALVES[tile]
    label = narration.tile_words(tile)
    return SafeString(drawn(low, high, f"v {escaped(classes)}".rstrip(), label, rest))


# ---- The board ---------------------------------------------------------------------------------


ORIGIN = 100
"""The middle of the first tile; no board is so large that a place would be negative."""


def number(squares: float) -> str:
    """In half squares and three digits; the stylesheet knows the digits."""
    return f"{round(2 * squares):03d}"


def place(box: Box) -> str:
    return f"{number(box.x + ORIGIN / 2)} {number(box.y + ORIGIN / 2)}"


def spot(placed: PlacedTile) -> str:
    """A place on the felt, counted from the first tile: what lies is never told anew."""
    return f'{at(placed.box)} data-way="{way_of(placed)}"'


def at(box: Box) -> str:
    x, y = place(box).split()
    return f'data-x="{x}" data-y="{y}"'


def way_of(placed: PlacedTile) -> str:
    return "v" if placed.upright else "h"


@lru_cache(maxsize=4096)
def laid(placed: PlacedTile, classes: tuple[str, ...], prefix: str, language: str) -> str:
    """A tile in its place, remembered: of a board that grows all others stay as they are."""
    rest = f' id="{prefix}-{placed.tile}" {spot(placed)}\n'
    if prefix == "b":
        rest += f'data-key="{placed.tile}"'
    names = " ".join((way_of(placed), *classes))
    return drawn(*placed.halves, names, narration.tile_words(placed.tile), rest)


def slot(view: View, end: End, free: Slot) -> str:
    """Where the next tile will lie, plain or double. It is shown when the chosen tile fits."""
    words = escaped(narration.end_name(view, end))
    key, open_end = narration.end_key(end), view.ends[end]
    double = f"{place(free.double.box)} {way_of(free.double)}"
    plain = f"{place(free.plain.box)} {way_of(free.plain)}"
    tip = "tip" if counts(view, end) else "tip quiet"
    return (
        f'<span class="{tip}" id="t-{end}" aria-hidden="true" data-glides data-tells\n'
        f'{at(free.plain.inner_half)}><b class="num">{open_end.value}</b>'
        f"{'<small>×2</small>' if open_end.double else ''}</span>\n"
        f'<label class="pick ghost" id="g-{end}" data-plain="{plain}" data-double="{double}"\n'
        f"{spot(free.plain)}>\n"
        '<input type="checkbox" class="piece" form="hand" autocomplete="off"\n'
        f'value="{key}" id="g-{end}-in" aria-label="{words}">'
        f'<b aria-hidden="true">{open_end.value}</b>\n'
        f'<i id="g-{end}-gain" data-client></i></label>'
    )


def counts(view: View, end: End) -> bool:
    """An arm of the spinner counts once it holds a tile."""
    return end in ENDS[:2] or bool(getattr(view.chains, end))


def drawing(board: View | BoardView, prefix: str) -> SafeString:
    """All tiles in their places, in a frame of the size they need; in play with the free slots."""
    layout = lay_out(board.centre, board.chains, isinstance(board, View))
    last = (board.chains.order or ())[-1:] if isinstance(board, View) else ()
    parts = []
    for placed in layout.tiles:
        classes = ["hub"] if placed.tile == board.spinner else []
        classes += ["last"] if placed.tile in last else []
        parts.append(laid(placed, tuple(classes), prefix, language()))
    if isinstance(board, View):
        parts += [slot(board, end, free) for end, free in layout.slots.items()]
    size = f'data-w="{number(layout.box.w)}" data-h="{number(layout.box.h)}"'
    return SafeString(
        f'<div class="lay" id="{prefix}-lay" {at(layout.box)} {size}>'
        + "\n".join(["", *parts, "</div>"])
    )


def domino_board(view: View) -> SafeString:
    """The board in play, with a slot at each open end; the tile that was laid last is marked."""
    return drawing(view, "b")


def final_board(board: BoardView) -> SafeString:
    return drawing(board, "f")


def open_ends(view: View) -> list[SimpleNamespace]:
    """The terms of the sum: each open end, what it counts, and whether it counts yet."""
    ends = [
        SimpleNamespace(
            name=narration.end_name(view, end),
            key=end,
            value=open_end.value,
            double=open_end.double,
            counts=counts(view, end),
        )
        for end, open_end in view.ends.items()
    ]
    terms = ends[:1] if narration.is_lone_double(view) else ends
    return sorted(terms, key=lambda end: not end.counts)


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
    board = with_tile(Board(order=()), first, "left")
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
