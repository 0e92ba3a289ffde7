"""The picture of a result: well formed, true, and safe whatever people call themselves."""

import xml.etree.ElementTree as ET

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from archive.replay import share_image
from archive.replay.share_image import shortened, wrapped
from games import registry
from games.models import Match
from tests.archive.matches import played

pytestmark = pytest.mark.django_db
GAMES = registry.game_keys()
SVG = "{http://www.w3.org/2000/svg}"


def drawn(match: Match) -> ET.Element:
    answer = Client().get(reverse("archive:picture", args=[match.pk]))
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    return ET.fromstring(answer.content)


@pytest.mark.parametrize("game", GAMES)
def test_it_names_the_game_everybody_and_what_they_reached(game: str) -> None:
    match = played(game)
    texts = [node.text or "" for node in drawn(match).iter(f"{SVG}text")]
    assert registry.rules_for(game).INFO.name in texts
    for seat in match.seats.select_related("user"):
        assert seat.user.username in texts
        assert seat.score is None or str(seat.score) in texts


def test_a_name_is_text_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(GAMES[-1])
    monkeypatch.setattr(share_image, "display_name", lambda user: '<script>"&')
    root = drawn(match)
    assert not list(root.iter(f"{SVG}script"))
    assert '<script>"&' in [node.text for node in root.iter(f"{SVG}text")]


def test_somebody_who_left_the_house_is_not_named() -> None:
    match = played(GAMES[-1])
    user = match.seats.get(index=0).user
    User.objects.filter(pk=user.pk).update(deleted_at=match.finished_at)
    for door in ("picture", "replay", "log"):
        answer = Client().get(reverse(f"archive:{door}", args=[match.pk])).content.decode()
        assert user.username not in answer, door


def test_the_page_names_its_picture_for_those_who_show_links() -> None:
    match = played(GAMES[-1])
    page = Client().get(reverse("archive:replay", args=[match.pk])).content.decode()
    picture = reverse("archive:picture", args=[match.pk])
    assert f'property="og:image" content="{settings.SITE_URL}{picture}"' in page
    assert 'property="og:title"' in page


def test_a_private_page_names_none() -> None:
    match = played(GAMES[-1], public=False)
    client = Client()
    client.force_login(match.seats.get(index=0).user)
    page = client.get(reverse("archive:replay", args=[match.pk])).content.decode()
    assert "og:image" not in page
    assert "noindex" in page


@pytest.mark.parametrize(
    "text, lines",
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("one two three four five six", ["one two", "three four…"]),
    ],
)
def test_a_long_headline_is_broken_and_then_cut(text: str, lines: list[str]) -> None:
    assert wrapped(text, 7, 2) == lines


def test_a_long_name_is_cut() -> None:
    assert shortened("x" * 30, 26) == "x" * 25 + "…"
