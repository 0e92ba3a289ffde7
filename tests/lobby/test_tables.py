"""Opening, filling, leaving and keeping tables: what is granted and what is refused."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.access.refusals import MayNotAct
from accounts.models import User
from accounts.sanctions.services import ban
from games import registry
from games.engine import chance
from games.engine.errors import InvalidOptions
from games.models import Lease, Match, Outage
from games.services import leaving
from lobby import refusals
from lobby.finding import quick_play
from lobby.finding.codes import ALPHABET, normalize
from lobby.models import Chair, ChatLine, Table
from lobby.room.chat import read_talk
from lobby.services import chairs, chores, countdown, tables, talk
from refusals import Refusal
from tests.lobby.conftest import GAME, order_of, play_out

pytestmark = pytest.mark.django_db

SLOW = {"turnSeconds": 86400}
LEVEL = registry.rules_for(GAME).INFO.levels[0]


def names(table: Table) -> list[str]:
    return list(table.chairs.order_by("index").values_list("user__username", flat=True))


# ---- Opening -----------------------------------------------------------------------------------


def test_a_new_table_seats_its_owner_and_shows_a_seal(table: Table, leyla: User) -> None:
    assert names(table) == ["Leyla"] and table.owner == leyla
    assert len(table.code) == 6 and set(table.code) <= set(ALPHABET)
    assert table.commitment == chance.commitment(bytes(table.seed))
    assert table.status == Table.Status.OPEN and table.match is None


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"game": "no-such"}, refusals.NoSuchGame),
        ({"seats": 7}, refusals.WrongNumber),
        ({"options": {"turnSeconds": 7}}, InvalidOptions),
        ({"options": {"cheat": True}}, InvalidOptions),
        ({"leaver": "bot"}, refusals.RatedMeansForfeit),
        ({"leaver": "nonsense", "rated": False}, refusals.NoSuchLeaver),
    ],
)
def test_what_no_table_can_be(leyla: User, wish: dict[str, Any], refusal: type[Refusal]) -> None:
    game = wish.pop("game", GAME)
    with pytest.raises(refusal):
        tables.open_table(leyla, game, **wish)
    assert not Table.objects.exists()


def test_three_open_tables_are_enough(leyla: User) -> None:
    for _ in range(3):
        tables.open_table(leyla, GAME, rated=False)
    with pytest.raises(refusals.TooManyTables):
        tables.open_table(leyla, GAME, rated=False)


def test_the_banned_are_refused_with_the_reason(table: Table, noam: User) -> None:
    ban(noam, None, "spoilt the game")
    for act in (
        lambda: tables.open_table(noam, GAME),
        lambda: chairs.sit(table.pk, noam),
        lambda: talk.say(table.pk, noam, phrase="hello"),
        lambda: quick_play.play_now(noam, GAME),
    ):
        with pytest.raises(MayNotAct, match="spoilt the game"):
            act()
    assert names(table) == ["Leyla"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bcd fgh", "BCDFGH"),
        (" BCD-FGH\n", "BCDFGH"),
        ("https://example.org/t/BCDFGH/", "BCDFGH"),
        ("bcdfghjk", "BCDFGHJ"),
        ("", ""),
    ],
)
def test_a_code_is_understood_as_it_was_meant(typed: str, meant: str) -> None:
    assert normalize(typed) == meant


# ---- Sitting down ------------------------------------------------------------------------------


def test_sitting_twice_is_sitting_once(table: Table, noam: User) -> None:
    chairs.sit(table.pk, noam)
    chairs.sit(table.pk, noam)
    assert names(table) == ["Leyla", "Noam"]


def test_a_full_table_is_full(table: Table, noam: User, samir: User) -> None:
    chairs.sit(table.pk, noam)
    with pytest.raises(refusals.TableFull):
        chairs.sit(table.pk, samir)


def test_nobody_sits_down_in_the_middle_of_a_match(playing: Table, samir: User) -> None:
    with pytest.raises(refusals.MatchRunning):
        chairs.sit(playing.pk, samir)


def test_who_plays_somewhere_is_led_back(playing: Table, leyla: User, samir: User) -> None:
    other = tables.open_table(samir, GAME, rated=False)
    for act in (
        lambda: chairs.sit(other.pk, leyla),
        lambda: tables.open_table(leyla, GAME, rated=False),
        lambda: quick_play.play_now(leyla, GAME),
        lambda: quick_play.practise(leyla, GAME, LEVEL),
    ):
        with pytest.raises(refusals.PlayingElsewhere, match=playing.code) as refused:
            act()
        assert refused.value.link == playing.get_absolute_url()


def test_a_slow_table_may_wait_beside_a_live_match(playing: Table, leyla: User) -> None:
    slow = tables.open_table(leyla, GAME, SLOW)
    assert names(slow) == ["Leyla"]


def test_one_rated_chair_at_a_time(table: Table, leyla: User, samir: User) -> None:
    other = tables.open_table(samir, GAME)
    with pytest.raises(refusals.SeatedElsewhere, match=table.code) as refused:
        chairs.sit(other.pk, leyla)
    assert refused.value.link == table.get_absolute_url()
    friendly = tables.open_table(samir, GAME, rated=False)
    chairs.sit(friendly.pk, leyla)
    assert names(friendly) == ["Samir", "Leyla"]


# ---- Leaving -----------------------------------------------------------------------------------


def test_the_table_goes_to_whoever_sits_there_longest(leyla: User, noam: User, samir: User) -> None:
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.sit(table.pk, noam)
    chairs.sit(table.pk, samir)
    chairs.leave(table.pk, leyla)
    table.refresh_from_db()
    assert table.owner == noam and names(table) == ["Noam", "Samir"]
    chairs.sit(table.pk, leyla)
    assert names(table) == ["Leyla", "Noam", "Samir"], "the free chair is taken again"


def test_bots_do_not_wait_for_nobody(leyla: User) -> None:
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.add_bot(table.pk, leyla, LEVEL)
    chairs.leave(table.pk, leyla)
    table.refresh_from_db()
    assert not table.chairs.exists() and table.owner is None


def test_a_running_match_is_not_left_by_the_back_door(playing: Table, leyla: User) -> None:
    with pytest.raises(refusals.StillPlaying):
        chairs.leave(playing.pk, leyla)


def test_who_gives_up_loses_the_chair_with_the_match(
    playing: Table, leyla: User, noam: User
) -> None:
    leaving.resign(playing.match_id, leyla)  # type: ignore[arg-type]
    playing.refresh_from_db()
    assert playing.status == Table.Status.OPEN
    assert names(playing) == ["Noam"] and playing.owner == noam


def test_who_gives_up_against_bots_alone_keeps_the_chair(leyla: User) -> None:
    table = quick_play.practise(leyla, GAME, LEVEL)
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    leaving.resign(table.match_id, leyla)  # type: ignore[arg-type]
    assert table.chairs.count() == 2


def test_a_ban_frees_the_chair(
    table: Table, leyla: User, noam: User, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    chairs.sit(table.pk, noam)
    with django_capture_on_commit_callbacks(execute=True):
        ban(leyla, None, "spoilt the game")
    table.refresh_from_db()
    assert names(table) == ["Noam"] and table.owner == noam


# ---- The owner ---------------------------------------------------------------------------------


def test_the_owner_sends_away(table: Table, leyla: User, noam: User) -> None:
    chairs.sit(table.pk, noam)
    chairs.remove(table.pk, leyla, 1)
    assert names(table) == ["Leyla"]


@pytest.mark.parametrize(
    ("who", "chair", "refusal"),
    [
        ("noam", 0, refusals.OwnerOnly),
        ("leyla", 0, refusals.NotYourself),
        ("leyla", 2, refusals.EmptyChair),
    ],
)
def test_who_may_not_be_sent_away(
    leyla: User, noam: User, who: str, chair: int, refusal: type[Refusal]
) -> None:
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.sit(table.pk, noam)
    with pytest.raises(refusal):
        chairs.remove(table.pk, {"leyla": leyla, "noam": noam}[who], chair)
    assert names(table) == ["Leyla", "Noam"]


def test_a_bot_makes_a_rated_table_friendly_and_all_are_asked_again(
    leyla: User, noam: User
) -> None:
    table = tables.open_table(leyla, GAME, seats=3)
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    chairs.add_bot(table.pk, leyla, LEVEL)
    table.refresh_from_db()
    assert not table.rated and table.status == Table.Status.OPEN
    assert list(table.chairs.filter(ready=True).values_list("user__is_bot", flat=True)) == [True]
    assert ChatLine.objects.get(table=table).phrase == "friendly"


@pytest.mark.parametrize(
    ("who", "level", "refusal"),
    [
        ("noam", LEVEL, refusals.OwnerOnly),
        ("samir", LEVEL, refusals.NotAtThisTable),
        ("leyla", "divine", refusals.NoSuchLevel),
    ],
)
def test_who_may_not_add_a_bot(
    leyla: User, noam: User, samir: User, who: str, level: str, refusal: type[Refusal]
) -> None:
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.sit(table.pk, noam)
    with pytest.raises(refusal):
        chairs.add_bot(table.pk, {"leyla": leyla, "noam": noam, "samir": samir}[who], level)


def test_two_bots_at_a_table_are_two_bots(leyla: User) -> None:
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.add_bot(table.pk, leyla, LEVEL)
    chairs.add_bot(table.pk, leyla, LEVEL)
    assert len(set(names(table))) == 3


# ---- The start and the next one ----------------------------------------------------------------


def test_the_match_starts_when_all_are_ready(table: Table, leyla: User, noam: User) -> None:
    seal = table.commitment
    chairs.set_ready(table.pk, leyla, nonce="aa" * 16)
    chairs.sit(table.pk, noam)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    chairs.set_ready(table.pk, noam, nonce="bb" * 16)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING and table.match is not None
    match = table.match
    assert match.venue == table.venue and match.rated and match.commitment == seal
    seats = match.seats.order_by("index")
    assert [seat.nonce for seat in seats] == ["aa" * 16, "bb" * 16]
    assert all(seat.holds_rated for seat in seats)
    assert table.commitment != seal, "the next match has a seal of its own already"
    assert not table.chairs.filter(ready=True).exists()


def test_not_ready_after_all(table: Table, leyla: User, noam: User) -> None:
    chairs.set_ready(table.pk, leyla)
    chairs.set_ready(table.pk, leyla, False)
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


@pytest.mark.parametrize("nonce", ["", "ZZ" * 16, "ab", "ab" * 40, "ab" * 15 + "\n1"])
def test_a_browser_without_a_good_nonce_gets_one(table: Table, leyla: User, nonce: str) -> None:
    chairs.set_ready(table.pk, leyla, nonce=nonce)
    given = Chair.objects.get(user=leyla).nonce
    assert given != nonce and len(given) == 32


def test_only_who_sits_is_ready(table: Table, samir: User) -> None:
    with pytest.raises(refusals.NotAtThisTable):
        chairs.set_ready(table.pk, samir)


def test_chairs_move_up_by_one_from_match_to_match(playing: Table, leyla: User, noam: User) -> None:
    orders = []
    for _ in range(3):
        playing.refresh_from_db()
        assert playing.match is not None
        orders.append(order_of(playing.match))
        play_out(playing.match.pk)
        playing.refresh_from_db()
        assert playing.status == Table.Status.OPEN
        chairs.set_ready(playing.pk, noam)
        chairs.set_ready(playing.pk, leyla)
    assert orders == [["Leyla", "Noam"], ["Noam", "Leyla"], ["Leyla", "Noam"]]
    assert Match.objects.filter(venue=playing.venue).count() == 4


def test_nobody_is_dealt_into_two_matches(leyla: User, noam: User, samir: User) -> None:
    first = tables.open_table(leyla, GAME, rated=False)
    second = tables.open_table(leyla, GAME, rated=False)
    chairs.set_ready(first.pk, leyla)
    chairs.set_ready(second.pk, leyla)
    for table, user in ((first, noam), (second, samir)):
        chairs.sit(table.pk, user)
        chairs.set_ready(table.pk, user)
    second.refresh_from_db()
    assert second.status == Table.Status.OPEN
    assert list(second.chairs.filter(ready=True).values_list("user__username", flat=True)) == [
        "Samir"
    ]
    with pytest.raises(refusals.PlayingElsewhere, match=first.code):
        chairs.set_ready(second.pk, leyla)


def test_an_eager_second_tap_on_ready_does_no_harm(playing: Table, leyla: User) -> None:
    chairs.set_ready(playing.pk, leyla)
    assert not Chair.objects.get(table=playing, user=leyla).ready


# ---- Play now and practice ---------------------------------------------------------------------


def be_there(table: Table, user: User) -> None:
    Lease.objects.create(
        connection=f"00000000-0000-0000-0000-{user.pk:06}{table.pk:06}",
        user=user,
        venue=table.venue,
        expires_at=timezone.now() + timedelta(seconds=45),
    )


def test_play_now_joins_the_fullest_table(leyla: User, noam: User, samir: User) -> None:
    emptier = tables.open_table(leyla, GAME, seats=3)
    fuller = tables.open_table(noam, GAME, seats=2)
    assert quick_play.play_now(samir, GAME) == fuller
    assert names(fuller) == ["Noam", "Samir"] and names(emptier) == ["Leyla"]


@pytest.mark.parametrize(
    ("seats", "ready", "counts_down", "joins"),
    [
        (2, True, False, True),
        (2, False, False, False),
        (3, True, False, False),
        (3, True, True, True),
    ],
    ids=["the last chair", "who is undecided", "others are missing", "a countdown"],
)
def test_play_now_joins_where_a_match_is_near(
    leyla: User, noam: User, seats: int, ready: bool, counts_down: bool, joins: bool
) -> None:
    table = tables.open_table(leyla, GAME, seats=seats)
    chairs.set_ready(table.pk, leyla, ready)
    if counts_down:
        countdown.begin_countdown(table.pk, leyla)
    be_there(table, leyla)
    Chair.objects.update(joined_at=timezone.now() - timedelta(seconds=30))
    assert (quick_play.play_now(noam, GAME) == table) is joins


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"public": False, "rated": False}, "a private table is for the invited"),
        ({"options": SLOW}, "a slow table is not for now"),
    ],
)
def test_play_now_opens_a_table_where_none_fits(
    leyla: User, noam: User, terms: dict[str, Any], why: str
) -> None:
    other = tables.open_table(leyla, GAME, **terms)
    mine = quick_play.play_now(noam, GAME)
    assert mine != other, why
    assert mine.public and mine.rated and mine.owner == noam


def test_play_now_does_not_lead_into_a_deserted_room(table: Table, leyla: User, noam: User) -> None:
    Chair.objects.update(joined_at=timezone.now() - timedelta(seconds=30))
    assert quick_play.play_now(noam, GAME) != table
    chairs.leave(Table.objects.latest("pk").pk, noam)
    be_there(table, leyla)
    chairs.set_ready(table.pk, leyla)
    assert quick_play.play_now(noam, GAME) == table


def test_play_now_twice_is_the_same_table(leyla: User) -> None:
    assert quick_play.play_now(leyla, GAME) == quick_play.play_now(leyla, GAME)


def test_play_now_after_a_match_means_new_opponents(
    playing: Table, leyla: User, noam: User
) -> None:
    play_out(playing.match_id)  # type: ignore[arg-type]
    fresh = quick_play.play_now(leyla, GAME)
    assert fresh != playing and names(playing) == ["Noam"]


def test_play_now_with_a_rated_chair_elsewhere_finds_a_friendly_table(
    leyla: User, noam: User
) -> None:
    waiting = tables.open_table(leyla, "otzarot")
    tables.open_table(noam, GAME)
    found = quick_play.play_now(leyla, GAME)
    assert not found.rated and found != waiting


def test_practice_starts_with_one_yes_and_uses_its_table_again(leyla: User) -> None:
    table = quick_play.practise(leyla, GAME, LEVEL)
    assert not table.public and not table.rated and table.chairs.count() == table.seats
    assert quick_play.practise(leyla, GAME, LEVEL) == table
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


# ---- Chores ------------------------------------------------------------------------------------


def long_ago(**fields: float) -> None:
    for name, seconds in fields.items():
        then = timezone.now() - timedelta(seconds=seconds)
        (Chair if name == "joined_at" else Table).objects.update(**{name: then})


def test_who_waits_elsewhere_loses_the_chair(table: Table, leyla: User, noam: User) -> None:
    chairs.sit(table.pk, noam)
    be_there(table, noam)
    chores.tidy()
    assert names(table) == ["Leyla", "Noam"], "who has just sat down is on the way"
    long_ago(joined_at=61, waiting_since=61)
    chores.tidy()
    table.refresh_from_db()
    assert names(table) == ["Noam"] and table.owner == noam


def test_a_slow_table_keeps_its_chairs_overnight(leyla: User) -> None:
    table = tables.open_table(leyla, GAME, SLOW)
    long_ago(joined_at=3600, waiting_since=3600)
    chores.tidy()
    assert names(table) == ["Leyla"]
    long_ago(joined_at=90_000, waiting_since=90_000)
    chores.tidy()
    assert names(table) == []


def test_a_silence_of_ours_costs_nobody_the_chair(table: Table) -> None:
    long_ago(joined_at=100, waiting_since=100)
    now = timezone.now()
    Outage.objects.create(part="web", began=now, ended=now, credited=20, matches=0)
    chores.tidy()
    assert names(table) == ["Leyla"]


def test_an_empty_table_closes_and_a_stranger_does_not_open_it_again(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.leave(table.pk, leyla)
    chores.tidy()
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    long_ago(touched_at=601)
    chores.tidy()
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    with pytest.raises(refusals.TableClosed):
        chairs.sit(table.pk, noam)
    with pytest.raises(refusals.NoSuchTable):
        tables.reopen(table.pk, noam)


def test_who_played_at_a_closed_table_opens_it_again_and_its_talk_is_gone(
    playing: Table, leyla: User, noam: User
) -> None:
    talk.say(playing.pk, leyla, "a secret of ours")
    play_out(playing.match_id)  # type: ignore[arg-type]
    for user in (leyla, noam):
        chairs.leave(playing.pk, user)
    tables.close_if_empty(playing.pk)
    tables.reopen(playing.pk, noam)
    playing.refresh_from_db()
    assert playing.status == Table.Status.OPEN
    assert playing.owner == noam and names(playing) == ["Noam"]
    assert read_talk(playing).lines == []
    with pytest.raises(refusals.TableOpen):
        tables.reopen(playing.pk, leyla)
