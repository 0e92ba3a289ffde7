"""Taking one's data along, and leaving for good."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.people import data_export
from accounts.people.closing import close_account
from accounts.signals import account_erasing
from tests.accounts.conftest import PASSWORD, MakePerson


def test_the_export_is_a_file_with_everything(leyla: User, signed_in: Client) -> None:
    answer = signed_in.get("/me/data/")
    assert answer["Content-Disposition"] == 'attachment; filename="courtyard-Leyla.json"'
    data = answer.json()
    assert data["account"]["name"] == "Leyla"
    assert data["account"]["email_addresses"] == [
        {"email": "leyla@example.com", "verified": True, "primary": True}
    ]
    assert data["preferences"]["theme"] == "auto"
    assert leyla.password not in answer.text


def test_other_apps_add_their_part(
    leyla: User, signed_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_export, "_parts", dict(data_export._parts))
    data_export.register("another-part", lambda user: [user.username])
    assert signed_in.get("/me/data/").json()["another-part"] == ["Leyla"]
    with pytest.raises(ValueError, match="another-part"):
        data_export.register("another-part", lambda user: [])


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/me/", "/me/data/", "/me/leave/", "/me/avatar/"])
def test_strangers_are_sent_to_the_door(page: str) -> None:
    assert Client().get(page)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    ("typed", "password", "field"),
    [("leyla", PASSWORD, "name"), ("", PASSWORD, "name"), ("Leyla", "wrong", "password")],
)
def test_leaving_asks_for_name_and_password(
    leyla: User, signed_in: Client, typed: str, password: str, field: str
) -> None:
    answer = signed_in.post("/me/leave/", {"name": typed, "password": password})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    leyla.refresh_from_db()
    assert leyla.is_active and leyla.username == "Leyla"


def test_guessing_the_password_on_the_leaving_page_is_stopped(
    leyla: User, signed_in: Client, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/5m/key"}
    for _ in range(2):
        signed_in.post("/me/leave/", {"name": "Leyla", "password": "wrong"})
    answer = signed_in.post("/me/leave/", {"name": "Leyla", "password": PASSWORD})
    assert "Too many wrong passwords" in answer.text
    leyla.refresh_from_db()
    assert leyla.is_active


def test_leaving_wipes_the_person_and_keeps_the_row(
    leyla: User, signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    elsewhere = Client()
    elsewhere.force_login(leyla)
    closing: list[str] = []

    def listen(sender: object, user: User, **_: Any) -> None:
        closing.append(user.username)

    account_erasing.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            signed_in.post("/me/leave/", {"name": "Leyla", "password": PASSWORD})
    finally:
        account_erasing.disconnect(listen)
    gone = User.objects.get(pk=leyla.pk)
    assert (gone.username, gone.email, gone.is_active) == (f"deleted-{leyla.pk}", "", False)
    assert gone.has_left and not gone.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert closing == ["Leyla"]  # while the name still stood
    assert (f"deleted-{leyla.pk}", "closed", None) in revoked
    assert signed_in.get("/me/").status_code == elsewhere.get("/me/").status_code == 302
    assert Client().get("/@Leyla/").status_code == 404
    assert Client().get(f"/@deleted-{leyla.pk}/").status_code == 404


def test_a_name_and_address_are_free_again_after_leaving(
    leyla: User, make_person: MakePerson
) -> None:
    close_account(leyla)
    assert make_person("Leyla").pk != leyla.pk


def test_the_last_superuser_stays(make_person: MakePerson) -> None:
    boss = make_person("Boss", is_superuser=True, is_staff=True)
    client = Client()
    client.force_login(boss)
    answer = client.post("/me/leave/", {"name": "Boss", "password": PASSWORD})
    assert "Hand them to somebody else first" in answer.text
    boss.refresh_from_db()
    assert boss.is_active


def test_nobody_comes_back(leyla: User) -> None:
    from accounts.access.permissions import reactivate

    close_account(leyla)
    leyla.refresh_from_db()
    with pytest.raises(ValueError, match="left"):
        reactivate(leyla)
