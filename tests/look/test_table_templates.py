"""The table page and its regions: the same partials for the page and for a push."""

import json
import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.safestring import mark_safe
from msgspec import structs

from accounts.models import User
from games import registry
from games.engine.chance import chance_for
from games.engine.contract import Move, Rules, Seat
from games.models import Match
from games.page import regions
from games.page.log import LogLine
from games.page.offers import Offer, offers_for
from games.page.players import Player
from games.page.result import Result, Row

pytestmark = pytest.mark.urls("tests.look.no_routes")

REGIONS = ["seats", "board", "coach", "status", "hand", "sheet", "log"]
GAMES = registry.game_keys()
SECRET = "the whole state"
"""A room's context carries what was read from the database, every hand of it, as `shown`."""


def person(seat: int, name: str) -> User:
    return User(pk=seat + 1, username=name)


def players(rules: Rules, view: Any, you: int | None, **changes: Any) -> list[Player]:
    """Everybody by seat; seat 1 carries the changes."""
    seats = range(rules.INFO.players[-1])
    views = getattr(view, "players", None) or [None for _ in seats]
    return [
        Player(
            **{
                "seat": Seat(seat),
                "user": person(seat, f"Guest{seat}"),
                "is_you": seat == you,
                "level": "",
                "to_move": view.turn == seat,
                "away_until_ms": None,
                "forfeited": False,
                "place": None,
                "view": its_view,
                **(changes if seat == 1 else {}),
            }
        )
        for seat, its_view in zip(seats, views, strict=True)
    ]


def table(game: str, *, you: int | None = 0, push: bool = False, **changes: Any) -> dict[str, Any]:
    """The context of a match at its first step, as somebody in seat `you` or a watcher sees it."""
    rules, words = registry.rules_for(game), registry.game(game).words
    seats = rules.INFO.players[-1]
    state = rules.deal(seats, rules.Options(), chance_for(bytes(32), 0)).state
    seat = None if you is None else Seat(you)
    view = rules.view(state, seat)
    # Whoever looks is shown the moves of whoever may move, so that every button is drawn.
    mover = next(Seat(s) for s in range(seats) if rules.legal_moves(state, Seat(s)))
    moves = rules.legal_moves(state, mover) if you is not None else ()
    everybody = players(rules, view, you, **changes.pop("player", {}))
    line = LogLine("l-3-0", 3, mark_safe("<b>You</b> moved."), "card")

    context = {
        "match": Match(id=7, game=game, seq=41, status=Match.Status.RUNNING),
        "info": rules.INFO,
        "key": game,
        "view": view,
        "you": seat,
        "me": None if you is None else everybody[you],
        "players": [player for player in everybody if not player.is_you],
        "seats_all": everybody,
        "offers": offers_for(words, rules.view(state, mover), moves),
        "your_turn": bool(moves),
        "ask": "What now?",
        "clock": regions.Clock(end_ms=12_000, left_ms=12_000, total_ms=45_000),
        "marks": set(),
        "ticker": "",
        "lines": [line],
        "now_ms": 0,
        "result": None,
        "summary": None,
        "options_line": "short",
        "push": push,
        "full": True,
        "move_url": "/move/",
        "reclaim_url": None,
        "prefs": SimpleNamespace(confirm_moves=False),
        "socket_url": "/ws/table/ABC/",
        "refresh_url": "/refresh/",
        "shown": SECRET,
        "may_report": True,
    } | changes
    drawn = [region("seat", context | {"player": player}) for player in everybody]
    return context | {"drawn": [mark_safe(html) for html in drawn]}


def region(name: str, context: dict[str, Any]) -> str:
    return regions.render(name, context)


def root(html: str) -> str:
    """The first tag."""
    found = re.search(r"<[a-z][^>]*>", html)
    assert found
    return found[0]


def page(context: dict[str, Any]) -> str:
    request = RequestFactory().get("/table/")
    request.user = AnonymousUser()
    return render_to_string("games/live.html", context, request=request)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", REGIONS)
