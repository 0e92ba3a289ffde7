"""The countdown of a table: bots join at its end, the match starts, and nobody presses again."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from games import registry
from games.models import Match, Outage, Seat
from lobby import refusals
from lobby.finding import quick_play
from lobby.models import Chair, Table, TableDefaults
from lobby.services import chairs, chores, countdown, table_defaults, tables
from refusals import Refusal
from tests.lobby.conftest import GAME
from tests.lobby.test_tables import be_there

pytestmark = pytest.mark.django_db

THREE = "thirtyone"
LEVEL = registry.rules_for(GAME).INFO.levels[0]


def time_is_up(table: Table) -> None:
    """Everybody sat down long enough ago to have a page open, and the countdown is over."""
    Table.objects.filter(pk=table.pk).update(bots_at=timezone.now())
    table.chairs.update(joined_at=timezone.now() - timedelta(seconds=60))


def started(table: Table) -> bool:
    table.refresh_from_db()
    return table.status == Table.Status.PLAYING


def people_of(table: Table) -> set[str]:
    return set(table.chairs.filter(level="").values_list("user__username", flat=True))


@pytest.mark.parametrize("game", registry.game_keys())
def test_play_now_ends_in_a_match_without_another_press(leyla: User, game: str) -> None:
    table = quick_play.play_now(leyla, game)
    assert table.bots_at is not None and table.rated
    be_there(table, leyla)
    assert countdown.sweep() == 0 and not started(table), "not before its time"
    time_is_up(table)
    assert countdown.sweep() == 1 and started(table)
    assert table.chairs.count() == table.seats and people_of(table) == {"Leyla"}
    assert not table.rated and table.bots_at is None, "with bots it is friendly"
    assert countdown.sweep() == 0 and not countdown.seat_bots(table.pk), "once is enough"
    assert Notice.objects.filter(user=leyla, kind="match-starts").exists()


def test_people_come_first_and_then_it_stays_rated(leyla: User, noam: User) -> None:
    table = quick_play.play_now(leyla, GAME)
    chairs.set_ready(table.pk, leyla)
    assert quick_play.play_now(noam, GAME) == table
    chairs.set_ready(table.pk, noam)
    assert started(table) and table.rated and table.bots_at is None


@pytest.mark.parametrize(
    ("gone", "stay"), [("Noam", {"Leyla"}), ("Leyla", {"Noam"}), ("nobody", {"Leyla", "Noam"})]
)
def test_bots_take_the_chairs_of_who_has_gone(
    leyla: User, noam: User, gone: str, stay: set[str]
) -> None:
    table = quick_play.play_now(leyla, THREE)
    assert quick_play.play_now(noam, THREE) == table
    for user in (leyla, noam):
        if user.username != gone:
            be_there(table, user)
    time_is_up(table)
    countdown.sweep()
    assert started(table) and people_of(table) == stay


def test_a_table_that_everybody_left_starts_nothing(leyla: User) -> None:
    table = quick_play.play_now(leyla, GAME)
    time_is_up(table)
    countdown.sweep()
    assert not started(table) and not table.chairs.exists() and table.bots_at is None


def test_after_an_outage_of_ours_nobody_is_sent_away(leyla: User) -> None:
    table = quick_play.play_now(leyla, GAME)
    time_is_up(table)
    now = timezone.now()
    Outage.objects.create(part="web", began=now, ended=now, credited=1, matches=0)
    assert countdown.sweep() == 1 and started(table) and people_of(table) == {"Leyla"}


@pytest.mark.parametrize(
    ("act", "left"),
    [
        (lambda table, user: countdown.stop_countdown(table.pk, user), 1),
        (lambda table, user: chairs.set_ready(table.pk, user, False), 1),
        (lambda table, user: chairs.leave(table.pk, user), 0),
        (lambda table, user: quick_play.play_now(user, THREE), 0),
    ],
    ids=["waits for people", "is not ready", "leaves", "wants another game"],
)
def test_what_ends_a_countdown(
    leyla: User, act: Callable[[Table, User], object], left: int
) -> None:
    table = quick_play.play_now(leyla, GAME)
    act(table, leyla)
    table.refresh_from_db()
    assert table.bots_at is None and table.chairs.count() == left


@pytest.mark.parametrize(
    ("options", "who", "refusal"),
    [
        ({}, "noam", refusals.NotAtThisTable),
        ({"turnSeconds": 86400}, "leyla", refusals.NoBotsByThemselves),
        ({"turnSeconds": 259200}, "leyla", refusals.NoBotsByThemselves),
    ],
)
def test_who_may_not_begin_one(
    leyla: User, noam: User, options: dict[str, int], who: str, refusal: type[Refusal]
) -> None:
    table = tables.open_table(leyla, GAME, options)
    with pytest.raises(refusal):
        countdown.begin_countdown(table.pk, {"leyla": leyla, "noam": noam}[who])


def test_anybody_at_the_table_may_begin_one_and_pressing_again_changes_nothing(
    leyla: User, noam: User
) -> None:
    table = tables.open_table(leyla, GAME, seats=3)
    chairs.sit(table.pk, noam)
    countdown.begin_countdown(table.pk, noam)
    first = Table.objects.get(pk=table.pk).bots_at
    countdown.begin_countdown(table.pk, leyla)
    assert first is not None and Table.objects.get(pk=table.pk).bots_at == first


@pytest.mark.parametrize(
    ("practised", "chosen", "level"),
    [
        ("", "", LEVEL),
        ("sharp", "", "sharp"),
        ("sharp", "steady", "steady"),
        ("a level of old", "", LEVEL),
    ],
)
def test_the_bots_are_as_strong_as_chosen_here_or_as_one_practises_with(
    leyla: User, practised: str, chosen: str, level: str
) -> None:
    table_defaults.remember(leyla, GAME, TableDefaults.Company.BOTS, {"level": practised})
    table = quick_play.play_now(leyla, GAME)
    deadline = table.bots_at
    if chosen:
        countdown.begin_countdown(table.pk, leyla, chosen)
    with pytest.raises(refusals.NoSuchLevel):
        countdown.begin_countdown(table.pk, leyla, "none of them")
    table.refresh_from_db()
    assert table.bots_at == deadline, "to choose takes no time away and gives none"
    be_there(table, leyla)
    time_is_up(table)
    countdown.sweep()
    assert list(table.chairs.exclude(level="").values_list("level", flat=True)) == [level]


# ---- Meanwhile ----------------------------------------------------------------------------------


def practises(user: User) -> Table:
    table = quick_play.practise(user, GAME, LEVEL)
    chairs.set_ready(table.pk, user)
    assert started(table)
    return table


def test_practice_gives_way_to_the_match_one_waits_for(leyla: User, noam: User) -> None:
    waiting = quick_play.play_now(leyla, GAME)
    chairs.set_ready(waiting.pk, leyla)
    practice = practises(leyla)
    match = practice.match
    assert quick_play.practise(leyla, GAME, LEVEL) == practice, "it is gone on with"
    assert quick_play.play_now(noam, GAME) == waiting
    chairs.set_ready(waiting.pk, noam)
    assert started(waiting) and match is not None
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    running = Seat.objects.filter(user=leyla, match__status=Match.Status.RUNNING)
    assert running.get().match_id == waiting.match_id


@pytest.mark.parametrize(("ready", "keeps"), [(True, True), (False, False)])
def test_who_is_ready_keeps_the_chair_on_another_page(
    leyla: User, ready: bool, keeps: bool
) -> None:
    table = tables.open_table(leyla, GAME)
    elsewhere = tables.open_table(leyla, GAME, public=False, rated=False)
    chairs.set_ready(table.pk, leyla, ready)
    be_there(elsewhere, leyla)
    then = timezone.now() - timedelta(seconds=90)
    Chair.objects.update(joined_at=then)
    Table.objects.update(waiting_since=then)
    chores.tidy()
    assert people_of(table) == ({"Leyla"} if keeps else set())
