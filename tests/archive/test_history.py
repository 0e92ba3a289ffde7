"""Histories: who may see which match, filters, pages, two people, one's own as a file."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.ratings import services as ratings
from accounts.ratings.skill import Side
from archive.history import export
from archive.history import selectors as history
from archive.history.filters import Filters
from archive.templatetags.records import duration, gain
from games import registry
from games.models import Match, Seat
from tests.responses import body_of

pytestmark = pytest.mark.django_db

GAME, OTHER = registry.game_keys()[:2]
NOW = datetime.now(UTC)


def somebody(name: str, **fields: Any) -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.com", **fields)


@pytest.fixture
def leyla() -> User:
    return somebody("Leyla")


@pytest.fixture
def noam() -> User:
    return somebody("Noam")


@pytest.fixture
def samir() -> User:
    return somebody("Samir")


def played(
    *people: User,
    game: str = GAME,
    rated: bool = True,
    public: bool = True,
    ago: timedelta = timedelta(0),
    left: tuple[User, ...] = (),
    places: tuple[int | None, ...] = (),
    status: str = Match.Status.FINISHED,
) -> Match:
    """A match of the past; people are named in the order in which they came in."""
    match = Match.objects.create(
        game=game,
        venue="table.1",
        options={},
        rated=rated,
        public=public,
        status=status,
        state={},
        seed=b"",
        key=b"",
        started_at=NOW - ago - timedelta(minutes=12),
        finished_at=NOW - ago,
    )
    places = places or tuple(range(1, len(people) + 1))
    for index, user in enumerate(people):
        Seat.objects.create(
            match=match,
            index=index,
            user=user,
            place=places[index],
            score=10 - index,
            forfeited_at=NOW if user in left else None,
        )
    if rated:
        sides = [
            Side(place, (user.pk,))
            for place, user in zip(places, people, strict=True)
            if place is not None
        ]
        ratings.apply(match.pk, game, sides, NOW - ago)
    return match


def ids(person: User, viewer: User | None, **asked: str) -> list[int]:
    page = history.page(person, viewer, Filters.parse(asked))
    return [line.match.pk for line in page.played]


def test_a_line_tells_players_result_change_and_length(leyla: User, noam: User) -> None:
    match = played(leyla, noam)
    (line,) = history.page(noam, None, Filters()).played
    assert line.match == match and line.seconds == 720
    assert [(sat.user, sat.place) for sat in line.everybody] == [(leyla, 1), (noam, 2)]
    assert line.owner.user == noam and [sat.user for sat in line.others] == [leyla]
    assert line.owner.change is not None and line.owner.change.gain < 0
    assert line.ranked == 2 and not line.shared


@pytest.mark.parametrize("who", ["visitor", "stranger", "opponent", "self"])
def test_a_private_match_is_its_players_alone(
    leyla: User, noam: User, samir: User, who: str
) -> None:
    public, private = played(leyla, noam), played(leyla, noam, public=False)
    viewer = {"visitor": None, "stranger": samir, "opponent": noam, "self": leyla}[who]
    expected = [private.pk, public.pk] if who in ("opponent", "self") else [public.pk]
    assert ids(leyla, viewer) == expected


@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.ABORTED])
def test_only_finished_matches_are_history(leyla: User, noam: User, status: str) -> None:
    played(leyla, noam, rated=False, status=status)
    assert ids(leyla, leyla) == []


def test_filters(leyla: User, noam: User, samir: User) -> None:
    week = timedelta(days=7, minutes=1)
    won = played(leyla, noam)
    lost = played(samir, leyla, game=OTHER, rated=False)
    left = played(noam, samir, leyla, left=(leyla,), ago=week)
    old = played(noam, leyla, ago=timedelta(days=400))
    rows: list[tuple[dict[str, str], list[Match]]] = [
        ({}, [old, left, lost, won]),
        ({"game": OTHER}, [lost]),
        ({"result": "won"}, [won]),
        ({"result": "lost"}, [old, lost]),
        ({"result": "left"}, [left]),
        ({"kind": "rated"}, [old, left, won]),
        ({"kind": "friendly"}, [lost]),
        ({"opponent": "sAMIR"}, [left, lost]),
        ({"opponent": "Leyla"}, []),
        ({"opponent": "nobody"}, []),
        ({"period": "week"}, [lost, won]),
        ({"period": "month"}, [left, lost, won]),
        ({"period": "year"}, [left, lost, won]),
        ({"game": "zzz", "result": "zzz", "kind": "zzz", "period": "zzz"}, [old, left, lost, won]),
        ({"kind": "rated", "opponent": "Noam", "result": "won"}, [won]),
    ]
    for asked, expected in rows:
        assert ids(leyla, leyla, **asked) == [match.pk for match in expected], asked


def test_a_host_is_in_the_history_without_a_place(leyla: User, noam: User, samir: User) -> None:
    played(leyla, noam, samir, places=(1, 2, None))
    (line,) = history.page(samir, None, Filters()).played
    assert line.owner.place is None and line.owner.change is None and line.ranked == 2


def test_pages_go_on_where_they_ended(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 3)
    matches = [played(leyla, noam, rated=False).pk for _ in range(7)]
    seen: list[int] = []
    after: int | None = None
    for _ in range(3):
        page = history.page(leyla, None, Filters(), after=after)
        seen += [line.match.pk for line in page.played]
        after = page.after
    assert seen == matches[::-1] and after is None


def test_three_queries_a_page_however_long(leyla: User, noam: User, samir: User) -> None:
    for _ in range(2):
        played(leyla, noam)
    with CaptureQueriesContext(connection) as few:
        history.page(leyla, samir, Filters())
    for _ in range(20):
        played(leyla, noam, samir)
    with CaptureQueriesContext(connection) as many:
        history.page(leyla, samir, Filters())
    assert len(few) == len(many) == 3


# ---- Two people --------------------------------------------------------------------------------


def test_head_to_head_counts_who_came_in_first(leyla: User, noam: User, samir: User) -> None:
    played(leyla, noam)
    played(samir, leyla, noam)
    played(noam, leyla)
    played(leyla, noam, places=(1, 1))
    played(leyla, noam, game=OTHER)
    played(leyla, noam, samir, places=(1, None, 2))
    played(leyla, samir)
    first, second = history.head_to_head(leyla, noam, None)
    assert (first.ahead, first.behind, first.level, first.matches) == (2, 1, 1, 4)
    assert (second.ahead, second.behind, second.level) == (1, 0, 0)
    mirrored = history.head_to_head(noam, leyla, None)[0]
    assert (mirrored.ahead, mirrored.behind) == (1, 2)


def test_head_to_head_keeps_private_matches(leyla: User, noam: User, samir: User) -> None:
    played(leyla, noam, public=False)
    assert history.head_to_head(leyla, noam, samir) == []
    assert history.head_to_head(leyla, noam, None) == []
    assert history.head_to_head(leyla, noam, noam)[0].ahead == 1


# ---- Pages -------------------------------------------------------------------------------------


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.status_code
    return str(answer.content.decode())


def test_the_pages_open(client: Client, leyla: User, noam: User) -> None:
    played(leyla, noam)
    played(noam, leyla, public=False)
    page = text(client.get("/@Leyla/matches/"))
    assert page.count('<li class="played') == 1 and "Noam" in page and "12 min" in page
    assert client.get("/@leyla/matches/").headers["Location"] == "/@Leyla/matches/"
    assert client.get("/@Nobody/matches/").status_code == 404
    assert client.get("/me/matches/").status_code == 302
    assert "No match fits" in text(client.get("/@Leyla/matches/?game=" + OTHER))
    duel = text(client.get("/@Leyla/with/Noam/"))
    assert "<b>1</b>" in duel and duel.count('<li class="played') == 1
    assert client.get("/@Leyla/with/Leyla/").status_code == 404
    answer = client.get("/@Leyla/with/", {"with": "noam"})
    assert answer.headers["Location"] == "/@Leyla/with/Noam/"
    assert client.get("/@Leyla/with/", {"with": "?"}).status_code == 302
    client.force_login(leyla)
    page = text(client.get("/me/matches/", follow=True))
    assert page.count('<li class="played') == 2 and "/me/matches.csv" in page


def test_a_profile_has_a_record_and_a_curve_for_each_game(
    client: Client, leyla: User, noam: User
) -> None:
    for _ in range(3):
        played(leyla, noam)
    played(noam, leyla, game=OTHER)
    page = text(client.get("/@Leyla/"))
    assert page.count('<svg class="curve"') == 2
    assert page.count("The curve as a table") == 2
    assert page.count("provisional") == 2
    assert page.count('<li class="played') == 4
    client.force_login(noam)
    assert "/@Noam/with/Leyla/" in text(client.get("/@Leyla/"))


def test_a_profile_costs_the_same_however_much_was_played(
    client: Client, leyla: User, noam: User
) -> None:
    played(leyla, noam)
    with CaptureQueriesContext(connection) as few:
        text(client.get("/@Leyla/"))
    for _ in range(6):
        played(leyla, noam)
        played(leyla, noam, game=OTHER)
    with CaptureQueriesContext(connection) as many:
        text(client.get("/@Leyla/"))
    assert len(few) == len(many)


def test_who_left_is_nobody_in_the_histories_of_others(
    client: Client, leyla: User, noam: User
) -> None:
    played(leyla, noam)
    noam.username, noam.deleted_at, noam.is_active = f"deleted-{noam.pk}", NOW, False
    noam.save()
    page = text(client.get("/@Leyla/matches/"))
    assert "Somebody who left" in page and "deleted-" not in page


# ---- A file ------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_ones_own_history_as_a_file(
    client: Client, leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def download(path: str) -> tuple[Any, str]:
        answer = client.get(path)
        assert answer.streaming
        return answer, body_of(answer).decode()

    monkeypatch.setattr(export, "CHUNK", 2)
    client.force_login(leyla)
    for number in range(5):
        played(leyla, noam, public=False, rated=number > 0)
    answer, words = download("/me/matches.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="courtyard-matches-Leyla.csv"'
    rows = list(csv.DictReader(io.StringIO(words)))
    assert len(rows) == 5 and tuple(rows[0]) == export.COLUMNS
    assert (rows[0]["place"], rows[0]["players"], rows[0]["seconds"]) == ("1", "Leyla Noam", "720")
    first = rows[-2]  # the later ones count less, and then not at all
    assert int(first["rating_after"]) > int(first["rating_before"])
    assert rows[-1]["rated"] == "False" and rows[-1]["rating_after"] == ""
    _answer, words = download("/me/matches.json")
    told = json.loads(words)
    assert [row["match"] for row in told] == [int(row["match"]) for row in rows]
    assert told[0]["players"] == ["Leyla", "Noam"]
    _answer, words = download("/me/matches.json?kind=friendly")
    assert len(json.loads(words)) == 1
    _answer, words = download("/me/matches.json?result=left")
    assert json.loads(words) == []


def test_a_file_is_for_its_owner(client: Client) -> None:
    assert client.get("/me/matches.csv").status_code == 302
    assert client.get("/me/matches.xml").status_code == 404


# ---- Words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "5 s"), (60, "1 min"), (725, "12 min"), (3900, "1 h 05 min"), (400_000, "4 days")],
)
def test_lengths(seconds: int, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(("points", "words"), [(7, "up 7"), (-3, "down 3"), (0, "unchanged")])
def test_a_change_is_heard_as_well_as_seen(points: int, words: str) -> None:
    assert words in gain(points)
