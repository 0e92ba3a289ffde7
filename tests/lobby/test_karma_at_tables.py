"""What matches write into karma, and what karma opens and closes at the tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.karma import selectors as karma
from accounts.karma import services as keeping
from accounts.karma.durations import duration_in_words
from accounts.karma.models import START, Entry, KarmaScore
from accounts.models import User
from accounts.ratings.models import RatingChange
from accounts.ratings.refusals import CoolingDown
from games.engine.contract import Seat
from games.models import Event, Match, Outage
from games.models import Seat as MatchSeat
from games.services import clock, judging, leaving, match_karma
from lobby import refusals
from lobby.finding import quick_play
from lobby.forms.new_table import NewTable
from lobby.models import Table
from lobby.services import chairs, checks, tables
from tests.lobby.conftest import GAME, MakePerson, play_out, signed_in

pytestmark = pytest.mark.django_db

Kind = Entry.Kind


def outcome(user: User) -> list[str]:
    return list(Entry.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def away(match_id: int, user: User, seconds: float = 300) -> None:
    since = timezone.now() - timedelta(seconds=seconds)
    MatchSeat.objects.filter(match_id=match_id, user=user).update(absent_since=since)


def forfeit(match_id: int, user: User) -> bool:
    seat = MatchSeat.objects.get(match_id=match_id, user=user).index
    return leaving.leave_absent(match_id, Seat(seat), 150)


def table_of(user: User, *others: User, **terms: Any) -> Table:
    """A table with these people, in the middle of a match."""
    table = tables.open_table(user, GAME, seats=1 + len(others), **terms)
    for other in others:
        chairs.sit(table.pk, other)
    for each in (user, *others):
        chairs.set_ready(table.pk, each)
    table.refresh_from_db()
    assert table.match_id is not None
    return table


# ---- What a match writes ------------------------------------------------------------------------


def test_a_match_played_to_the_end_is_an_entry_for_each(
    playing: Table, leyla: User, noam: User
) -> None:
    assert playing.match_id is not None
    play_out(playing.match_id)
    for user in (leyla, noam):
        entry = Entry.objects.get(user=user)
        assert (entry.kind, entry.change) == (Kind.FINISHED, 1)
        assert (entry.match_id, entry.game) == (playing.match_id, GAME)


def test_not_coming_back_is_leaving_and_the_one_who_stayed_finished(
    playing: Table, leyla: User, noam: User
) -> None:
    assert playing.match_id is not None
    away(playing.match_id, noam)
    assert forfeit(playing.match_id, noam)
    assert outcome(noam) == [Kind.LEFT] and outcome(leyla) == [Kind.FINISHED]
    assert not forfeit(playing.match_id, noam)
    assert outcome(noam) == [Kind.LEFT]


def test_giving_up_before_both_have_played_is_leaving(
    playing: Table, leyla: User, noam: User
) -> None:
    assert playing.match_id is not None
    leaving.resign(playing.match_id, noam)
    assert outcome(noam) == [Kind.LEFT]


@pytest.mark.parametrize(
    ("rated", "moves", "kind"),
    [
        pytest.param(False, 1, None, id="a friendly one costs nothing, so nothing is written"),
        pytest.param(True, 2, Kind.LEFT, id="a rated one too early is no way out of a loss"),
        pytest.param(True, 3, Kind.CONCEDED, id="a rated one when the loss counts"),
    ],
)
def test_giving_up_a_match_of_two_is_fair_once_it_has_begun(
    playing: Table, noam: User, rated: bool, moves: int, kind: Kind | None
) -> None:
    assert playing.match_id is not None
    for number in range(2 * moves):
        Event.objects.create(
            match_id=playing.match_id, seq=1000 + number, seat=number % 2, by=Event.By.PLAYER
        )
    Match.objects.filter(pk=playing.match_id).update(rated=rated)
    leaving.resign(playing.match_id, noam)
    assert outcome(noam) == ([kind] if kind else [])
    assert RatingChange.objects.exists() == (rated and kind == Kind.CONCEDED)


def test_leaving_several_is_leaving_and_a_bot_earns_nothing(
    leyla: User, noam: User, samir: User
) -> None:
    table = table_of(leyla, noam, samir)
    assert table.match_id is not None
    leaving.resign(table.match_id, noam)
    assert outcome(noam) == [Kind.LEFT]
    leaving.resign(table.match_id, samir)
    assert outcome(leyla) == [Kind.FINISHED]
    assert set(Entry.objects.values_list("user__is_bot", flat=True)) == {False}


def test_practice_counts_for_nothing(leyla: User) -> None:
    table = quick_play.practise(leyla, GAME, "gentle")
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.match_id is not None
    leaving.resign(table.match_id, leyla)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("agreed", [Match.Leaver.BOT, Match.Leaver.WAIT])
def test_going_as_the_table_agreed_is_no_leaving(leyla: User, noam: User, agreed: str) -> None:
    table = table_of(leyla, noam, rated=False, leaver=agreed)
    assert table.match_id is not None
    away(table.match_id, noam)
    forfeit(table.match_id, noam)
    assert not Entry.objects.exists()


def test_a_match_that_was_called_off_counts_for_nobody(playing: Table) -> None:
    assert playing.match_id is not None
    judging.abort_match(playing.match_id, "test")
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("turns", "idle"),
    [
        ("ccc", True),
        ("cpcpc", False),
        ("cc", False),
        ("ccpcc", True),
        ("ccppppcc", False),
        ("pppp", False),
        ("", False),
    ],
)
def test_letting_the_clock_play_often_is_noticed(turns: str, idle: bool) -> None:
    by = {"c": Event.By.CLOCK, "p": Event.By.PLAYER}
    played = [(1, Event.By.PLAYER.value)]
    for turn in turns:
        played += [(0, by[turn].value), (1, Event.By.PLAYER.value)]
    assert match_karma._let_the_clock_play(played) == ({0} if idle else set())


def let_the_clock_play(table: Table, user: User) -> None:
    """Three turns of this person in a row were played by the clock."""
    assert table.match_id is not None
    seat = MatchSeat.objects.get(match_id=table.match_id, user=user).index
    for number in range(3):
        Event.objects.create(
            match_id=table.match_id, seq=1000 + number, seat=seat, by=Event.By.CLOCK
        )


def test_a_match_left_to_the_clock_costs(playing: Table, leyla: User, noam: User) -> None:
    assert playing.match_id is not None
    let_the_clock_play(playing, leyla)
    leaving.resign(playing.match_id, noam)
    assert outcome(leyla) == [Kind.TIMED_OUT]
    assert karma.value_of(leyla.pk) == START - 4


# ---- Never for outages of ours ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ended_before_absence", "credited", "kind"),
    [
        (-60, 45.0, Kind.EXCUSED),  # in the middle of it
        (30, 45.0, Kind.EXCUSED),  # the credit moved its beginning behind the outage
        (46, 45.0, Kind.LEFT),  # before it, and over
    ],
)
def test_an_absence_that_an_outage_touched_counts_nothing(
    playing: Table, noam: User, ended_before_absence: float, credited: float, kind: str
) -> None:
    assert playing.match_id is not None
    now = timezone.now()
    ended = now - timedelta(seconds=300 + ended_before_absence)
    Outage.objects.create(
        part="web",
        began=ended - timedelta(seconds=30),
        ended=ended,
        credited=credited,
        matches=1,
    )
    MatchSeat.objects.filter(match_id=playing.match_id, user=noam).update(
        absent_since=now - timedelta(seconds=300)
    )
    assert forfeit(playing.match_id, noam)
    assert outcome(noam) == [kind]
    assert karma.value_of(noam.pk) == START + (-10 if kind == Kind.LEFT else 0)
    assert karma.cool_down_of(noam.pk) is None


def test_the_real_credit_excuses_who_was_away_during_it(playing: Table, noam: User) -> None:
    assert playing.match_id is not None
    now = timezone.now()
    away(playing.match_id, noam, 400)
    clock.credit_outage("web", now - timedelta(seconds=380), now - timedelta(seconds=300))
    assert forfeit(playing.match_id, noam)
    assert outcome(noam) == [Kind.EXCUSED]


def test_time_outs_in_a_match_that_an_outage_touched_count_nothing(
    playing: Table, leyla: User, noam: User
) -> None:
    assert playing.match_id is not None
    let_the_clock_play(playing, leyla)
    now = timezone.now()
    Outage.objects.create(part="sweep", began=now, ended=now, credited=15, matches=1)
    leaving.resign(playing.match_id, noam)
    assert outcome(leyla) == [Kind.FINISHED]


# ---- What karma opens and closes ----------------------------------------------------------------


def set_karma(user: User, value: int) -> None:
    KarmaScore.objects.update_or_create(user=user, defaults={"value": value})


def test_a_table_asks_for_karma_and_says_why_not(leyla: User, noam: User) -> None:
    table = tables.open_table(leyla, GAME, min_karma=70)
    set_karma(noam, 69)
    with pytest.raises(refusals.KarmaTooLow) as refused:
        chairs.sit(table.pk, noam)
    assert str(refused.value) == "This table asks for a karma of at least 70. Yours is 69."
    set_karma(noam, 70)
    chairs.sit(table.pk, noam)


def test_nobody_asks_for_more_than_they_have(leyla: User) -> None:
    with pytest.raises(refusals.AsksTooMuch):
        tables.open_table(leyla, GAME, min_karma=START + 1)
    with pytest.raises(refusals.NoSuchFloor):
        tables.open_table(leyla, GAME, min_karma=101)


def test_play_now_passes_by_tables_that_ask_for_more(leyla: User, noam: User) -> None:
    table = tables.open_table(leyla, GAME, min_karma=70)
    set_karma(noam, 60)
    assert quick_play.play_now(noam, GAME).pk != table.pk


def test_the_filter_is_chosen_in_the_form_and_shown_on_the_list(leyla: User) -> None:
    client = signed_in(leyla)
    form = NewTable(checks.game_called(GAME))
    fields = {name: field.initial for name, field in form.fields.items() if field.initial}
    answer = client.post(f"/new/{GAME}/", {**fields, "min_karma": "70"})
    assert answer.status_code == 303
    assert Table.objects.get().min_karma == 70
    assert "karma at least 70" in client.get("/").content.decode()


def cool_down(user: User) -> None:
    for match_id in (1, 2):
        keeping.record(user.pk, Kind.LEFT, match_id=match_id)


@pytest.mark.parametrize("act", ["open", "sit", "ready"])
def test_who_left_too_often_waits_for_rated_tables_and_hears_how_long(
    table: Table, noam: User, act: str
) -> None:
    if act == "ready":
        chairs.sit(table.pk, noam)
    cool_down(noam)
    with pytest.raises(CoolingDown) as refused:
        match act:
            case "open":
                tables.open_table(noam, GAME)
            case "sit":
                chairs.sit(table.pk, noam)
            case _:
                chairs.set_ready(table.pk, noam)
    assert "another 10 minutes" in str(refused.value)
    assert "Friendly tables are open." in str(refused.value)


def test_friendly_tables_stay_open_and_play_now_finds_one(
    table: Table, leyla: User, noam: User
) -> None:
    cool_down(noam)
    found = quick_play.play_now(noam, GAME)
    assert found.pk != table.pk and not found.rated


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(seconds=1), "1 minute"),
        (timedelta(minutes=9, seconds=30), "10 minutes"),
        (timedelta(minutes=89), "89 minutes"),
        (timedelta(hours=5, minutes=10), "6 hours"),
        (timedelta(days=2, hours=3), "3 days"),
    ],
)
def test_a_span_is_said_as_people_say_it(span: timedelta, words: str) -> None:
    assert duration_in_words(span) == words


def test_several_who_finish_are_written_in_one_transaction(
    leyla: User, noam: User, person: MakePerson
) -> None:
    """A failure while karma is written leaves the match running: nothing is half done."""
    table = table_of(leyla, noam)
    assert table.match_id is not None
    KarmaScore.objects.create(user=noam)
    original = match_karma.record

    def broken(user_id: int, *args: Any, **more: Any) -> None:
        original(user_id, *args, **more)
        raise RuntimeError

    match_karma.record = broken
    try:
        with pytest.raises(RuntimeError):
            leaving.resign(table.match_id, noam)
    finally:
        match_karma.record = original
    assert Match.objects.get(pk=table.match_id).status == Match.Status.RUNNING
    assert not Entry.objects.exists()
