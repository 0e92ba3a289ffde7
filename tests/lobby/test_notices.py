"""Who hears of what at the tables, and how often."""

from typing import Any

import pytest

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.models import Notice
from games.engine import codec
from games.engine.contract import Seat
from games.models import Match
from games.services import leaving, moving
from lobby.finding import quick_play
from lobby.models import Awaited, Table
from lobby.services import chairs, tables, talk
from tests.lobby.conftest import GAME, signed_in

pytestmark = pytest.mark.django_db

SLOW = {"turnSeconds": 86400}


def told(user: User, **which: Any) -> list[str]:
    return list(
        Notice.objects.filter(user=user, **which).order_by("pk").values_list("kind", flat=True)
    )


@pytest.fixture
def slow(leyla: User, noam: User) -> Table:
    """Leyla and Noam in a match on a clock of a day."""
    table = tables.open_table(leyla, GAME, SLOW, rated=False)
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user)
    table.refresh_from_db()
    return table


def match_at(table: Table) -> Match:
    assert table.match_id is not None
    return Match.objects.get(pk=table.match_id)


def mover(table: Table) -> tuple[User, Any]:
    match = match_at(table)
    seat = match.acting[0]
    state = codec.load(match.state, table.rules.State)
    move = table.rules.legal_moves(state, Seat(seat))[0]
    return match.seats.get(index=seat).user, codec.dump(move)


def play_until_the_turn_changes(table: Table) -> tuple[User, User]:
    """Who moved, and whose turn it is now."""
    first, move = mover(table)
    while True:
        assert table.match_id is not None
        moving.play_move(table.match_id, first, move)
        after, move = mover(table)
        if after != first:
            return first, after


def test_the_others_hear_that_the_match_starts(playing: Table, leyla: User, noam: User) -> None:
    assert told(leyla) == ["match-starts"]
    assert told(noam) == [], "whose press started it sees it"
    row = Notice.objects.get(user=leyla)
    assert row.url == playing.get_absolute_url()
    assert playing.code in kinds.words(row.kind, row.params)


def test_practising_tells_nobody(leyla: User) -> None:
    table = quick_play.practise(leyla, GAME, "gentle")
    chairs.set_ready(table.pk, leyla)
    assert not Notice.objects.exists()


def test_whoever_asked_hears_of_the_next_match_once(
    table: Table, leyla: User, noam: User, samir: User
) -> None:
    talk.await_start(table.pk, samir)
    talk.await_start(table.pk, samir)
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user)
    assert told(samir) == ["match-starts"]
    assert not Awaited.objects.exists()


def test_one_may_think_better_of_it(table: Table, samir: User) -> None:
    talk.await_start(table.pk, samir)
    talk.await_start(table.pk, samir, wanted=False)
    assert not Awaited.objects.exists()


def test_a_slow_match_calls_whose_turn_it_is_once_per_turn(
    slow: Table, leyla: User, noam: User
) -> None:
    first, _move = mover(slow)
    other = noam if first == leyla else leyla
    assert told(first) == ["your-turn"], "the first turn is the start of the match"
    assert set(told(other)) <= {"match-starts"}
    moved, called = play_until_the_turn_changes(slow)
    assert (moved, called) == (first, other)
    assert told(called, read_at=None)[-1] == "your-turn"
    assert told(called).count("your-turn") == 1
    # The same turn, said again by the house, is silent.
    match = match_at(slow)
    seat = match.seats.get(user=called).index
    for _ in range(2):
        talk.call_to_table(match.pk, match.venue, match.seq, [seat])
    assert told(called).count("your-turn") == 1


def test_of_a_slow_table_there_is_one_notice_the_newest(slow: Table) -> None:
    first, _ = mover(slow)
    for _turn in range(4):
        play_until_the_turn_changes(slow)
    assert slow.match_id is not None
    for user in match_at(slow).seats.all():
        assert told(user.user) == ["your-turn"]
    leaving.resign(slow.match_id, first)
    for user in match_at(slow).seats.all():
        assert told(user.user) == ["match-over"]


def test_a_live_match_calls_nobody(playing: Table) -> None:
    play_until_the_turn_changes(playing)
    assert not Notice.objects.filter(kind="your-turn").exists()


def test_when_a_slow_match_is_over_its_players_hear_and_no_turn_waits(
    slow: Table, leyla: User, noam: User
) -> None:
    assert slow.match_id is not None
    leaving.resign(slow.match_id, noam)
    assert told(leyla)[-1] == "match-over"
    assert not Notice.objects.filter(kind="your-turn", read_at=None).exists()


def test_coming_to_the_table_reads_what_was_told_of_it(playing: Table, leyla: User) -> None:
    signed_in(leyla).get(playing.get_absolute_url())
    assert told(leyla, read_at=None) == []


def test_the_room_offers_to_tell_only_to_those_who_do_not_sit(
    table: Table, leyla: User, samir: User
) -> None:
    where = table.get_absolute_url()
    assert 'id="await"' not in signed_in(leyla).get(where).content.decode()
    looker = signed_in(samir)
    assert "Tell me when a match starts" in looker.get(where).content.decode()
    looker.post(f"{where}await/")
    assert "You will hear when" in looker.get(where).content.decode()
