"""What the house does with people: bots, demo data, the admin."""

import re
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.core.management import call_command
from django.test import Client

from accounts.models import FOR_EVER, User
from accounts.names import BOT_NAMES
from accounts.people import GENTLE, SHARP, bot_player, bots_at
from tests.accounts.conftest import PASSWORD, MakePerson

pytestmark = pytest.mark.django_db


def test_a_bot_is_made_once_and_cannot_sign_in() -> None:
    bot = bot_player("Nar", GENTLE)
    assert bot == bot_player("Nar", GENTLE)
    assert (bot.username, bot.is_bot, bot.bot_level) == ("Nar", True, GENTLE)
    assert not bot.has_usable_password()


def test_a_bot_of_another_level_is_another_bot() -> None:
    assert bot_player("Nar", SHARP).username == "Nar-sharp"
    assert bot_player("Nar", SHARP) != bot_player("Nar", GENTLE)


def test_a_stranger_is_no_house_bot() -> None:
    with pytest.raises(ValueError, match="Leyla"):
        bot_player("Leyla", GENTLE)


def test_enough_bots_of_each_level_are_at_home() -> None:
    nar = bot_player("Nar", GENTLE)
    company = bots_at(GENTLE, besides={nar.pk})
    assert nar not in company and len(company) == len(BOT_NAMES) - 1
    assert all("-" not in bot.username for bot in company[:5])
    assert {bot.bot_level for bot in company} == {GENTLE}


def create_demo() -> str:
    said = StringIO()
    call_command("create_demo", stdout=said)
    return said.getvalue()


def test_demo_data_is_made_once_and_the_printed_password_opens_the_admin() -> None:
    said = create_demo()
    found = re.search(r"name: +(\S+)\n +password: (\S+)", said)
    assert found
    client = Client()
    client.post("/accounts/login/", {"login": found.group(1), "password": found.group(2)})
    assert client.get("/admin/accounts/user/").status_code == 200
    people = set(User.objects.values_list("pk", "password"))
    assert create_demo() == ""
    assert set(User.objects.values_list("pk", "password")) == people
    assert User.objects.filter(is_bot=True).count() == len(BOT_NAMES)


def test_demo_data_adds_no_admin_beside_another(make_person: MakePerson) -> None:
    make_person("Boss", is_superuser=True)
    assert create_demo() == ""
    assert not User.objects.filter(username="admin").exists()


# ---- the admin ---------------------------------------------------------------------------------


@pytest.fixture
def boss(make_person: MakePerson) -> Client:
    client = Client()
    client.force_login(make_person("Boss", is_superuser=True, is_staff=True))
    return client


def act(client: Client, action: str, *people: User, **extra: str) -> Any:
    return client.post(
        "/admin/accounts/user/",
        {"action": action, "_selected_action": [person.pk for person in people], **extra},
        follow=True,
    )


def test_the_admin_shows_no_password_and_no_secret(boss: Client, leyla: User) -> None:
    page = boss.get(f"/admin/accounts/user/{leyla.pk}/change/").text
    assert leyla.password not in page and "md5$" not in page
    assert not admin.site.is_registered(Authenticator)


def test_a_ban_through_the_admin_asks_for_a_reason(boss: Client, leyla: User) -> None:
    assert "Reason" in act(boss, "ban_people", leyla).text
    act(boss, "ban_people", leyla, apply="Ban", days="7", reason="")
    leyla.refresh_from_db()
    assert leyla.banned_until is None
    act(boss, "ban_people", leyla, apply="Ban", days="", reason="Shouting")
    leyla.refresh_from_db()
    assert (leyla.banned_until, leyla.ban_reason) == (FOR_EVER, "Shouting")
    assert leyla.banned_by and leyla.banned_by.username == "Boss"
    act(boss, "lift_bans", leyla)
    leyla.refresh_from_db()
    assert (leyla.banned_until, leyla.ban_reason) == (None, "")


def test_nobody_bans_themselves_or_a_bot(boss: Client) -> None:
    me, bot = User.objects.get(username="Boss"), bot_player("Nar", GENTLE)
    act(boss, "ban_people", me, bot, apply="Ban", days="7", reason="Tired")
    assert not User.objects.exclude(banned_until=None).exists()


def test_shutting_an_account_in_the_admin_tells_the_tables(
    boss: Client, leyla: User, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = boss.post(f"/admin/accounts/user/{leyla.pk}/change/", {})
    assert answer.status_code == 302
    leyla.refresh_from_db()
    assert not leyla.is_active
    assert revoked == [("Leyla", "deactivated", None)]


def test_staff_hand_out_no_rights(make_person: MakePerson) -> None:
    from django.contrib.auth.models import Permission

    omar = make_person("Omar", is_staff=True)
    omar.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = Client()
    client.post("/accounts/login/", {"login": "Omar", "password": PASSWORD})
    answer = client.post(
        f"/admin/accounts/user/{omar.pk}/change/", {"is_active": "on", "is_superuser": "on"}
    )
    assert answer.status_code == 302
    omar.refresh_from_db()
    assert omar.is_staff and not omar.is_superuser


def test_ordinary_people_are_not_let_into_the_admin(signed_in: Client) -> None:
    assert signed_in.get("/admin/", follow=True).status_code == 403


def test_the_admins_password_page_is_the_sites_own(boss: Client) -> None:
    assert boss.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
