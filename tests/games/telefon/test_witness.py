"""The watcher of the browser tests knows tiles: it finds one that leaked, and cries no wolf."""

from typing import Any

import pytest

from games import selectors
from games.models import Match
from games.page import regions
from games.services import starting
from games.telefon import values
from tests.end_to_end.witness import Witness, leaks
from tests.games.tables import person as somebody
from tests.games.tables import play_one, state_of

pytestmark = pytest.mark.django_db


def look(match: Match, people: list[Any], witnesses: list[Witness], more: str = "") -> None:
    shown = selectors.read(match.pk)
    assert shown is not None
    for user, witness in zip(people, witnesses, strict=True):
        witness.read(regions.full(shown, user) + more)


@pytest.fixture
def people() -> list[Any]:
    return [somebody(), somebody()]


@pytest.fixture
def match(people: list[Any]) -> Match:
    chairs = [starting.Participant(user, nonce=f"n{seat}") for seat, user in enumerate(people)]
    options = values.Options(target=100)
    seed = bytes(range(32))
    started = starting.start_match("telefon", options, chairs, venue="table.telefon", seed=seed)
    return Match.objects.get(pk=started)


def test_a_fair_match_is_clean_whatever_is_played(match: Match, people: list[Any]) -> None:
    witnesses = [Witness(), Witness()]
    look(match, people, witnesses)
    for _ in range(40):
        if Match.objects.get(pk=match.pk).status != Match.Status.RUNNING:
            break
        play_one(match, people)
        look(match, people, witnesses)
    assert state_of(match).game > 1, "more than one deal is watched"
    found, compared = leaks(witnesses)
    assert not found
    assert compared > 50


def test_numbers_that_look_like_tiles_are_none(match: Match, people: list[Any]) -> None:
    """Before the first tile is laid a watcher is shown none, though lines have numbers as well."""
    watcher = Witness()
    look(match, [None], [watcher])
    assert [one.cards for one in watcher.glimpses] == [frozenset()]


def test_a_tile_of_another_hand_is_found(match: Match, people: list[Any]) -> None:
    witnesses = [Witness(), Witness()]
    look(match, people, witnesses)
    secret = state_of(match).hands[0][0]
    look(match, people, witnesses, more=f'<i data-key="{secret}"></i>')
    found, _ = leaks(witnesses)
    assert [line.split()[0] for line in found] == [secret]


def test_a_tile_that_was_drawn_and_then_dealt_to_another_is_no_secret(
    match: Match, people: list[Any]
) -> None:
    """A test may deal anew, and the log of who drew before that still names what they drew."""
    witnesses = [Witness(), Witness()]
    look(match, people, witnesses)
    drawn, other = state_of(match).hands[0][:2]
    named = f'<i data-key="{drawn}"></i>'
    witnesses[1].read(f'<div id="board" data-match="{match.pk}" data-v="0">{named}</div>')
    for witness in witnesses:
        witness.forget()
    look(match, people, witnesses, more=named)
    assert leaks(witnesses)[0] == []
    look(match, people, witnesses, more=f'<i data-key="{other}"></i>')
    assert [line.split()[0] for line in leaks(witnesses)[0]] == [other]