@pytest.mark.parametrize("you", [0, None], ids=["seated", "watching"])
def test_a_region_is_one_element_with_its_own_id(game: str, name: str, you: int | None) -> None:
    html = region(name, table(game, you=you))
    assert f'id="{name}"' in root(html)
    tag = root(html)[1:].split()[0]
    assert html.rstrip().endswith(f"</{tag}>")
    assert html.count(f"<{tag}") == html.count(f"</{tag}>")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", REGIONS)
def test_only_a_push_swaps_out_of_band(game: str, name: str) -> None:
    on_page = region(name, table(game))
    pushed = region(name, table(game, push=True))
    assert "hx-swap-oob" not in on_page
    assert 'hx-swap-oob="morph"' in root(pushed)
    assert pushed.replace(' hx-swap-oob="morph"', "") == on_page


@pytest.mark.parametrize("game", GAMES)
def test_no_id_stands_twice(game: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page(table(game)))
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_opens_one_socket_and_holds_every_region(game: str) -> None:
    html = page(table(game))
    (tag,) = re.findall(r"<[^>]*ws-connect[^>]*>", html)
    assert 'ws-connect="/ws/table/ABC/"' in tag
    # The extension opens a socket for every element with hx-ext around the address.
    assert html.count("hx-ext=") == 1
    assert "hx-ext" not in tag
    for name in REGIONS:
        assert html.count(f' id="{name}"') == 1
    for name in ("conn", "stage", "side", "chat", "say", "toasts", "keys"):
        assert html.count(f' id="{name}"') == 1


def test_the_board_says_which_step_of_which_match_it_shows() -> None:
    tag = root(region("board", table(GAMES[0], push=True)))
    assert 'data-match="7"' in tag
    assert 'data-v="41"' in tag
    assert 'data-full="1"' in tag
    assert "data-full" not in root(region("board", table(GAMES[0], push=True, full=False)))


