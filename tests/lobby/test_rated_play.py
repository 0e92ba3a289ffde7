"""Fair rated play: who may, at which tables, and that no two accounts can farm a rating."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import IntegrityError
from django.urls import reverse

from accounts.models import User
from accounts.ratings.models import Rating, RatingChange
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from games import registry
from games.engine import codec
from games.engine.options import LIVE_BELOW, option_sets
from games.engine.play import start
from games.models import Match
from games.page import regions
from games.selectors import read
from games.services import leaving
from games.services.refusals import NeverRated, PrivateIsFriendly
from lobby.finding import quick_play
from lobby.models import Table
from lobby.refusals import TooManyMatches
from lobby.services import chairs, checks, tables
from refusals import Refusal
from tests.games.tables import match_for, person
from tests.lobby.conftest import one_move, signed_in
from tests.lobby.test_pages import filled
from tests.people import GAME

pytestmark = pytest.mark.django_db


def give_away(table: Table, winner: User, loser: User, moves: int) -> None:
    """A match in which somebody plays a little and gives up."""
    for user in (winner, loser):
        chairs.sit(table.pk, user)
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.match_id
    for _ in range(moves):
        one_move(table.match_id)
    leaving.resign(table.match_id, loser)


@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
@pytest.mark.parametrize("moves", [2, 8], ids=["one move each", "a little play"])
def test_two_accounts_cannot_farm_25_wins(
    leyla: User, noam: User, public: bool, moves: int
) -> None:
    try:
        table = tables.open_table(leyla, GAME, public=public, rated=True)
        for _ in range(25):
            give_away(table, leyla, noam, moves)
    except Refusal:
        pass
    assert RatingChange.objects.filter(user=leyla, weight__gt=0).count() <= 3
    best = Rating.objects.filter(user=leyla, season=0).first()
    assert best is None or (best.wins <= 3 and best.best_streak <= 3)


def test_the_result_says_why_it_counts_less_or_not_at_all(leyla: User, noam: User) -> None:
    table = tables.open_table(leyla, GAME)
    told = []
    for moves in (8, 8, 8, 8, 0):
        give_away(table, leyla, noam, moves)
        shown = read(table.match_id or 0)
        assert shown is not None
        told.append(regions.render("sheet", regions.personal(shown, leyla)))
    assert "for your rating" not in told[0]
    assert "counts 50 % for your rating" in told[1] and "counts 25 %" in told[2]
    assert "does not change your rating" in told[3]
    assert "given up too early to count" in told[4]


# ---- Who may -----------------------------------------------------------------------------------


def unconfirmed(user: User) -> None:
    EmailAddress.objects.filter(user=user).update(verified=False)


def by_token(user: User) -> None:
    user.by_token = True


def bot_account(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_bot=True)
    user.is_bot = True


def suspended(user: User) -> None:
    sanctions.impose(user, Kind.UNRATED, "a test", by=None)


WHO = [
    pytest.param(unconfirmed, "address-not-confirmed", id="an address that nobody confirmed"),
    pytest.param(by_token, "programs-play-friendly", id="a person's program"),
    pytest.param(bot_account, "friendly-only", id="a bot account"),
    pytest.param(suspended, "not-rated", id="somebody kept from rated tables"),
]


@pytest.mark.parametrize(("becomes", "code"), WHO)
@pytest.mark.parametrize("door", ["open", "sit", "ready"])
def test_who_may_not_play_rated_hears_why(
    table: Table, noam: User, becomes: Callable[[User], None], code: str, door: str
) -> None:
    if door == "ready":
        chairs.sit(table.pk, noam)
    becomes(noam)
    doors: dict[str, Callable[[], object]] = {
        "open": lambda: tables.open_table(noam, GAME),
        "sit": lambda: chairs.sit(table.pk, noam),
        "ready": lambda: chairs.set_ready(table.pk, noam),
    }
    with pytest.raises(Refusal) as refused:
        doors[door]()
    assert refused.value.code == code


@pytest.mark.parametrize(("becomes", "code"), WHO[:3])
def test_play_now_finds_a_friendly_table_for_them(
    table: Table, noam: User, becomes: Callable[[User], None], code: str
) -> None:
    becomes(noam)
    found = quick_play.play_now(noam, GAME)
    assert found != table and not found.rated


def test_who_loses_it_after_saying_yes_is_not_dealt_in(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    unconfirmed(noam)
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN and not table.chairs.get(user=noam).ready


def test_the_form_says_why_and_opens_a_friendly_table(noam: User) -> None:
    unconfirmed(noam)
    client = signed_in(noam)
    page = client.get(f"/new/{GAME}/").content.decode()
    assert "confirmed e-mail address" in page and reverse("account_email") in page
    client.post(f"/new/{GAME}/", filled(rated="yes"))
    assert not Table.objects.get().rated


def test_a_private_table_of_the_form_is_friendly(leyla: User) -> None:
    signed_in(leyla).post(f"/new/{GAME}/", filled(rated="yes", public="no"))
    assert not Table.objects.get().rated


# ---- Which tables ------------------------------------------------------------------------------


def test_a_private_table_is_never_rated(leyla: User, noam: User) -> None:
    with pytest.raises(PrivateIsFriendly):
        tables.open_table(leyla, GAME, public=False, rated=True)
    with pytest.raises(PrivateIsFriendly):
        match_for(leyla, noam, rated=True, public=False)
    with pytest.raises(IntegrityError):
        Table.objects.create(game=GAME, seats=2, public=False, rated=True, seed=b"", code="X")


@pytest.mark.parametrize("key", registry.game_keys())
def test_what_a_game_calls_unrated_opens_at_no_rated_table(leyla: User, key: str) -> None:
    """With each value of each option, as the game itself says."""
    rules = registry.rules_for(key)
    for options in option_sets(rules):
        reason = rules.why_unrated(options)
        if reason is not None:
            with pytest.raises(NeverRated, match=str(reason)):
                tables.open_table(leyla, key, codec.part_options(rules, options)[0], rated=True)
    if rules.ONE_ROOM is not None:
        assert rules.why_unrated(rules.ONE_ROOM) is not None, "a host decides who is right"


# ---- How many ----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_guest", [False, True])
def test_one_account_cannot_fill_the_clocks(leyla: User, is_guest: bool) -> None:
    """Long clocks and bots: each match would go on without anybody. Guests are made by the dozen,
    so that each has few."""
    guest = User.objects.create(username="Gus", password="!", is_guest=True)
    who = guest if is_guest else leyla
    most = checks.GUEST_MATCHES if is_guest else checks.RUNNING_MATCHES
    level = registry.rules_for(GAME).INFO.levels[0]
    with pytest.raises(TooManyMatches):
        for _ in range(most + 5):
            cache.clear()
            table = tables.open_table(who, GAME, {"turnSeconds": 86400}, rated=False)
            chairs.add_bot(table.pk, who, level)
            chairs.set_ready(table.pk, who)
    assert Match.objects.count() == most


def test_who_reaches_the_limit_after_saying_yes_is_not_dealt_in(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "RUNNING_MATCHES", 1)
    slow = {"turnSeconds": 86400}
    first, second = (tables.open_table(leyla, GAME, slow, rated=False) for _ in range(2))
    for table in (first, second):
        chairs.sit(table.pk, noam)
        chairs.set_ready(table.pk, noam)
    chairs.set_ready(first.pk, leyla)
    assert not second.chairs.get(user=leyla).ready
    with pytest.raises(TooManyMatches):
        chairs.set_ready(second.pk, leyla)
    leaving.resign(Match.objects.get().pk, leyla)
    noam_plays(noam)
    chairs.set_ready(second.pk, leyla)
    second.refresh_from_db()
    assert second.status == Table.Status.OPEN and not second.chairs.get(user=noam).ready


def noam_plays(noam: User) -> None:
    match_for(noam, person(), options={"turn_seconds": 86400})


@pytest.mark.parametrize("key", registry.game_keys())
def test_a_match_off_the_live_clock_waits_for_people(key: str) -> None:
    """What plays itself by short clocks is live, whatever its options say: one at a time."""
    rules = registry.rules_for(key)
    for options in option_sets(rules):
        if not options.live:
            seats = rules.INFO.players[0] + len(rules.extra_seats(options))
            timer = rules.timer(start(rules, seats, options, bytes(32)).state)
            assert timer is not None and timer.seconds >= LIVE_BELOW
