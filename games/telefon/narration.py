"""Narration of Telefon Domino: what happened, what may be done, what is asked, what counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any, Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.engine.contract import Outcome, Seat
from games.engine.intermission import BETWEEN, PlayOn
from games.engine.seats import all_seats
from games.page.html import format_html
from games.page.intermission import ask_between, offer_to_play_on
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import Who, clock_short, points, winners_line
from games.telefon import values
from games.telefon.board import board_of, sum_of_ends, with_tile
from games.telefon.geometry import EAST, NORTH, SOUTH, WEST, Vector, dot
from games.telefon.layout import lay_out
from games.telefon.scoring import SCORING_OPENER, points_of, rounded_up
from games.telefon.tiles import HALVES, PIPS, Tile, pips_in

LAID_AT: dict[values.End, Any] = {
    "left": gettext_lazy("{who} laid {tile} on the left arm."),
    "right": gettext_lazy("{who} laid {tile} on the right arm."),
    "up": gettext_lazy("{who} laid {tile} on the upper arm."),
    "down": gettext_lazy("{who} laid {tile} on the lower arm."),
}
Side = Literal["", "left", "right", "upper", "lower"]
AT: dict[Side, Any] = {
    "": gettext_lazy("At the {n}"),
    "left": gettext_lazy("At the left {n}"),
    "right": gettext_lazy("At the right {n}"),
    "upper": gettext_lazy("At the upper {n}"),
    "lower": gettext_lazy("At the lower {n}"),
}
GOES_TO: dict[Side, Any] = {
    "": gettext_lazy("{tile} goes to the {n}."),
    "left": gettext_lazy("{tile} goes to the left {n}."),
    "right": gettext_lazy("{tile} goes to the right {n}."),
    "upper": gettext_lazy("{tile} goes to the upper {n}."),
    "lower": gettext_lazy("{tile} goes to the lower {n}."),
}
DIRECTIONS: dict[Side, Vector] = {"left": WEST, "right": EAST, "upper": NORTH, "lower": SOUTH}

# ---- What happened -----------------------------------------------------------------------------


def tell(fact: values.AnyFact, who: Who) -> SafeString:
    """One line of the log, which a screen reader reads as well. `who` names a seat, safely."""
    match fact:
        case values.Dealt():
            return _deal(fact, who)
        case values.Played(seat=seat, tile=tile, end=end):
            text = LAID_AT[end] if end else _("{who} opened with {tile}.")
            line = format_html(text, who=who(seat), tile=tile_mark(tile))
            return format_html("{} {}", line, _telefon(fact.points)) if fact.points else line
        case values.SpinnerOpened(tile=tile):
            text = _("{tile} is the spinner: the board is open four ways.")
            return format_html(text, tile=tile_mark(tile))
        case values.Drew(seat=seat):
            return format_html(_("{who} drew a tile."), who=who(seat))
        case values.Got(seat=seat, tile=tile):
            return format_html(_("{who} got {tile}."), who=who(seat), tile=tile_mark(tile))
        case values.Passed(seat=seat):
            return format_html(_("{who} passed."), who=who(seat))
        case values.GameWon():
            return _won(fact, who)
        case values.GameTied(game=number, pips=pips):
            text = ngettext(
                "Game {game} is blocked. Several have the fewest, {n} pip: nobody wins it.",
                "Game {game} is blocked. Several have the fewest, {n} pips: nobody wins it.",
                pips,
            )
            return format_html(text, game=number, n=pips)


def marks(fact: values.AnyFact) -> tuple[str, ...]:
    """The tile that was laid, or to the one who drew it, the tile that was drawn."""
    match fact:
        case values.Played(tile=tile) | values.Got(tile=tile):
            return (tile,)
        case _:
            return ()


def sound(fact: values.AnyFact) -> str:
    """A tile clicks; one that scores rings."""
    match fact:
        case values.Dealt():
            return "deal"
        case values.Played(points=points):
            return "coin" if points else "domino"
        case values.Drew():
            return "card"
        case values.GameWon():
            return "win"
        case _:
            return ""


# ---- What may be done --------------------------------------------------------------------------


def offer(move: values.AnyMove, view: values.View) -> Offer:
    """A legal move as a button, a sentence and the pieces that a player takes up for it."""
    match move:
        case values.Play(tile):
            return _play(move, tile, view)
        case values.Draw():
            return Offer(
                move,
                label=_("Draw a tile"),
                preview=_("Nothing fits: one tile comes from the bazar."),
                weight=1,
            )
        case values.Pass():
            return Offer(
                move,
                label=_("Pass"),
                preview=_("Nothing fits and the bazar is empty."),
                weight=1,
            )
        case PlayOn():
            return offer_to_play_on()


def offers(view: values.View, moves: Sequence[values.AnyMove]) -> list[Offer] | None:
    """A lone double looks alike from both sides: a tile takes the right one, nobody is asked."""
    if not is_lone_double(view):
        return None
    return [
        offer(move, view)
        for move in moves
        if not isinstance(move, values.Play) or move.end == "right"
    ]


def is_lone_double(view: values.View) -> bool:
    """One double lies on the board: it is one end."""
    chains = view.chains
    is_lone = view.centre is not None and not (chains.left or chains.right)
    return is_lone and view.ends["left"].double


def ask(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """What the table waits for, as this seat is told. None is a spectator."""
    if view.phase == "over":
        return _("The match is played.")
    if view.phase == BETWEEN:
        return ask_between(view, seat)
    if not moves:
        return _("A tile is being chosen") if seat is None else _("Wait for your turn")
    match moves[0]:
        case values.Draw():
            return _("Nothing fits: draw a tile")
        case values.Pass():
            return _("Nothing fits: pass")
        case values.Play(tile) if view.centre is None and len(moves) == 1:
            return _("You open the first game, with {tile}").format(tile=tile_short(tile))
    if view.centre is None:
        return _("You open this game: lay any tile")
    return _("Lay a tile")


# ---- How it ended ------------------------------------------------------------------------------


def headline(outcome: Outcome, who: Who) -> SafeString:
    """The first line of the result. Team mates win together."""
    return winners_line(outcome, who, points, together=True)


@dataclass(frozen=True)
class GameSummary:
    """The game finished last, for the sheet: its board, the hands left, and the bonus in steps."""

    number: int
    game: values.FinishedGame
    board: values.BoardView
    pips: tuple[int, ...]
    against: tuple[Seat, ...]
    """Whose pips the winner gets."""
    scores: tuple[int, ...]
    """By seat, until the next game is dealt; then they would be no longer this game's."""
    teams: tuple[int, ...] | None
    """The same by team, where teams play."""

    @property
    def total(self) -> int:
        return sum(self.pips[seat] for seat in self.against)

    @property
    def rounded(self) -> int:
        return rounded_up(self.total)

    @property
    def is_cut(self) -> bool:
        """The limit took some of the bonus, or all of it."""
        return self.game.bonus < self.rounded


