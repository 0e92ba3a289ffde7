"""Signs of collusion: what staff are shown of two accounts in league, and of innocent ones."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.devices import services as devices
from accounts.devices.models import Sighting
from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from games.models import Match, Seat
from lobby.models import Table
from lobby.services import chairs
from moderation import collusion
from tests.moderation.conftest import GAME, MakePerson, client_of

pytestmark = pytest.mark.django_db


def won(winner: User, loser: User, *, minutes: float = 20, left: bool = False) -> Match:
    """A rated match that is over."""
    ended = timezone.now() - timedelta(hours=1)
    began = ended - timedelta(minutes=minutes)
    match = Match.objects.create(
        game=GAME, venue="x", rated=True, status=Match.Status.FINISHED, state={}, seed=b"", key=b"",
        started_at=began, finished_at=ended,
    )  # fmt: skip
    Seat.objects.create(match=match, index=0, user=winner, place=1)
    Seat.objects.create(
        match=match, index=1, user=loser, place=2, forfeited_at=ended if left else None
    )
    return match


def seen(user: User, address: str = "a", device: str = "") -> None:
    Sighting.objects.create(user=user, address=address, device=device)


def evidence() -> dict[frozenset[str], str]:
    return {
        frozenset((pair.one.name, pair.two.name)): " ".join(sign.words for sign in pair.signs)
        for pair in collusion.suspects()
    }


def test_dumped_points_and_one_beneficiary(leyla: User, noam: User) -> None:
    for _ in range(6):
        won(leyla, noam, minutes=1, left=True)
    [pair] = collusion.suspects()
    assert pair.gainer is not None and pair.gainer.name == "Leyla" and len(pair.matches) == 5
    words = evidence()[frozenset(("Leyla", "Noam"))]
    assert "6 matches were given up within minutes" in words
    assert "6 of the 6 rated matches of Noam" in words
    assert "6 of their 6 matches were won by the same one" in words


@pytest.mark.parametrize(
    ("device", "people", "listed"),
    [
        pytest.param("browser", 2, True, id="one browser"),
        pytest.param("", 2, False, id="one address alone is a household"),
        pytest.param("browser", 4, False, id="the browser of a club says nothing"),
    ],
)
def test_the_same_browser(person: MakePerson, device: str, people: int, listed: bool) -> None:
    for number in range(people):
        seen(person(f"Twin{number}"), device=device)
    assert bool(evidence()) == listed


def test_more_accounts_at_a_browser_do_not_hide_who_met_there(person: MakePerson) -> None:
    farmers = [person(f"Farmer{number}") for number in range(5)]
    for farmer in farmers:
        seen(farmer, device="browser")
    won(farmers[0], farmers[1])
    assert set(evidence()) == {frozenset(("Farmer0", "Farmer1"))}


def test_what_is_innocent_is_not_listed(
    leyla: User, noam: User, samir: User, person: MakePerson
) -> None:
    """Friends who play each other now and then, and others as well; and somebody who is better."""
    for number in range(6):
        won(*((leyla, noam) if number % 2 else (noam, leyla)))
        for user in (leyla, noam):
            won(user, person(f"Other{number}{user.pk}"))
            won(person(f"More{number}{user.pk}"), user)
    won(leyla, samir, minutes=1, left=True)
    assert evidence() == {}


def test_the_page_shows_the_evidence_and_no_hash(leyla: User, noam: User, moderator: User) -> None:
    seen(leyla, "hash-of-address", "hash-of-device")
    seen(noam, "hash-of-address", "hash-of-device")
    page = client_of(moderator).get("/admin/signs/").content.decode()
    assert "the same browser" in page and "Leyla" in page and "hash-of" not in page
    assert "Signs of collusion" in client_of(moderator).get("/admin/").content.decode()


def test_what_is_kept_of_a_device(table: Table, leyla: User, noam: User) -> None:
    """Keyed hashes, of whoever sits at a rated table; in their export; gone when they leave."""
    chairs.sit(table.pk, noam)
    client = Client(REMOTE_ADDR="203.0.113.9")
    for user in (leyla, noam):
        client.force_login(user)
        client.post(f"/t/{table.code}/ready/", headers={"HX-Request": "true"})
    assert len(client.cookies["device"].value) == 32
    marks = Sighting.objects.exclude(device="").values_list("device", flat=True)
    assert len(marks) == 2 and len(set(marks)) == 1, "one browser, two accounts"
    stored = str(list(Sighting.objects.values()))
    assert "203.0.113.9" not in stored and client.cookies["device"].value not in stored
    assert frozenset(("Leyla", "Noam")) in evidence()
    export: Any = collect_all(noam)["devices"]
    assert {row["device"] for row in export if row["device"]} == set(marks)
    Sighting.objects.filter(user=leyla).update(last_at=timezone.now() - timedelta(days=31))
    devices.prune()
    assert not Sighting.objects.filter(user=leyla).exists()
    close_account(noam)
    assert not Sighting.objects.exists()
