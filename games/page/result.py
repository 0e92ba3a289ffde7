"""The result sheet: how a match ended, row by row, and the summary of the round before."""

from html import unescape
from itertools import groupby
from typing import Any

import msgspec
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.ratings.models import RatingChange
from games import registry
from games.engine.contract import Outcome, Seat
from games.models import Match
from games.page.html import format_html, format_html_join
from games.page.log import Speaker
from games.page.players import Player, players
from games.page.ratings import rating_note, ratings_of
from games.page.words import Words
from games.selectors import LoadedMatch
from games.services.finishing import ADJUDICATED


class Row(msgspec.Struct, frozen=True):
    """How it ended for one of them."""

    player: Player
    place: int | None
    score: int | None
    change: RatingChange | None = None
    note: str = ""
    """What somebody was who did not play."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    headline: SafeString
    told: str
    """The headline as others read it, in plain words."""
    rows: list[Row]
    sides: list[list[Row]]
    """Who shares a place and a score, together."""
    won: bool
    seed: str
    commitment: str
    rating_note: str = ""


def result_of(shown: LoadedMatch, you: Seat | None) -> Result | None:
    match = shown.match
    if match.status == Match.Status.RUNNING or match.result is None:
        return None
    data = match.result
    places = tuple(data["places"])
    outcome = Outcome(places, tuple(data["scores"]), data["reason"])
    everybody = players(shown, shown.rules.view(shown.state, you), you)
    rows = [
        Row(
            player=p,
            place=places[p.seat] if places else None,
            score=shown.seats[p.seat].score,
            change=ratings_of(shown).changes.get(p.user.pk),
            note=p.role,
        )
        for p in everybody
    ]
    rows.sort(key=lambda row: (row.place is None, row.place or 0, row.player.seat))
    together = groupby(
        sorted(rows, key=lambda row: (row.place is None, row.place or 0, side_of(row.player))),
        key=lambda row: (row.place, side_of(row.player)),
    )
    sides = [list(side) for _place, side in together]
    return Result(
        headline=headline_of(shown, outcome, you),
        told=unescape(strip_tags(headline_of(shown, outcome, None))),
        rows=rows,
        sides=sides,
        rating_note=rating_note(shown, you),
        won=you is not None and you in outcome.winners,
        seed=bytes(match.seed).hex(),
        commitment=match.commitment,
    )


def headline_of(shown: LoadedMatch, outcome: Outcome, you: Seat | None) -> SafeString:
    """How it ended in one sentence, to whoever sat in a seat or to everybody."""
    who = Speaker(shown, you)
    if outcome.reason == "forfeit":
        winner = outcome.winners[0]
        words_for = (
            _("You win: nobody else stayed.")
            if winner == you
            else _("{who} wins: nobody else stayed.")
        )
        return format_html(words_for, who=who(winner))
    if not outcome.places:
        return format_html("{}", _("The match was called off. It counts for nobody."))
    if outcome.reason == ADJUDICATED:
        names = format_html_join(_(", "), "{}", ((who(seat),) for seat in outcome.winners))
        return format_html(_("Decided by the house. First: {names}"), names=names)
    return registry.game(shown.match.game).words.headline(outcome, who)


def side_of(player: Player) -> int:
    """Who shares a place and a score: a team, or somebody alone."""
    return player.seat if player.team is None else player.team


def summary_of(words: Words, view: Any) -> dict[str, Any]:
    """What the sheet shows of the round finished last; the sheet opens when its number changes."""
    number, told = words.summary(view)
    return {"summary": told, "summary_number": number}