def summary(view: values.View) -> tuple[int, GameSummary | None]:
    """The sheet opens when the number of finished games grows."""
    if not view.games or view.last_board is None:
        return 0, None
    game, number = view.games[-1], len(view.games)
    seats = all_seats(len(game.hands))
    against = [] if game.winner is None else [s for s in seats if _opponents(view, s, game.winner)]
    return number, GameSummary(
        number=number,
        game=game,
        board=view.last_board,
        pips=tuple(pips_in(hand) for hand in game.hands),
        against=tuple(against),
        scores=() if view.phase == "play" else tuple(player.score for player in view.players),
        teams=view.teams,
    )


def score_line(item: GameSummary) -> str:
    """How the bonus came about, in one line: 13 pips, rounded up to 15, capped to 5."""
    if item.game.winner is None:
        return _("Equally few pips: nobody wins, no bonus.")
    pips = ngettext("{n} pip", "{n} pips", item.total).format(n=item.total)
    parts = [pips]
    if item.rounded != item.total:
        parts.append(_("rounded up to {n}").format(n=item.rounded))
    if item.is_cut and item.game.bonus:
        parts.append(_("only {n} up to the limit").format(n=item.game.bonus))
    elif item.is_cut:
        parts.append(_("none above the limit"))
    return _(", ").join(parts)


def help_anchor(view: values.View) -> str:
    """The heading of the rules that fits the moment."""
    return "rule-end" if view.phase == "over" else "rule-turn"


def shortcuts() -> tuple[tuple[str, str], ...]:
    """Zoom and pan of the board, see `zoom.js`."""
    return (
        ("+ −", _("Make the board larger, smaller")),
        ("0", _("Show the whole board")),
        (_("Shift+arrow"), _("Move along a larger board")),
    )


def option_line(options: values.Options) -> str:
    """The table's options at a glance."""
    parts = [_("to {n}").format(n=options.target)]
    if options.teams:
        parts.append(_("teams"))
    if options.hand != "default":
        parts.append(ngettext("{n} tile", "{n} tiles", options.hand).format(n=options.hand))
    return " · ".join([*parts, clock_short(options.turn_seconds)])


# ---- Pieces of sentences -----------------------------------------------------------------------


def tile_short(tile: str) -> str:
    return tile.replace("-", "\u2011")


def tile_words(tile: str) -> str:
    """A tile as it is read aloud."""
    low, high = HALVES[tile]
    if low == high:
        return _("double {n}").format(n=low)
    return _("{low} and {high}").format(low=low, high=high)


