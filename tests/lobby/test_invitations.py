"""Friends: who is seen, where, and who may be asked to come."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.notices import services as friends
from accounts.notices.models import Notice
from games.presence import leases
from lobby import limits, refusals
from lobby.finding.friends import friends_of
from lobby.models import Invitation, Table
from lobby.services import chairs, chores, tables, talk
from refusals import Refusal
from tests.lobby.conftest import GAME, MakePerson, signed_in

pytestmark = pytest.mark.django_db


def arrive(user: User, venue: str = "house") -> None:
    leases.renew(uuid4(), user.pk, venue)


def test_an_invitation_is_told_with_the_way_to_the_table(
    table: Table, leyla: User, noam: User
) -> None:
    talk.invite(table.pk, leyla, "noam")
    row = Notice.objects.get(user=noam)
    assert (row.kind, row.url) == ("invited", table.get_absolute_url())
    assert row.params["name"] == "Leyla"


def test_a_press_twice_is_one_invitation(table: Table, leyla: User, noam: User) -> None:
    talk.invite(table.pk, leyla, "Noam")
    with pytest.raises(refusals.InvitedAlready):
        talk.invite(table.pk, leyla, "Noam")
    assert Invitation.objects.count() == Notice.objects.count() == 1


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        ("nobody of this name", refusals.NobodyToInvite),
        ("herself", refusals.NobodyToInvite),
        ("a bot", refusals.NobodyToInvite),
        ("sits there", refusals.SitsHereAlready),
        ("a stranger at the table", refusals.NotAtThisTable),
        ("no chair", refusals.TableFull),
        ("a running match", refusals.MatchRunning),
        ("muted her", refusals.TakesNoInvitations),
        ("takes none", refusals.TakesNoInvitations),
        ("does not follow her", refusals.TakesNoInvitations),
        ("too many", refusals.TooManyInvitations),
    ],
)
def test_an_invitation_is_refused_by_name(
    table: Table,
    leyla: User,
    noam: User,
    samir: User,
    person: MakePerson,
    situation: str,
    why: type[Refusal],
) -> None:
    host, name = leyla, "Samir"
    match situation:
        case "nobody of this name":
            name = "Nobody"
        case "herself":
            name = "Leyla"
        case "a bot":
            User.objects.filter(pk=samir.pk).update(is_bot=True)
        case "sits there":
            chairs.sit(table.pk, samir)
        case "a stranger at the table":
            host = noam
        case "no chair" | "a running match":
            chairs.sit(table.pk, noam)
            if situation == "a running match":
                for user in (leyla, noam):
                    chairs.set_ready(table.pk, user)
        case "muted her":
            talk.mute(samir, "Leyla")
        case "takes none":
            friends.wish(samir, show_online=True, invites="nobody")
        case "does not follow her":
            friends.wish(samir, show_online=True, invites="followed")
        case "too many":
            for _ in range(limits.INVITATIONS.most):
                limits.INVITATIONS.take(host.pk)
    with pytest.raises(why):
        talk.invite(table.pk, host, name)
    assert not Notice.objects.filter(kind="invited").exists()
    assert not Invitation.objects.exists()


def test_who_is_muted_hears_the_same_sentence_as_any_other(
    table: Table, leyla: User, noam: User, samir: User
) -> None:
    talk.mute(samir, "Leyla")
    friends.wish(noam, show_online=True, invites="nobody")
    said = []
    for name in ("Samir", "Noam"):
        with pytest.raises(refusals.TakesNoInvitations) as refused:
            talk.invite(table.pk, leyla, name)
        said.append(str(refused.value).replace(name, ""))
    assert said[0] == said[1]


# ---- Whom one follows ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "online", "at_table"),
    [
        ("away", False, False),
        ("on a page", True, False),
        ("at a public table", True, True),
        ("at a private table", True, False),
        ("left the page of the table", False, False),
        ("hides", False, False),
        ("muted the one who asks", False, False),
    ],
)
def test_a_friend_is_seen_as_far_as_they_wish(
    leyla: User, noam: User, situation: str, online: bool, at_table: bool
) -> None:
    friends.follow(noam, "Leyla")
    private = situation == "at a private table"
    if "table" in situation or situation in ("hides", "muted the one who asks"):
        table = tables.open_table(leyla, GAME, public=not private, rated=False)
        if situation != "left the page of the table":
            arrive(leyla, table.venue)
    if situation == "on a page":
        arrive(leyla)
    if situation == "hides":
        friends.wish(leyla, show_online=False, invites="everybody")
    if situation == "muted the one who asks":
        talk.mute(leyla, "Noam")
    found = friends_of(noam)
    assert [(one.user, one.online, one.table is not None) for one in found] == [
        (leyla, online, at_table)
    ]


def test_the_pages_show_friends_and_the_room_offers_to_invite_them(
    table: Table, leyla: User, noam: User, django_assert_max_num_queries: Any
) -> None:
    friends.follow(leyla, "Noam")
    arrive(noam)
    client = signed_in(leyla)
    page = client.get("/me/friends/").content.decode()
    assert "/@Noam/" in page and "is-online" in page
    room = client.get(table.get_absolute_url()).content.decode()
    assert 'data-invite="Noam"' in room
    answer = client.post(f"{table.get_absolute_url()}invite/", {"name": "Noam"})
    assert answer.status_code == 303
    assert 'data-invite="Noam"' not in client.get(table.get_absolute_url()).content.decode()


def test_the_list_of_friends_costs_the_same_for_many(
    leyla: User, person: MakePerson, django_assert_num_queries: Any
) -> None:
    for number in range(12):
        other = person(f"Friend{number}")
        friends.follow(leyla, other.username)
        arrive(other)
    with django_assert_num_queries(3):
        assert len(friends_of(leyla)) == 12


def test_leaving_for_good_takes_invitations_along(table: Table, leyla: User, noam: User) -> None:
    talk.invite(table.pk, leyla, "Noam")
    chores.forget(noam)
    assert not Invitation.objects.exists()
