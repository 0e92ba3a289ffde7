"""Settings, pictures, languages and the light, for people and for visitors."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.people.avatar import HUES, PATTERNS, avatar_svg
from accounts.people.bots import bot_player
from accounts.templatetags.people import avatar, name
from tests.accounts.conftest import MakePerson

CHOICES = {
    "language": "en",
    "theme": "night",
    "deck": "cvd",
    "speed": "fast",
    "confirm_moves": "on",
    "avatar_hue": "178",
    "avatar_shape": "2",
}


def test_all_preferences_are_saved_by_a_plain_post(leyla: User, signed_in: Client) -> None:
    answer = signed_in.post("/me/", CHOICES)
    assert answer.status_code == 302
    leyla.refresh_from_db()
    saved = {field: getattr(leyla, field) for field in CHOICES}
    assert saved == CHOICES | {"confirm_moves": True, "avatar_hue": 178, "avatar_shape": 2}
    assert (leyla.sound, leyla.big_cards) == (False, False)  # boxes left empty
    assert signed_in.get("/").text == "night cvd fast False"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theme", "dusk"),
        ("deck", ""),
        ("speed", "slow"),
        ("language", "xx"),
        ("avatar_hue", "17"),
        ("avatar_hue", "red"),
        ("avatar_shape", str(len(PATTERNS))),
    ],
)
def test_a_wrong_choice_is_refused_and_nothing_is_saved(
    leyla: User, signed_in: Client, field: str, value: str
) -> None:
    answer = signed_in.post("/me/", CHOICES | {field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    leyla.refresh_from_db()
    assert leyla.theme == "auto"


def test_settings_cannot_be_used_to_gain_rights(leyla: User, signed_in: Client) -> None:
    signed_in.post("/me/", CHOICES | {"is_staff": "on", "username": "Omar", "is_bot": "on"})
    leyla.refresh_from_db()
    assert (leyla.theme, leyla.is_staff, leyla.username, leyla.is_bot) == (
        "night",
        False,
        "Leyla",
        False,
    )


def test_the_picture_is_previewed_as_a_fragment(leyla: User, signed_in: Client) -> None:
    fragment = signed_in.get("/me/avatar/", {"avatar_hue": "178", "avatar_shape": "2"}).text
    assert "<html" not in fragment and 'id="avatar-preview"' in fragment
    assert str(avatar_svg("Leyla", 178, 2, 96)) in fragment
    leyla.refresh_from_db()
    assert leyla.avatar_hue is None


# ---- middleware --------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("cookie", "theme"), [("night", "night"), ("<b>", "auto"), (None, "auto")])
def test_a_visitors_light_comes_from_a_cookie(cookie: str | None, theme: str) -> None:
    client = Client()
    if cookie:
        client.cookies["theme"] = cookie
    assert client.get("/").text == f"{theme} four normal True"


@pytest.mark.django_db
def test_the_light_switch_works_for_visitors() -> None:
    client = Client()
    came_from = {"accept": "text/html", "referer": "http://testserver/me/"}
    answer = client.post("/theme/", {"theme": "day"}, headers=came_from)
    assert (answer.status_code, answer["Location"]) == (302, "/me/")
    assert client.get("/").text.startswith("day ")
    assert client.post("/theme/", {"theme": "dusk"}).status_code == 422
    assert client.get("/theme/").status_code == 405


def test_the_light_switch_is_kept_with_the_account(leyla: User, signed_in: Client) -> None:
    assert signed_in.post("/theme/", {"theme": "day"}, HTTP_HX_REQUEST="true").status_code == 204
    leyla.refresh_from_db()
    assert leyla.theme == "day"


@pytest.mark.django_db
@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_the_light_switch_leads_nowhere_else(elsewhere: str) -> None:
    came_from = {"accept": "text/html", "referer": elsewhere}
    answer = Client().post("/theme/", {"theme": "day"}, headers=came_from)
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    ("chosen", "cookie", "browser", "spoken"),
    [
        ("", None, "he", "he"),
        ("", "az", "he", "az"),
        ("en", "az", "he", "en"),
        ("xx", None, "he", "he"),
        ("", None, "xx", "en"),
    ],
    ids=["browser", "cookie", "account", "account's language is gone", "nothing known"],
)
def test_whose_language_counts(
    make_person: MakePerson,
    settings: Settings,
    chosen: str,
    cookie: str | None,
    browser: str,
    spoken: str,
) -> None:
    settings.LANGUAGES = [("en", "English"), ("he", "עברית"), ("az", "Azərbaycanca")]
    client = Client()
    client.force_login(make_person(language=chosen))
    if cookie:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
    assert client.get("/", HTTP_ACCEPT_LANGUAGE=browser)["Content-Language"] == spoken


# ---- pictures and names ------------------------------------------------------------------------


def test_a_picture_is_the_same_every_time_and_in_any_case() -> None:
    assert avatar_svg("Leyla", None, None, 40) == avatar_svg("leyla", None, None, 40)


def test_every_choice_looks_different() -> None:
    drawn = {
        str(avatar_svg("Leyla", hue, shape, 40)) for hue in HUES for shape in range(len(PATTERNS))
    }
    assert len(drawn) == len(HUES) * len(PATTERNS)


def test_names_spread_over_the_pictures() -> None:
    drawn = {str(avatar_svg(f"Player{number}", None, None, 40)) for number in range(200)}
    assert len(drawn) > 150


@pytest.mark.parametrize("shape", range(len(PATTERNS)))
def test_a_picture_keeps_to_the_content_policy(shape: int) -> None:
    svg = str(avatar_svg('"><script>', 20, shape, 40))
    assert svg.startswith('<svg class="avatar" width="40" height="40"')
    assert not re.search(r"style=|<style|<script|url\(|href", svg)


def test_a_name_stands_in_its_own_direction_and_a_bot_is_marked(leyla: User) -> None:
    assert name(leyla) == '<bdi class="name">Leyla</bdi>'
    bot = name(bot_player("Nar", "gentle"))
    assert bot.startswith('<bdi class="name">Nar</bdi>') and 'class="sr-only"' in bot


def test_somebody_who_left_has_neither_name_nor_picture(leyla: User) -> None:
    from accounts.people.closing import close_account

    close_account(leyla)
    leyla.refresh_from_db()
    assert name(leyla) == '<bdi class="name">Somebody who left</bdi>'
    assert avatar(leyla) == avatar(None)


# ---- the public page ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_public_page_shows_name_and_picture_but_no_address(leyla: User) -> None:
    page = Client().get("/@Leyla/")
    assert page.status_code == 200
    assert str(avatar_svg("Leyla", None, None, 96)) in page.text
    assert "Here since" in page.text and "leyla@example.com" not in page.text
    assert Client().get("/@leyla/")["Location"] == "/@Leyla/"


@pytest.mark.django_db
@pytest.mark.parametrize("unknown", ["Nobody1", "deleted-1", "a%20b"])
def test_an_unknown_name_is_a_404(unknown: str) -> None:
    assert Client().get(f"/@{unknown}/").status_code == 404
