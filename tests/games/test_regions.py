"""What a seat is sent: its own view and not one card more."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from games import registry, selectors
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.self_play import play_match
from games.live.consumers import MatchConsumer
from games.models import Match
from games.page import pushing, regions
from games.page.patch import split
from games.services import clock
from ops.bench.pushes import loaded, tables
from ops.faults.page_text import PageText
from tests.games.tables import acting, match_for, person, play_one, play_to_the_end, state_of

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
    push, _ = pushing.update(shown_of(match), people[0], match.seq - 1, pushing.NOTHING)
    assert f'id="l-{match.seq}-' in push.own
    assert f'id="l-{match.seq - 1}-' not in push.text
    assert 'hx-swap-oob="beforeend:#log"' in push.own


def test_who_is_far_behind_gets_everything(match: Match, people: Any) -> None:
    for _ in range(selectors.RECENT + 3):
        play_one(match, people)
    match.refresh_from_db()
    push, _ = pushing.update(shown_of(match), people[0], 0, pushing.NOTHING)
    assert json.loads(push.own.split("\n")[0])["full"] is True
    assert f'id="l-{match.seq}-' in push.own and 'id="l-0-' in push.own


# ---- What a push leaves out ----------------------------------------------------------------------


@pytest.mark.parametrize("key", registry.game_keys())
def test_pushes_add_up_to_what_a_fresh_page_shows(key: str) -> None:
    """The law of pushes: over a whole match, for every reader, whatever a push leaves out."""
    rules = registry.rules_for(key)
    for _, seats, options in tables(rules):
        first, *steps = loaded(rules, play_match(rules, seats, options, seed=5))
        readers = [row.user for row in first.seats] + [None]
        pages = [PageText() for _ in readers]
        sent = [pushing.NOTHING for _ in readers]
        for number, shown in enumerate([first, *steps]):
            for reader, user in enumerate(readers):
                if number % 5 == reader:
                    continue  # this one hears of two steps at once
                push, sent[reader] = pushing.update(shown, user, number - 2, sent[reader])
                pages[reader].read(push.text)
                unseen = replace(shown, html={}, kept={})
                fresh = regions.rendered(unseen, user, None)
                assert pages[reader].told == {name: split(text) for name, text in fresh.items()}


def test_a_region_that_is_the_same_is_not_sent(match: Match, people: Any) -> None:
    clock.expire_timer(match.pk)
    before = shown_of(match)
    sent = [pushing.update(before, user, match.seq, pushing.NOTHING)[1] for user in people]
    mover = acting(match)
    play_one(match, people)
    still = next(seat for seat in range(3) if seat not in (mover, acting(match)))
    push, now_sent = pushing.update(shown_of(match), people[still], match.seq - 1, sent[still])
    assert regions_in(push.alike) == {"board", "seats"}
    assert regions_in(push.own) == {"status"}
    again, _ = pushing.update(shown_of(match), people[still], match.seq, now_sent)
    assert not again


def test_time_that_passes_changes_no_region(match: Match, people: Any) -> None:
    shown = shown_of(match)
    later = replace(shown, read_at=shown.read_at - 7, html={}, kept={})
    assert regions.rendered(shown, people[0], None) == regions.rendered(later, people[0], None)
    assert regions.now_ms(later) - regions.now_ms(shown) >= 7000 - 1


def test_after_a_whole_page_every_region_is_sent_whole(match: Match, people: Any) -> None:
    socket = MatchConsumer()
    socket.user, socket.match_id = people[0], match.pk
    socket.show_match({})
    assert not socket.show_match({})
    push = socket.show_match({"full": True})
    assert json.loads(push.alike.split("\n")[0])["anew"] is True
    assert json.loads(push.own.split("\n")[0])["seat"] == 0
    assert regions_in(push.alike) | regions_in(push.own) == set(regions.REGIONS)


def test_tabs_of_one_person_share_a_push_and_all_share_its_first_part(
    match: Match, people: Any
) -> None:
    shown = shown_of(match)
    before = pushing.NOTHING
    first, one = pushing.update(shown, people[0], match.seq - 1, before)
    second, same = pushing.update(shown, people[0], match.seq - 1, before)
    assert first is second and one is same
    other, _ = pushing.update(shown, people[1], match.seq - 1, before)
    assert other.own != first.own and other.alike is first.alike
    older = before._replace(alike={"board": ("older",)})
    late, _ = pushing.update(shown, people[0], match.seq - 1, older)
    assert late.alike != first.alike


def regions_in(part: str) -> set[str]:
    return set(json.loads(part.split("\n")[0])["regions"])


def test_the_seed_is_shown_only_after_the_end(match: Match, people: Any) -> None:
    seed = bytes(match.seed).hex()
    assert seed not in regions.full(shown_of(match), people[0])
    play_to_the_end(match, people)
    assert seed in regions.full(shown_of(match), people[0])
