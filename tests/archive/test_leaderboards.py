"""Boards: places, pages, searching, finding oneself; one statement along an index."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.ratings import seasons, services
from accounts.ratings.models import Rating, Tally
from accounts.ratings.skill import Side
from archive import charts
from archive.leaderboards import selectors as leaderboards
from archive.leaderboards.selectors import Board, Cursor
from games import registry
from games.models import Match, Seat

pytestmark = pytest.mark.django_db

GAME = registry.game_keys()[0]
NOW = datetime.now(UTC)


def somebody(name: str) -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.com")


def put(count: int, shown: Any = lambda n: 2000 - n, prefix: str = "Player") -> list[User]:
    """People on the boards of all time, with these numbers, the best first."""
    people = User.objects.bulk_create(
        User(username=f"{prefix}{n}x", email=f"{prefix}{n}@example.com") for n in range(count)
    )
    Rating.objects.bulk_create(
        Rating(
            user=user,
            game=GAME,
            season=0,
            mu=25,
            sigma=2,
            shown=shown(n),
            matches=count - n,
            wins=1,
            best_streak=n % 7,
        )
        for n, user in enumerate(people)
    )
    tally()
    return people


def tally() -> None:
    Tally.objects.all().delete()
    for measure in Tally.Measure.values:
        counted: dict[int, int] = {}
        for value in Rating.objects.values_list(measure, flat=True):
            counted[value] = counted.get(value, 0) + 1
        Tally.objects.bulk_create(
            Tally(game=GAME, season=0, measure=measure, value=value, people=people)
            for value, people in counted.items()
        )


def names(page: leaderboards.BoardPage) -> list[str]:
    return [line.user.username for line in page.rows]


def walk(board: Board) -> Iterator[leaderboards.BoardPage]:
    page = leaderboards.page(GAME, board)
    yield page
    while page.down:
        page = leaderboards.page(GAME, board, after=page.down)
        yield page


# ---- Pages and places --------------------------------------------------------------------------


def test_an_empty_board_says_so(client: Client) -> None:
    page = leaderboards.page(GAME)
    assert (page.rows, page.people, page.up, page.down) == ((), 0, None, None)
    assert b"Be the first" in client.get(f"/leaderboards/{GAME}/").content


@pytest.mark.parametrize("board", list(Board))
def test_pages_down_show_everybody_once_in_order(board: Board) -> None:
    put(120)
    pages = list(walk(board))
    lines = [line for page in pages for line in page.rows]
    values = [line.value for line in lines]
    assert values == sorted(values, reverse=True)
    listed = Rating.objects.exclude(best_streak=0) if board is Board.STREAK else Rating.objects
    assert {line.user.pk for line in lines} == set(listed.values_list("user_id", flat=True))
    assert len(lines) == len({line.user.pk for line in lines}) == pages[0].people
    assert all(line.place == 1 + sum(value > line.value for value in values) for line in lines)


def test_ties_share_a_place_even_across_pages() -> None:
    put(130, shown=lambda n: 1900 if n < 3 else 1500)
    first, second, third = walk(Board.RATING)
    assert [line.place for line in first.rows[:4]] == [1, 1, 1, 4]
    assert {line.place for line in (*first.rows[3:], *second.rows, *third.rows)} == {4}


def test_pages_up_are_the_pages_down_again() -> None:
    put(120)
    down = list(walk(Board.RATING))
    last = down[-1]
    assert last.up is not None
    middle = leaderboards.page(GAME, before=last.up)
    assert names(middle) == names(down[1])
    assert middle.up is not None
    top = leaderboards.page(GAME, before=middle.up)
    assert names(top) == names(down[0]) and top.up is None and top.down is not None


@pytest.mark.parametrize(("n", "above"), [(0, 0), (3, 3), (60, 15), (119, 15)])
def test_where_am_i_opens_the_page_with_my_line(n: int, above: int) -> None:
    people = put(120)
    me = people[n]
    page = leaderboards.page(GAME, around=me.pk, me=me.pk)
    lines = names(page)
    assert lines.index(me.username) == above
    assert page.my_place == n + 1 and page.my_value == 2000 - n
    assert [line.place for line in page.rows] == list(
        range(n - above + 1, n - above + 1 + len(lines))
    )
    assert (page.up is None) == (n <= 15)
    if page.down:
        after = leaderboards.page(GAME, after=page.down)
        assert after.rows[0].place == page.rows[-1].place + 1
    else:
        assert lines[-1] == people[-1].username


def test_who_is_not_on_the_board_has_no_place() -> None:
    put(3)
    page = leaderboards.page(GAME, around=-1, me=-1)
    assert page.rows == () and page.my_place is None and page.people == 3


@pytest.mark.parametrize(
    ("prefix", "found"),
    [
        ("lEy", ["Leyla", "leylah"]),
        ("leylah", ["leylah"]),
        ("a_b", ["a_bc"]),
        ("a%", []),
        ("\\", []),
        ("zzz", []),
    ],
)
def test_a_search_takes_the_beginning_of_a_name(prefix: str, found: list[str]) -> None:
    for place, name in enumerate(["Leyla", "leylah", "Noam", "a_bc", "axbcd"]):
        user = somebody(name)
        Rating.objects.create(user=user, game=GAME, mu=25, sigma=2, shown=1500 - place, matches=3)
    tally()
    page = leaderboards.page(GAME, prefix=prefix)
    assert names(page) == found
    assert [line.place for line in page.rows] == [
        ["Leyla", "leylah", "Noam", "a_bc", "axbcd"].index(name) + 1 for name in found
    ]


@pytest.mark.parametrize("text", ["", "x", "1", "1.x", "-3.2", "9999999999.1", "1." + "9" * 30])
def test_a_spot_that_is_none(text: str, client: Client) -> None:
    assert Cursor.parse(text) is None
    assert client.get(f"/leaderboards/{GAME}/", {"after": text, "at": text}).status_code == 200


def test_a_season_has_a_board_and_curves_of_its_own() -> None:
    one, two = somebody("Leyla"), somebody("Noam")
    then = seasons.began(seasons.before(seasons.current()))
    for number, at in enumerate([then, then, NOW, NOW, NOW]):
        sides = [Side(1, (one.pk,)), Side(2, (two.pk,))]
        services.apply(number, GAME, sides, at)
    everything = leaderboards.page(GAME, me=two.pk)
    season = leaderboards.page(GAME, season=seasons.current())
    assert [line.matches for line in everything.rows] == [5, 5]
    assert [line.matches for line in season.rows] == [3, 3]
    assert len(everything.rows[0].curve) == 5 and len(season.rows[0].curve) == 3
    assert everything.rows[0].curve[-1] == everything.rows[0].shown
    assert season.rows[0].curve[-1] == season.rows[0].shown
    assert everything.my_place == 2


# ---- The page ----------------------------------------------------------------------------------


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_one_query_a_page_whatever_the_number_of_people(client: Client) -> None:
    put(5)
    few = queries(client, f"/leaderboards/{GAME}/")
    put(200, prefix="Crowd")
    assert queries(client, f"/leaderboards/{GAME}/") == few == 1
    assert queries(client, f"/leaderboards/{GAME}/?q=Crowd") == 1
    assert queries(client, f"/leaderboards/{GAME}/?by=streak&season=now") == 1


def test_the_page_marks_me_and_leads_on(client: Client) -> None:
    people = put(120)
    client.force_login(people[70])
    page = client.get(f"/leaderboards/{GAME}/").content.decode()
    assert "Place 71" in page and 'class="me"' not in page and "after=" in page
    page = client.get(f"/leaderboards/{GAME}/?at=me").content.decode()
    assert page.count('class="me" id="me"') == 1 and "before=" in page
    page = client.get(f"/leaderboards/{GAME}/?q=player70x").content.decode()
    assert "Player70x" in page and page.count("<tr") == 2


@pytest.mark.parametrize("asked", ["by=active", "by=streak", "season=now", "season=last", "by=zzz"])
def test_every_board_of_every_game_opens(client: Client, asked: str) -> None:
    for key in registry.game_keys():
        assert client.get(f"/leaderboards/{key}/?{asked}").status_code == 200
    assert client.get("/leaderboards/").status_code == 200
    assert client.get("/leaderboards/nothing/").status_code == 404


# ---- Curves ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lowest", "highest", "expected"),
    [
        (1000, 1000, (1000, 1010, 10)),
        (987, 1204, (900, 1300, 100)),
        (1000, 1060, (1000, 1060, 20)),
        (0, 4000, (0, 4000, 2000)),
    ],
)
def test_a_scale_is_round_and_holds_the_values(
    lowest: int, highest: int, expected: tuple[int, int, int]
) -> None:
    assert charts.scale(lowest, highest) == expected


def test_a_curve_is_told_in_words_and_styled_by_nobody() -> None:
    drawing = charts.line_chart([1000, 1100, 1050], "Ay <b>")
    assert 'role="img"' in drawing and "<title>Ay &lt;b&gt;</title>" in drawing
    assert "from 1000 to 1050; lowest 1000, highest 1100" in drawing
    assert "style=" not in drawing
    assert charts.sparkline([1000]) == ""
    assert 'class="spark spark-up"' in charts.sparkline([1000, 1001])
    assert 'aria-hidden="true"' in charts.sparkline([1000, 1000])


# ---- A large past ------------------------------------------------------------------------------


@pytest.fixture
def past() -> None:
    """Enough that a plan which reads everything would be the worse one."""
    call_command("seed_past", "--players", "2000", "--matches", "3000", stdout=StringIO())


def plan(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        return json.dumps(cursor.fetchone()[0])


def test_every_kind_of_page_goes_along_an_index(past: None) -> None:
    game = GAME
    middle = leaderboards.page(game).rows[-1]
    with CaptureQueriesContext(connection) as captured:
        for board in Board:
            leaderboards.page(game, board, me=middle.user.pk)
            leaderboards.page(game, board, after=middle.cursor)
            leaderboards.page(game, board, before=middle.cursor)
            leaderboards.page(game, board, around=middle.user.pk)
            leaderboards.page(game, board, prefix="Leyla1")
    assert len(captured) == 15
    for sql in (query["sql"] for query in captured):
        found = plan(sql)
        scanned = re.findall(r'"Node Type": "Seq Scan"[^{}]*?"Relation Name": "(\w+)"', found)
        assert not {"ratings_rating", "ratings_ratingchange", "accounts_user"} & set(scanned), sql
        indexes = set(re.findall(r'"Index Name": "(\w+)"', found))
        assert indexes & {
            "board_by_rating",
            "board_by_matches",
            "board_by_streak",
            "name_by_beginning",
            "name_in_any_case",
        }


def test_the_invented_past_hangs_together() -> None:
    call_command("seed_past", "--players", "200", "--matches", "300", stdout=StringIO())
    assert Match.objects.count() == 300 and User.objects.count() == 200
    for match in Match.objects.prefetch_related("seats")[:50]:
        places = [seat.place for seat in sorted(match.seats.all(), key=lambda seat: seat.index)]
        assert match.result is not None and match.result["places"] == places
        assert sorted(places) == list(range(1, len(places) + 1))  # type: ignore[type-var]
    assert Seat.objects.filter(index=0, place=1).exists()
    assert Seat.objects.filter(index=1, place=1).exists()
    kept = {
        (row.game, row.season, row.measure, row.value): row.people for row in Tally.objects.all()
    }
    assert sum(kept.values()) == 3 * Rating.objects.count()
    page = leaderboards.page(GAME, me=User.objects.order_by("pk")[0].pk)
    assert page.people == Rating.objects.filter(game=GAME, season=0).count()
    out = StringIO()
    before = counted()
    call_command("recompute_ratings", stdout=out)
    assert f"{Match.objects.filter(rated=True).count()} matches replayed" in out.getvalue()
    assert counted() == before, "counts and streaks were invented rightly; now the numbers are too"


def counted() -> set[Any]:
    return set(
        Rating.objects.values_list(
            "user_id", "game", "season", "matches", "wins", "streak", "best_streak"
        )
    )


def test_real_people_are_left_alone() -> None:
    somebody("Leyla")
    with pytest.raises(CommandError, match="1 real people"):
        call_command("seed_past", "--players", "50", "--matches", "50", stdout=StringIO())
    assert User.objects.count() == 1
    call_command("seed_past", "--players", "50", "--matches", "50", "--anyway", stdout=StringIO())
    assert User.objects.count() == 51