def test_new_lines_are_appended_and_the_whole_log_is_morphed() -> None:
    news = region("log", table(GAMES[0], push=True, full=False))
    assert root(news) == '<div hx-swap-oob="beforeend:#log">'
    assert '<li id="l-3-0" data-sound="card"><b>You</b> moved.</li>' in news
    whole = region("log", table(GAMES[0], push=True))
    assert 'id="log"' in root(whole) and 'hx-swap-oob="morph"' in root(whole)
    assert 'role="log" aria-live="polite"' in page(table(GAMES[0])), (
        "the live region stays in place"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_offer_is_a_button_that_carries_its_move_and_pieces(game: str) -> None:
    context = table(game)
    html = region("hand", context)
    buttons = re.findall(r"<button type=\"submit\" name=\"move\"[^>]*\svalue='([^']+)'", html)
    assert len(buttons) == len(context["offers"]) > 0
    for offer, wire in zip(context["offers"], buttons, strict=True):
        assert unescape(wire) == offer.wire
        assert f'data-pieces="{" ".join(offer.pieces)}"' in html


def test_an_offer_that_gathers_says_what_it_takes_and_what_that_does() -> None:
    class Take(Move, frozen=True, tag="take"):
        coins: tuple[int, ...]

    gathering = Offer(
        Take((3,)),
        "Take",
        "Choose coins.",
        pieces=("coin-1", "coin-2"),
        gather="coins",
        least=1,
        most=2,
        must="coin-1",
        previews={1: 'one "coin"', 2: "two <coins>"},
    )
    plain = Offer(Take(()), "None", "Nothing is taken.")
    html = region("hand", table(GAMES[0], offers=[gathering, plain]))
    first, second = re.findall(r"<button type=\"submit\" name=\"move\"[^>]*>", html)
    assert f"data-base='{gathering.wire}'" in first
    for part in ('data-gather="coins"', 'data-least="1"', 'data-most="2"', 'data-must="coin-1"'):
        assert part in first
    found = re.search(r'data-previews="([^"]*)"', first)
    assert found
    assert json.loads(unescape(found[1])) == {"1": 'one "coin"', "2": "two <coins>"}
    assert "data-gather" not in second


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_belongs_to_the_form_wherever_it_lies(game: str) -> None:
    html = page(table(game))
    outside = re.sub(r'<form id="hand".*?</form>', "", html, flags=re.S)
    for box in re.findall(r'<input type="checkbox" class="piece"[^>]*>', outside):
        assert 'form="hand"' in box
        assert "name=" not in box, "a choice is the page's own and is not sent"


@pytest.mark.parametrize("game", GAMES)
def test_a_watcher_has_no_hand_and_no_moves(game: str) -> None:
    html = region("hand", table(game, you=None))
    assert "hx-post" not in html
    assert "<button" not in html
    assert "You are watching" in region("status", table(game, you=None))


@pytest.mark.parametrize(
    ("player", "shown"),
    [
        ({"away_until_ms": 133_000}, 'data-away data-end-ms="133000"'),
        ({"away_until_ms": 0}, 'data-away data-end-ms="0"'),
        ({"forfeited": True}, "gave up"),
        ({"level": "gentle"}, "#bot"),
        ({"user": User(username="Nestor", is_bot=True)}, "#bot"),
        ({"to_move": True}, "is to play"),
        ({"user": person(1, "<i>x")}, "<bdi>&lt;i&gt;x</bdi>"),
    ],
)
def test_a_seat_shows_how_its_player_is(player: dict[str, Any], shown: str) -> None:
    assert shown in region("seats", table(GAMES[0], player=player))
    plain = {"to_move": False}
    assert shown not in region("seats", table(GAMES[0], player=plain))


def test_the_clock_is_sent_as_time_left() -> None:
    assert 'data-end-ms="12000" data-total-ms="45000"' in region("status", table(GAMES[0]))
    assert "data-end-ms" not in region("status", table(GAMES[0], clock=None))


def test_a_seat_played_by_a_bot_can_be_taken_back() -> None:
    assert 'hx-post="/back/"' in region("status", table(GAMES[0], reclaim_url="/back/"))
    assert "Take my seat back" not in region("status", table(GAMES[0]))


@pytest.mark.parametrize("won", [True, False])
def test_the_result_is_told_line_by_line(won: bool) -> None:
    context = table(GAMES[0])
    mates = (0, 0, *(None for _ in context["seats_all"][2:]))
    everybody = zip(context["seats_all"], mates, strict=True)
    rows = [
        Row(player=structs.replace(player, team=team), place=place, score=9 - place)
        for place, (player, team) in enumerate(everybody, start=1)
    ]
    context["result"] = Result(
        headline=mark_safe("Somebody won."),
        told="Somebody won.",
        rows=rows,
        sides=[rows[:2], *([row] for row in rows[2:])],
        won=won,
        seed="5eed" * 4,
        commitment="5ea1" * 4,
    )
    html = region("sheet", context)
    assert "Somebody won." in html
    assert html.count('<li class="place') == len(rows) - 1, "a team has one place and one score"
    assert all(f"<bdi>{row.player.name}</bdi>" in html for row in rows)
    assert html.count('<span class="team" data-team="0">') == 1
    assert "5eed5eed5eed5eed" in html
    assert ('data-won="1"' in root(html)) is won
    assert 'data-kind="result"' in root(html)
    assert "Result" in region("status", context)


def test_without_a_result_the_sheet_is_empty_and_the_seed_is_nowhere() -> None:
    html = region("sheet", table(GAMES[0]))
    assert 'data-kind=""' in root(html)
    assert not re.sub(r"<[^>]*>", "", html).strip()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("you", [0, None], ids=["seated", "watching"])
def test_no_partial_shows_what_only_the_server_knows(game: str, you: int | None) -> None:
    assert SECRET not in page(table(game, you=you))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_page_breaks_the_content_policy(game: str) -> None:
    html = page(table(game))
    assert not re.search(r"<[^>]*\s(style|on[a-z]+|hx-on[^=]*)=", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert "<style" not in html


def test_every_sentence_a_script_asks_for_is_on_the_page(settings: Any) -> None:
    html = page(table(GAMES[0]))
    (tag,) = re.findall(r'<p id="table-words"[^>]*>', html)
    scripts = settings.BASE_DIR / "static" / "js"
    asked = {
        name
        for path in ("connection_banner", "arrival", "clock", "turn", "moves", "selection")
        for name in re.findall(r'\bword\("(\w+)"', (scripts / f"{path}.js").read_text())
    }
    assert asked
    for name in asked:
        attribute = "data-" + re.sub(r"[A-Z]", lambda found: "-" + found[0].lower(), name)
        assert f'{attribute}="' in tag, name
