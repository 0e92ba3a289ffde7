"""Who may make a series and who may enter one: situations as rows of a table."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.access.rate_limit import TooFast
from accounts.access.refusals import MayNotAct, Muted
from accounts.karma.models import KarmaScore
from accounts.models import User
from accounts.notices import services as friends
from accounts.notices.models import Notice
from accounts.people.closing import close_account
from accounts.ratings.models import Rating
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from lobby.limits import INVITATIONS
from lobby.refusals import NoSuchGame, TakesNoInvitations, TooManyInvitations
from lobby.services import talk
from refusals import Refusal
from series import limits, refusals
from series.models import Entrant, Member, Series
from series.services import entering, making
from tests.people import MakePerson
from tests.series.conftest import advance, play_all, tournament

pytestmark = pytest.mark.django_db


def in_words(user: User, series: Series) -> str:
    client = Client()
    client.force_login(user)
    return client.get(series.get_absolute_url()).content.decode()


MAKING: list[tuple[str, dict[str, Any], type[Refusal]]] = [
    ("no such kind", {"kind": "league"}, refusals.NoSuchKind),
    ("no such game", {"game": "chess"}, NoSuchGame),
    ("a slow clock", {"options": {"turnSeconds": 86400}}, refusals.LiveClockOnly),
    ("a size that the game has not", {"size": 9}, refusals.WrongSize),
    ("too many rounds", {"rounds": 99}, refusals.WrongNumber),
    ("no rounds", {"rounds": 0}, refusals.WrongNumber),
    ("too long", {"kind": "arena", "minutes": 999}, refusals.WrongNumber),
    ("no grace", {"grace_seconds": 1}, refusals.WrongNumber),
    ("in the past", {"starts_at": timezone.now() - timedelta(days=1)}, refusals.NotInThePast),
    ("next year", {"starts_at": timezone.now() + timedelta(days=365)}, refusals.NotInThePast),
    ("rated by link", {"rated": True, "public": False}, refusals.PrivateIsFriendly),
    ("weekly by a player", {"weekly": True}, refusals.StaffOnly),
    ("without a name", {"name": "  "}, refusals.NoName),
    ("in two seats", {"size": 1}, refusals.WrongSize),
]


@pytest.mark.parametrize(("asked", "refusal"), [r[1:] for r in MAKING], ids=[r[0] for r in MAKING])
def test_what_cannot_be_made(
    person: MakePerson, asked: dict[str, Any], refusal: type[Refusal]
) -> None:
    fields: dict[str, Any] = {
        "kind": "swiss",
        "name": "Cup",
        "game": "forty",
        "starts_at": timezone.now(),
    }
    with pytest.raises(refusal):
        making.make_tournament(person("Leyla"), **(fields | asked))
    assert not Series.objects.exists()


def test_a_maker_needs_karma_and_has_few_at_a_time(person: MakePerson) -> None:
    leyla = person("Leyla")
    plan: dict[str, Any] = {
        "kind": "arena",
        "name": "Cup",
        "game": "forty",
        "starts_at": timezone.now(),
    }
    KarmaScore.objects.create(user=leyla, value=60)
    with pytest.raises(refusals.KarmaForMakers):
        making.make_tournament(leyla, **plan)
    KarmaScore.objects.update(value=80)
    for _ in range(3):
        making.make_tournament(leyla, **plan)
    with pytest.raises(refusals.TooManySeries):
        making.make_tournament(leyla, **plan)


def no_address(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()


def a_program(user: User) -> None:
    user.by_token = True


def strong(user: User) -> None:
    Rating.objects.create(user=user, game="forty", mu=30, sigma=1, shown=1800)


def low_karma(user: User) -> None:
    KarmaScore.objects.create(user=user, value=30)


def anybody(user: User) -> None:
    pass


ENTERING: list[tuple[dict[str, Any], Callable[[User], None], type[Refusal] | None]] = [
    ({}, anybody, None),
    ({"confirmed": True}, anybody, None),
    ({"confirmed": True}, no_address, refusals.ConfirmFirst),
    ({"min_karma": 50}, anybody, None),
    ({"min_karma": 50}, low_karma, refusals.KarmaTooLow),
    ({}, a_program, refusals.NoProgramsHere),
    ({"programs": True}, a_program, None),
    ({"max_rating": 1500}, anybody, None),
    ({"max_rating": 1500}, strong, refusals.RatingOutOfRange),
    ({"min_rating": 1500}, anybody, refusals.NoRatingYet),
    ({"min_rating": 1900}, strong, refusals.RatingOutOfRange),
    ({"min_rating": 1500}, strong, None),
]


@pytest.mark.parametrize(("conditions", "make", "refusal"), ENTERING)
def test_conditions_of_entry(
    person: MakePerson,
    conditions: dict[str, Any],
    make: Callable[[User], None],
    refusal: type[Refusal] | None,
) -> None:
    series = tournament(person("Maker"), [], **conditions)
    noam = person("Noam")
    make(noam)
    if refusal is None:
        assert entering.join(series.pk, noam) == entering.join(series.pk, noam), "once"
    else:
        with pytest.raises(refusal):
            entering.join(series.pk, noam)
    assert series.entrants.count() == (refusal is None)


@pytest.mark.parametrize(
    ("kind", "rounds", "late"),
    [("swiss", 3, True), ("swiss", 1, False), ("arena", 3, True), ("knockout", 3, False)],
)
def test_late_entry(person: MakePerson, kind: str, rounds: int, late: bool) -> None:
    people = [person("Leyla"), person("Noam")]
    series = tournament(person("Maker"), people, kind=kind, rounds=rounds)
    advance(series)
    if late:
        assert entering.join(series.pk, person("Samir")).came_after == 1
    else:
        with pytest.raises(refusals.EntryClosed):
            entering.join(series.pk, person("Samir"))


def test_full_is_full_and_a_withdrawal_makes_room(person: MakePerson) -> None:
    series = tournament(person("Maker"), [person("Leyla"), person("Noam")], most=2)
    with pytest.raises(refusals.IsFull):
        entering.join(series.pk, person("Samir"))
    entering.withdraw(series.pk, User.objects.get(username="Noam"))
    entering.join(series.pk, User.objects.get(username="Samir"))
    assert series.entrants.count() == 2


def test_whoever_closes_the_account_leaves_every_series(person: MakePerson) -> None:
    leyla, noam = person("Leyla"), person("Noam")
    series = tournament(person("Maker"), [leyla, noam])
    close_account(noam)
    assert not series.members.filter(user=noam).exists()
    advance(series)
    assert series.status == Series.Status.CALLED_OFF


def test_who_comes_and_goes_without_end_is_asked_to_wait(person: MakePerson) -> None:
    """Each time the series is locked and counted anew, and no round would come of it."""
    anna = person("Anna")
    series = tournament(person("Maker"), [person("Leyla")])
    for _again in range(limits.ENTRIES.most // 2):
        entering.join(series.pk, anna)
        entering.withdraw(series.pk, anna)
    for act in (entering.join, entering.step_out, entering.withdraw):
        with pytest.raises(TooFast):
            act(series.pk, anna)
    entering.join(series.pk, person("Ben"))
    assert series.entrants.count() == 2, "nobody else waits"


ENDS: dict[str, Callable[[User], object]] = {
    "closed": close_account,
    "banned": lambda user: sanctions.ban(user, None, "shouting"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("act", ["join", "make"])
def test_who_left_or_was_banned_since_the_request_began_enters_nothing(
    person: MakePerson, end: str, act: str
) -> None:
    """The request knew somebody who might still come in."""
    cup = tournament(person("Leyla"), [])
    noam = person("Noam")
    ENDS[end](User.objects.get(pk=noam.pk))
    with pytest.raises(MayNotAct):
        if act == "join":
            entering.join(cup.pk, noam)
        else:
            making.make_night(noam, [{"game": "forty"}])
    assert not Member.objects.filter(user=noam).exists()


TEAMS: dict[str, Any] = {"game": "telefon", "options": {"teams": True}, "size": None}


def test_who_is_asked_by_several_chooses_and_may_ask_somebody_else(person: MakePerson) -> None:
    series = tournament(person("Maker"), [], **TEAMS)
    anna, ben, cleo, dana, emil = (person(n) for n in ("Anna", "Ben", "Cleo", "Dana", "Emil"))
    for asker in (anna, ben, emil):
        entering.join(series.pk, asker, partner="Cleo")
    page = in_words(cleo, series)
    assert all(f'value="{asker.username}"' in page for asker in (anna, ben, emil))
    team = entering.join(series.pk, cleo, partner="Ben")
    assert team.status == "in" and {m.user for m in team.members.all()} == {ben, cleo}
    assert "Cleo is in another team" in in_words(anna, series)
    entering.withdraw(series.pk, anna)
    entering.join(series.pk, anna, partner="Dana")
    own = entering.join(series.pk, dana, partner="")
    assert {m.user for m in own.members.all()} == {anna, dana}, "only one asked"


@pytest.mark.parametrize("wish", ["nobody", "muted"])
def test_who_takes_no_invitations_is_asked_by_nobody(person: MakePerson, wish: str) -> None:
    series, (anna, ben) = tournament(person("Maker"), [], **TEAMS), (person("Anna"), person("Ben"))
    if wish == "nobody":
        friends.wish(ben, show_online=True, invites="nobody")
    else:
        talk.mute(ben, "Anna")
    with pytest.raises(TakesNoInvitations):
        entering.join(series.pk, anna, partner="Ben")
    cleo = person("Cleo")
    with pytest.raises(TooManyInvitations):
        for _again in range(INVITATIONS.most + 1):
            entering.join(series.pk, anna, partner="Cleo")
            entering.withdraw(series.pk, anna)
    assert not Notice.objects.filter(user=ben).exists() and cleo.is_active


def test_a_team_without_its_partner_is_not_in_it_and_stalls_nobody(person: MakePerson) -> None:
    """Nor does one of old data, which was only put out."""
    people = [person(f"Player{n}") for n in range(6)]
    series = tournament(people[0], [], **TEAMS)
    for one, other in ((0, 1), (2, 3)):
        entering.join(series.pk, people[one], partner=people[other].username)
        entering.join(series.pk, people[other])
    entering.join(series.pk, people[4], partner=people[5].username)
    advance(series)
    assert series.status == "running" and series.entrants.count() == 2
    assert Notice.objects.filter(user=people[4], kind="series-no-partner").exists()
    old = Entrant.objects.create(series=series, status="out", invited=people[5])
    Member.objects.create(series=series, entrant=old, user=people[4])
    with pytest.raises(refusals.InTeams):
        entering.join(series.pk, people[4])
    entering.join(series.pk, people[4], partner=people[5].username)
    entering.join(series.pk, people[5])
    for _round in range(2):
        play_all(series)
        advance(series)
    assert series.rounds_made.count() == 3, "and they play in it"


def test_who_may_not_write_names_no_series(person: MakePerson) -> None:
    anna = person("Anna")
    sanctions.impose(anna, Kind.MUTE, "So.", by=None)
    with pytest.raises(Muted):
        tournament(anna, [])
    with pytest.raises(Muted):
        making.make_night(anna, [{"game": "forty"}], name="Down with Ben")
    assert making.make_night(anna, [{"game": "forty"}]).name == "Anna’s night"


def test_what_one_of_a_team_does_the_other_is_told(person: MakePerson) -> None:
    anna, ben = person("Anna"), person("Ben")
    series = tournament(person("Maker"), [], kind="arena", **TEAMS)

    def told() -> list[str]:
        return [notice.kind for notice in Notice.objects.filter(user=ben).order_by("pk")]

    entering.join(series.pk, anna, partner="Ben")
    entering.withdraw(series.pk, anna)
    assert told() == ["series-partner", "series-partner-gone"], "also who was only asked"
    entering.join(series.pk, anna, partner="Ben")
    assert told()[-1] == "series-partner", "asked anew"
    entering.join(series.pk, ben)
    other = [person("Cleo"), person("Dana")]
    entering.join(series.pk, other[0], partner="Dana")
    entering.join(series.pk, other[1])
    advance(series)
    entering.step_out(series.pk, anna)
    entering.join(series.pk, anna)
    entering.withdraw(series.pk, anna)
    assert told()[-3:] == ["series-partner-away", "series-partner-back", "series-partner-gone"]
    assert not Notice.objects.filter(user=anna, kind__startswith="series-partner").exists()