def tile_mark(tile: str) -> SafeString:
    """A tile inside a sentence: short for eyes, words for ears."""
    return format_html(
        '<span class="ct" role="img" aria-label="{}">{}</span>', tile_words(tile), tile_short(tile)
    )


def end_key(end: str) -> str:
    """The piece key of an end of the board."""
    return f"end-{end}"


def end_name(view: values.View, end: values.End) -> str:
    """An end by its value; where several show the same, also by where they lie on the felt."""
    return str(AT[sides(view)[end]]).format(n=view.ends[end].value)


def sides(view: values.View) -> dict[values.End, Side]:
    """Of ends that show the same value, which lies left, right, above or below the others."""
    if is_lone_double(view):
        return dict.fromkeys(view.ends, "")
    ends = tuple((name, end.value) for name, end in view.ends.items())
    return _sides(view.centre, view.chains, ends)


@lru_cache(maxsize=256)
def _sides(
    centre: Tile | None, chains: values.Chains, ends: tuple[tuple[values.End, int], ...]
) -> dict[values.End, Side]:
    found: dict[values.End, Side] = dict.fromkeys((name for name, _value in ends), "")
    for value in {value for _name, value in ends}:
        alike = [name for name, there in ends if there == value]
        if len(alike) > 1:
            slots = lay_out(centre, chains).slots
            spots = [slots[name].plain.tip for name in alike]
            best = max(
                permutations(DIRECTIONS, len(alike)),
                key=lambda ways: sum(
                    dot(DIRECTIONS[way], spot) for way, spot in zip(ways, spots, strict=True)
                ),
            )
            found |= dict(zip(alike, best, strict=True))
    return found


def points_offered(view: values.View, move: values.AnyMove) -> int:
    """What a tile would score."""
    return _sum_and_points(view, move)[1] if isinstance(move, values.Play) else 0


def _sum_and_points(view: values.View, play: values.Play) -> tuple[int, int]:
    total = sum_of_ends(with_tile(board_of(view), play.tile, play.end or "left"))
    return total, points_of(total) if view.centre else 0


def _play(move: values.Play, tile: str, view: values.View) -> Offer:
    total, points = _sum_and_points(view, move)
    if view.centre is None:
        return Offer(
            move,
            label=_("Open with {tile}").format(tile=tile_short(tile)),
            preview=_opening(tile, view.game),
            pieces=(tile,),
            weight=1,
        )
    end = move.end or "left"
    value, side = view.ends[end].value, sides(view)[end]
    label = str(AT[side]).format(n=value)
    if points:
        label = _("{place}: +{n}").format(place=label, n=points)
        made = _("The ends make {n}: Telefon!")
    else:
        made = _("The ends make {n}: no points.")
    goes = str(GOES_TO[side]).format(tile=tile_short(tile), n=value)
    return Offer(
        move,
        label=label,
        preview=f"{goes} {made.format(n=total)}",
        pieces=(tile, end_key(end)),
        weight=1,
    )


def _opening(tile: str, game: int) -> str:
    line = _("{tile} lies in the middle.").format(tile=tile_short(tile))
    if tile == SCORING_OPENER and game > 1:
        n = PIPS[tile]
        text = ngettext(
            "It makes {n} point below the limit.", "It makes {n} points below the limit.", n
        )
        return f"{line} {text.format(n=n)}"
    return line


def _telefon(points: int) -> SafeString:
    text = ngettext("Telefon! {n} point.", "Telefon! {n} points.", points)
    return format_html("<b>{}</b>", text.format(n=points))


def _deal(fact: values.Dealt, who: Who) -> SafeString:
    if fact.must is None:
        text = ngettext(
            "Game {game}: {n} tile each. {who} may open with any tile.",
            "Game {game}: {n} tiles each. {who} may open with any tile.",
            fact.each,
        )
        return format_html(text, game=fact.game, n=fact.each, who=who(fact.opener))
    text = ngettext(
        "Game {game}: {n} tile each. {who} must open with {tile}.",
        "Game {game}: {n} tiles each. {who} must open with {tile}.",
        fact.each,
    )
    return format_html(
        text, game=fact.game, n=fact.each, who=who(fact.opener), tile=tile_mark(fact.must)
    )


def _won(fact: values.GameWon, who: Who) -> SafeString:
    if fact.why == "empty":
        text = _("{who} played the last tile and won game {game}.")
    else:
        text = _("Game {game} is blocked. {who} had the fewest pips and won it.")
    line = format_html(text, who=who(fact.seat), game=fact.game)
    bonus = ngettext("Bonus: {n} point.", "Bonus: {n} points.", fact.bonus).format(n=fact.bonus)
    return format_html("{} {}", line, bonus)


def _opponents(view: values.View, seat: Seat, winner: Seat) -> bool:
    return seat % 2 != winner % 2 if view.teams else seat != winner
