"""Pictures over HTTP: what they say, who may see them, how often one may ask."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from accounts.ratings.models import Rating
from accounts.ratings.seasons import ALL_TIME
from games import registry
from games.models import Match
from games.page.wording import minus
from lobby import limits
from lobby.models import Table
from lobby.services import chairs, tables
from sharing import serving
from tests.archive.matches import played
from tests.lobby.conftest import GAME, signed_in

pytestmark = pytest.mark.django_db


def test_a_picture_is_asked_for_again_with_its_mark(client: Client) -> None:
    first = client.get("/picture.png")
    assert first["Content-Type"] == "image/png"
    assert first["Cache-Control"] == "public, max-age=86400"
    again = client.get("/picture.png", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content


def test_too_many_pictures_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PICTURES", RateLimit("few-pictures", 2, 3600, shared=True))
    for _ in range(2):
        assert client.get("/rules/nothing/picture.png").status_code == 404
    refused = client.get("/picture.png")
    assert refused.status_code == 429 and refused["Retry-After"]


# ---- A match -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.game_keys())
def test_the_picture_of_a_match_says_what_its_result_says_and_no_more(
    client: Client, game: str, drawn: list[str]
) -> None:
    match = played(game)
    answer = client.get(reverse("archive:picture", args=[match.pk]))
    assert answer.status_code == 200 and answer["Cache-Control"] == "public, max-age=3600"
    players = match.seats.select_related("user").filter(role="")
    names = {seat.user.username for seat in players}
    scores = {minus(seat.score) for seat in players if seat.score is not None}
    said = {registry.rules_for(game).INFO.name, "Courtyard", "March 1, 2026"}
    places = {str(seat.place) for seat in players}
    assert names | scores | said | places <= set(drawn)
    headline = client.get(reverse("archive:replay", args=[match.pk])).context["headline"]
    others = set(drawn) - names - scores - said - places
    assert "".join(headline.split()) == "".join("".join(sorted(others, key=drawn.index)).split())


def test_somebody_who_left_the_house_is_not_named(client: Client, drawn: list[str]) -> None:
    match = played(registry.game_keys()[-1])
    user = match.seats.get(index=0).user
    User.objects.filter(pk=user.pk).update(deleted_at=match.finished_at)
    for door in ("picture", "replay", "log"):
        answer = client.get(reverse(f"archive:{door}", args=[match.pk])).content
        assert user.username.encode() not in answer, door
    assert not any(user.username in text for text in drawn)


def test_a_private_match_has_its_picture_for_those_who_sat_there(client: Client) -> None:
    match = played(registry.game_keys()[-1], public=False)
    url = reverse("archive:picture", args=[match.pk])
    assert client.get(url).status_code == 404
    own = signed_in(match.seats.get(index=0).user).get(url)
    assert own["Cache-Control"] == "private, no-cache" and own["X-Robots-Tag"] == "noindex"


# ---- A table -------------------------------------------------------------------------------------


@pytest.fixture
def private(leyla: User, noam: User) -> Table:
    """For three, with Leyla who opened it and Noam."""
    table = tables.open_table(leyla, GAME, public=False, rated=False, seats=3)
    chairs.sit(table.pk, noam)
    return table


def preview(table: Table) -> tuple[str, str]:
    """What a program without an account reads and is shown."""
    page = Client().get(table.get_absolute_url()).content.decode()
    head = page[: page.index("</head>")]
    answer = Client().get(reverse("lobby:picture", args=[table.code]))
    assert answer.status_code == 200
    return head, answer["Cache-Control"]


def test_a_private_table_says_who_invites_to_what(private: Table, drawn: list[str]) -> None:
    head, kept = preview(private)
    assert "Leyla invites you to a game of Forty" in head and "noindex" in head
    assert kept == "private, no-cache"
    assert set(drawn) == {"Courtyard", "", "Leyla invites you to a game of", "Forty"}
    assert "Noam" not in head


def test_a_private_table_without_a_free_chair_does_not_even_say_who(
    private: Table, samir: User, drawn: list[str]
) -> None:
    chairs.sit(private.pk, samir)
    head, _kept = preview(private)
    assert not {"Leyla", "Noam", "Samir"} & set(head.split())
    assert set(drawn) == {"Courtyard", "", "A private table", "Forty"}


def test_a_public_table_says_what_the_lobby_says(leyla: User, drawn: list[str]) -> None:
    table = tables.open_table(leyla, GAME, seats=3)
    head, kept = preview(table)
    assert "Play Forty with Leyla" in head and kept == "public, max-age=60"
    assert "2 more players are awaited" in drawn and "rated" in drawn
    assert "".join(text for text in drawn if len(text) == 1) == table.code


def test_a_table_where_all_sit_is_to_be_watched(leyla: User, noam: User, drawn: list[str]) -> None:
    table = tables.open_table(leyla, GAME, seats=2)
    chairs.sit(table.pk, noam)
    head, _kept = preview(table)
    assert "Forty at a table with Leyla, Noam" in head and "Come and watch" in drawn


def test_codes_are_guessed_no_faster_at_a_picture(
    private: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = RateLimit("few-codes", 2, 3600, shared=True)
    monkeypatch.setattr(limits, "GUESSES_OF_ADDRESS", few)
    answers = [
        Client().get(reverse("lobby:picture", args=[code])).status_code
        for code in (private.code, "ZZZZZB", "ZZZZZC", private.code)
    ]
    assert answers == [200, 404, 404, 429]


# ---- People --------------------------------------------------------------------------------------


def rated(user: User, **more: Any) -> Rating:
    values = {"mu": 25.0, "sigma": 8.0, "shown": 1432, "matches": 40, "wins": 21, **more}
    return Rating.objects.create(user=user, game=GAME, season=ALL_TIME, **values)


def test_a_profile_shows_name_and_ratings(client: Client, leyla: User, drawn: list[str]) -> None:
    User.objects.filter(pk=leyla.pk).update(date_joined=datetime(2026, 3, 5, tzinfo=UTC))
    rated(leyla)
    assert client.get(f"/@{leyla.username}/picture.png").status_code == 200
    assert {"Leyla", "Here since March 2026", "Forty", "1432"} <= set(drawn)
    assert "40 matches · 52% won" in drawn
    assert not any(leyla.email in text for text in drawn)


def test_somebody_without_a_rating_and_nobody_at_all(
    client: Client, noam: User, drawn: list[str]
) -> None:
    assert client.get("/@noam/picture.png").status_code == 200
    assert "No rated match yet." in drawn
    User.objects.filter(pk=noam.pk).update(is_active=False)
    assert client.get("/@noam/picture.png").status_code == 404


def test_a_board_without_anybody(client: Client, drawn: list[str]) -> None:
    answer = client.get(f"/leaderboards/{GAME}/picture.png?by=streak&season=now")
    assert answer.status_code == 200
    assert "Leaderboard: Longest streak" in drawn and any("Be the first" in text for text in drawn)
    assert client.get("/leaderboards/nothing/picture.png").status_code == 404


def test_a_running_match_has_no_picture(client: Client) -> None:
    match = played(GAME, steps=3)
    assert match.status == Match.Status.RUNNING
    assert client.get(reverse("archive:picture", args=[match.pk])).status_code == 409
