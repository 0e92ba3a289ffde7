"""What the house does with people: bots, demo data, the admin."""

import re
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import FOR_EVER, User
from accounts.people.bots import GENTLE, SHARP, bot_player, bots_at
from accounts.people.names import BOT_NAMES
from accounts.sanctions.models import AuditEntry, Sanction
from tests.accounts.conftest import MakePerson

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


def test_demo_data_is_made_once_and_the_printed_password_opens_the_admin(
    settings: Settings,
) -> None:
    settings.STAFF_SECOND_STEP = False  # as at a desk
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


def staff(person: User) -> Client:
    """Somebody of the house, with the second step that this asks for."""
    TOTP.activate(person, generate_totp_secret())
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def boss(make_person: MakePerson) -> Client:
    return staff(make_person("Boss", is_superuser=True, is_staff=True))


def do(client: Client, person: User, act: str, **form: str) -> Any:
    return client.post(f"/admin/accounts/user/{person.pk}/do/{act}/", form, follow=True)


def test_the_admin_shows_no_password_and_no_secret(boss: Client, leyla: User) -> None:
    page = boss.get(f"/admin/accounts/user/{leyla.pk}/change/").text
    assert leyla.password not in page and "md5$" not in page
    assert not admin.site.is_registered(Authenticator)


def test_a_ban_through_the_admin_asks_for_a_reason(boss: Client, leyla: User) -> None:
    assert "Reason" in boss.get(f"/admin/accounts/user/{leyla.pk}/do/ban/").text
    do(boss, leyla, "ban", hours="168", reason="")
    leyla.refresh_from_db()
    assert leyla.banned_until is None
    do(boss, leyla, "ban", hours="", reason="Shouting")
    leyla.refresh_from_db()
    sanction = Sanction.objects.get()
    assert (leyla.banned_until, sanction.reason) == (FOR_EVER, "Shouting")
    assert sanction.author and sanction.author.username == "Boss"
    boss.post(f"/admin/sanctions/sanction/{sanction.pk}/do/lift/", {"reason": "A mistake"})
    leyla.refresh_from_db()
    assert leyla.banned_until is None


def test_nobody_bans_themselves_or_a_bot(boss: Client) -> None:
    me, bot = User.objects.get(username="Boss"), bot_player("Nar", GENTLE)
    assert "Nobody judges themselves." in do(boss, me, "ban", hours="1", reason="Tired").text
    do(boss, bot, "ban", hours="1", reason="Tired")
    assert not Sanction.objects.exists()


def test_shutting_an_account_in_the_admin_tells_the_tables(
    boss: Client, leyla: User, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        do(boss, leyla, "shut", reason="Stolen")
    leyla.refresh_from_db()
    assert not leyla.is_active
    assert revoked == [("Leyla", "deactivated", None)]
    do(boss, leyla, "reopen", reason="Back with its owner")
    leyla.refresh_from_db()
    assert leyla.is_active


def test_staff_hand_out_no_rights_and_see_no_address(make_person: MakePerson, leyla: User) -> None:
    omar = make_person("Omar", is_staff=True)
    omar.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = staff(omar)
    url = f"/admin/accounts/user/{omar.pk}/change/"
    assert client.post(url, {"is_superuser": "on"}).status_code == 403
    omar.refresh_from_db()
    assert omar.is_staff and not omar.is_superuser
    assert "@example.com" not in client.get(f"/admin/accounts/user/{leyla.pk}/change/").text


def test_a_superuser_hands_out_rights_and_it_is_logged(boss: Client, leyla: User) -> None:
    url = f"/admin/accounts/user/{leyla.pk}/change/"
    form = {"is_staff": "on", "sanctions-TOTAL_FORMS": "0", "sanctions-INITIAL_FORMS": "0"}
    assert boss.post(url, form).status_code == 302
    leyla.refresh_from_db()
    assert leyla.is_staff and leyla.is_active
    assert AuditEntry.objects.filter(about_id=leyla.pk, by_name="Boss").exists()


def test_staff_without_a_second_step_are_asked_to_set_it_up(make_person: MakePerson) -> None:
    client = Client()
    client.force_login(make_person("Omar", is_staff=True, is_superuser=True))
    answer = client.get("/admin/", follow=True)
    assert ("/accounts/2fa/totp/activate/", 302) in answer.redirect_chain
    assert "second step" in answer.text


def test_ordinary_people_are_not_let_into_the_admin(signed_in: Client) -> None:
    assert signed_in.get("/admin/", follow=True).status_code == 403


def test_the_admins_password_page_is_the_sites_own(boss: Client) -> None:
    assert boss.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
