"""The result sheet: how a match ended, row by row, and the summary of the round before."""

from itertools import groupby
from types import SimpleNamespace
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from games import registry
from games.engine.contract import Outcome, Seat
from games.models import Match
from games.page.log import Speaker
from games.page.players import Player, players
from games.page.ratings import rating_note, ratings_of
from games.page.words import Words
from games.selectors import LoadedMatch
from games.services.finishing import ADJUDICATED


def result_of(shown: LoadedMatch, you: Seat | None) -> SimpleNamespace | None:
    """How it ended, line by line."""
    match = shown.match
    if match.status == Match.Status.RUNNING or match.result is None:
        return None
    who = Speaker(shown, you)
    words = registry.game(match.game).words
    data = match.result
    places = tuple(data["places"])
    outcome = Outcome(places, tuple(data["scores"]), data["reason"])
    everybody = players(shown, shown.rules.view(shown.state, you), you)
    rows = [
        SimpleNamespace(
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
    if data["reason"] == "forfeit":
        winner = outcome.winners[0]
        words_for = (
            _("You win: nobody else stayed.")
            if winner == you
            else _("{who} wins: nobody else stayed.")
        )
        headline = format_html(words_for, who=who(winner))
    elif not places:
        headline = format_html("{}", _("The match was called off. It counts for nobody."))
    elif data["reason"] == ADJUDICATED:
        names = format_html_join(_(", "), "{}", ((who(seat),) for seat in outcome.winners))
        headline = format_html(_("Decided by the house. First: {names}"), names=names)
    else:
        headline = words.headline(outcome, who)
    return SimpleNamespace(
        headline=headline,
        rows=rows,
        sides=sides,
        rating_note=rating_note(shown, you),
        won=you is not None and you in outcome.winners,
        seed=bytes(match.seed).hex(),
        commitment=match.commitment,
    )


def side_of(player: Player) -> int:
    """Who shares a place and a score: a team, or somebody alone."""
    return player.seat if player.team is None else player.team


def summary_of(words: Words, view: Any) -> dict[str, Any]:
    """What the sheet shows of the round finished last; the sheet opens when its number changes."""
    number, told = words.summary(view)
    return {"summary": told, "summary_number": number}
