"""What a seat is sent: its own view and not one card more."""

import re
from typing import Any

import pytest

from games import registry, selectors
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.models import Match
from games.page import regions
from games.services import clock
from tests.games.tables import match_for, person, play_one, play_to_the_end, state_of

pytestmark = pytest.mark.django_db

KEYS = re.compile(r'data-key="([^"]+)"|value="([^"]+)"')


@pytest.fixture
def people() -> list[Any]:
    return [person(), person(), person()]


@pytest.fixture
def match(people: list[Any]) -> Match:
    return match_for(*people)


def shown_of(match: Match) -> selectors.LoadedMatch:
    shown = selectors.read(match.pk)
    assert shown is not None
    return shown


def test_a_seat_is_sent_its_own_hand_and_no_other(match: Match, people: Any) -> None:
    clock.expire_timer(match.pk)
    hands = state_of(match).hands
    for seat, user in enumerate(people):
        html = regions.full(shown_of(match), user)
        found = {a or b for a, b in KEYS.findall(html)}
        assert set(hands[seat]) <= found
        for other in range(3):
            if other != seat:
                assert not set(hands[other]) & found


def test_a_spectator_is_sent_no_hand(match: Match) -> None:
    html = regions.full(shown_of(match), None)
    found = {a or b for a, b in KEYS.findall(html)}
    for hand in state_of(match).hands:
        assert not set(hand) & found


def test_bytes_do_not_depend_on_what_the_seat_cannot_know(match: Match, people: Any) -> None:
    """The law of non-interference, on the page itself."""
    from importlib import import_module

    kit = import_module(f"games.{match.game}.testing")
    rules = registry.rules_for(match.game)
    for step in range(12):
        shown = shown_of(match)
        for seat, user in [*enumerate(people), (None, None)]:
            chance = chance_for(bytes(32), step)
            other = kit.imagine(shown.state, None if seat is None else Seat(seat), chance)
            twin = shown_of(match)
            twin.state, twin.now, twin.read_at = other, shown.now, shown.read_at
            assert steady(regions.full(shown, user)) == steady(regions.full(twin, user))
        if rules.outcome(shown.state) is None:
            play_one(match, people)


def steady(html: str) -> str:
    """Without the milliseconds that pass between two renderings."""
    return re.sub(r'data-left-ms="\d+"', "", html)


def test_an_update_appends_only_what_is_new(match: Match, people: Any) -> None:
    play_one(match, people)
    play_one(match, people)
    match.refresh_from_db()
    html = regions.update(shown_of(match), people[0], since=match.seq - 1)
    assert f'id="l-{match.seq}-' in html
    assert f'id="l-{match.seq - 1}-' not in html
    assert 'hx-swap-oob="beforeend:#log"' in html


def test_who_is_far_behind_gets_everything(match: Match, people: Any) -> None:
    for _ in range(selectors.RECENT + 3):
        play_one(match, people)
    html = regions.update(shown_of(match), people[0], since=0)
    assert 'data-full="1"' in html


def test_the_seed_is_shown_only_after_the_end(match: Match, people: Any) -> None:
    seed = bytes(match.seed).hex()
    assert seed not in regions.full(shown_of(match), people[0])
    play_to_the_end(match, people)
    assert seed in regions.full(shown_of(match), people[0])
