"""Replay: the table as it was, to those who may look, and to nobody while it is being played."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.models import AuditEntry
from archive.replay import frames, rendering
from archive.replay.scene import Perspective, scene_of, shown_at
from games import registry, selectors
from games.engine import codec
from games.engine.contract import Seat
from games.event_log import logged
from games.models import Event, Match
from games.page import regions
from games.page.log import narrate
from games.page.result import result_of
from tests.archive.matches import person, played

pytestmark = pytest.mark.django_db
GAMES = registry.game_keys()
GAME = GAMES[-1]
DOORS = ["replay", "log", "verify", "picture", "replay_step"]


def door(name: str, match: Match) -> str:
    return reverse(f"archive:{name}", args=[match.pk, *([0] if name == "replay_step" else [])])


def client_of(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


# ---- Who may look ------------------------------------------------------------------------------


MAY_LOOK = {"a player", "a moderator"}
"""Into a private match."""


def everybody(players: list[User]) -> dict[str, User | None]:
    staff, moderator = person(), person()
    for user in (staff, moderator):
        user.is_staff = True
        user.save()
    may_view = Permission.objects.get(codename="view_match", content_type__app_label="games")
    moderator.user_permissions.add(may_view)
    return {
        "a visitor": None,
        "a stranger": person(),
        "a player": players[0],
        "staff": staff,
        "a moderator": moderator,
    }


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_a_running_match_is_shown_to_nobody(name: str, public: bool) -> None:
    players = [person(), person(), person()]
    match = played(GAME, players, steps=3, public=public)
    seed, key = bytes(match.seed).hex(), bytes(match.key).hex()
    for who, user in everybody(players).items():
        answer = client_of(user).get(door(name, match))
        assert answer.status_code == (409 if public or who in MAY_LOOK else 404), who
        text = answer.content.decode()
        assert seed not in text and key not in text
        if answer.status_code == 409:
            assert "still being played" in text


@pytest.mark.parametrize("name", DOORS)
def test_a_private_match_is_its_players_and_the_moderators_alone(name: str) -> None:
    players = [person(), person(), person()]
    match = played(GAME, players, public=False)
    for who, user in everybody(players).items():
        expected = 200 if who in MAY_LOOK else 404
        assert client_of(user).get(door(name, match)).status_code == expected, who


def test_a_moderators_look_at_a_private_match_is_logged_once_a_while() -> None:
    players = [person(), person(), person()]
    match = played(GAME, players, public=False)
    for user in everybody(players).values():
        for name in ("replay", "log"):
            client_of(user).get(door(name, match))
    looks = AuditEntry.objects.filter(what="looked at a private match", about_id=match.pk)
    assert looks.count() == 1


@pytest.mark.parametrize("name", DOORS)
def test_a_public_match_that_is_over_is_open_to_all(name: str) -> None:
    players = [person(), person(), person()]
    match = played(GAME, players)
    for user in everybody(players).values():
        assert client_of(user).get(door(name, match)).status_code == 200


@pytest.mark.parametrize("name", DOORS)
def test_no_such_match(name: str) -> None:
    args = [424242, *([0] if name == "replay_step" else [])]
    assert Client().get(reverse(f"archive:{name}", args=args)).status_code == 404


def test_nothing_of_it_is_kept_by_anybody_on_the_way() -> None:
    match = played(GAME, public=False)
    user = match.seats.get(index=0).user
    assert "no-store" in client_of(user).get(door("log", match))["Cache-Control"]


def test_a_log_that_no_longer_replays_is_told_in_words() -> None:
    match = played(GAME)
    Event.objects.filter(match=match, seq=2).delete()
    answer = Client().get(door("replay", match))
    assert answer.status_code == 409
    assert "gap" in answer.content.decode()


# ---- What is shown -----------------------------------------------------------------------------


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


def test_the_replay_ends_in_the_stored_state(match: Match) -> None:
    replay = frames.make(match)
    assert replay.last == match.seq
    assert codec.dump(replay.frames[-1].state) == match.state


def some_steps(last: int) -> list[int]:
    return sorted({0, last // 3, last - 1, last})


KEYS = re.compile(r'data-key="([^"]+)"')


def test_a_seat_sees_the_board_the_hand_and_the_seats_of_live_play(match: Match) -> None:
    """Byte for byte, but for what can be pressed."""
    scene = scene_of(match, None)
    for step in some_steps(scene.replay.last):
        for seat in range(len(scene.rows)):
            shown = shown_at(scene, step)
            user = scene.rows[seat].user
            live = regions.personal(shown, user) | {"push": False, "full": False}
            html = rendering.stage(scene, Perspective(Seat(seat), True), step)
            seats = regions.render("seats", live)
            assert rendering.stand_still(seats).strip() in html
            board = regions.render("board", regions.board(shown) | {"push": False})
            inner = board.split("</p>", 1)[1]
            assert rendering.stand_still(inner).strip() in html


def test_as_a_seat_saw_it_shows_no_other_hand(match: Match) -> None:
    """The law of non-interference, on the page: an imagined other state gives the same bytes."""
    from dataclasses import replace
    from importlib import import_module

    from games.engine.chance import chance_for

    kit = import_module(f"games.{match.game}.testing")
    scene = scene_of(match, None)
    for step in some_steps(scene.replay.last)[:-1]:
        for seat in range(len(scene.rows)):
            frame = scene.replay.frames[step]
            other = kit.imagine(frame.state, Seat(seat), chance_for(bytes(32), step))
            frames = [*scene.replay.frames]
            frames[step] = replace(frame, state=other)
            twin = replace(scene, replay=replace(scene.replay, frames=frames))
            eyes = Perspective(Seat(seat))
            assert rendering.stage(scene, eyes, step) == rendering.stage(twin, eyes, step)


def test_all_open_shows_every_hand(match: Match) -> None:
    scene = scene_of(match, None)
    for step in some_steps(scene.replay.last):
        html = rendering.stage(scene, Perspective(None), step)
        found = set(KEYS.findall(html))
        for seat in range(len(scene.rows)):
            one = rendering.stage(scene, Perspective(Seat(seat)), step)
            hand = one[one.index('id="hand"') : one.index('id="sheet"')]
            assert set(KEYS.findall(hand)) <= found


def test_nothing_can_be_pressed_and_no_id_stands_twice(match: Match) -> None:
    client = Client()
    for step in some_steps(match.seq):
        for eyes in ["open", "0"]:
            html = client.get(f"{door('replay', match)}?step={step}&as={eyes}").content.decode()
            for word in ("hx-post", "hx-get", "ws-connect"):
                assert word not in html
            assert 'class="btn offer"' not in html
            for piece in re.findall(r'<input[^>]*class="piece"[^>]*>', html):
                assert "hidden disabled" in piece
            for press in re.findall(r"<button[^>]*data-press[^>]*>", html):
                assert "disabled" in press
            ids = re.findall(r'\sid="([^"]+)"', html)
            assert sorted(ids) == sorted(set(ids))


def test_the_end_is_told_only_at_the_end(match: Match) -> None:
    scene = scene_of(match, None)
    before = shown_at(scene, scene.replay.last - 1)
    assert before.match.status == Match.Status.RUNNING
    assert result_of(before, None) is None
    assert all(row.place is None for row in before.seats)
    assert 'data-kind="result"' in rendering.stage(scene, Perspective(None), scene.replay.last)
    assert 'data-kind="result"' not in rendering.stage(
        scene, Perspective(None), scene.replay.last - 1
    )
    assert match.status == Match.Status.FINISHED, "the match itself was not touched"


def test_the_jump_list_leads_to_every_line_of_the_log(match: Match) -> None:
    user = match.seats.get(index=0).user
    html = client_of(user).get(door("replay", match)).content.decode()
    shown = selectors.read(match.pk)
    assert shown is not None
    events = Event.objects.filter(match=match).order_by("seq")
    for line in narrate(shown, logged(events, shown.rules), Seat(0)):
        step = line.id.split("-")[1]
        assert f'id="{line.id}" data-step="{step}"' in html
        assert str(line.html) in html


def test_what_only_some_knew_is_told_to_them_and_when_all_is_open(match: Match) -> None:
    scene = scene_of(match, None)
    end = shown_at(scene, scene.replay.last)

    def told(eyes: Perspective) -> set[str]:
        return {item["line"].id for item in rendering.log_lines(scene, end, eyes)}

    everything = told(Perspective(None))
    for event in scene.replay.events:
        for number, fact in enumerate(event.facts):
            line = f"l-{event.seq}-{number}"
            if fact["knownTo"] is None or line not in everything:
                continue
            for seat in range(len(scene.rows)):
                assert (line in told(Perspective(Seat(seat)))) is (seat in fact["knownTo"])


LOOKS: list[tuple[str, str, tuple[int, str]]] = [
    ("?step=3&as=1", "player", (3, "1")),
    ("?step=3&as=open", "player", (3, "open")),
    ("?step=99999&as=0", "visitor", (-1, "0")),
    ("?step=-4&as=9", "visitor", (0, "open")),
    ("?step=x&as=x", "player", (0, "0")),
    ("", "player", (0, "0")),
    ("", "visitor", (0, "open")),
    ("?step=99999999999999999999", "visitor", (0, "open")),
]


@pytest.mark.parametrize("query, who, expected", LOOKS)
def test_a_link_to_a_moment(query: str, who: str, expected: tuple[int, str]) -> None:
    match = played(GAME)
    user = match.seats.get(index=0).user if who == "player" else None
    answer = client_of(user).get(door("replay", match) + query)
    step = match.seq if expected[0] < 0 else expected[0]
    assert (answer.context["step"], answer.context["eyes"]) == (step, expected[1])


def test_only_whoever_sat_there_is_called_you() -> None:
    match = played(GAME)
    user = match.seats.get(index=0).user
    for reader, own in [(user, True), (None, False)]:
        html = client_of(reader).get(door("replay", match), {"as": 0}).content.decode()
        assert ("As I saw it" in html) is own
        log = html[html.index('id="log"') : html.index("</ol>", html.index('id="log"'))]
        assert ("<b>You</b>" in log) is own


def test_who_left_and_whom_a_bot_replaced_is_seen_from_that_step_on() -> None:
    match = played(GAME, [person(), person(), person()])
    facts: list[tuple[int, dict[str, Any]]] = [
        (2, {"type": "taken-over", "knownTo": None, "seat": 1}),
        (4, {"type": "reclaimed", "knownTo": None, "seat": 1}),
        (5, {"type": "forfeited", "knownTo": None, "seat": 2, "why": "resigned"}),
    ]
    scene = scene_of(match, None)
    for step, fact in facts:
        event = scene.replay.frames[step].event
        event.by, event.facts = "house", [fact]
    match.seats.filter(index=2).update(forfeited_at=match.finished_at)
    scene = scene_of(match, None)
    at = {step: shown_at(scene, step) for step in range(1, 7)}
    assert [list(at[step].match.bots) for step in range(1, 7)] == [
        [],
        ["1"],
        ["1"],
        [],
        ["2"],
        ["2"],
    ]
    gone = [at[step].seats[2].forfeited_at is not None for step in range(1, 7)]
    assert gone == [False, False, False, False, True, True]


def test_a_step_costs_few_queries_whatever_the_length(django_assert_max_num_queries: Any) -> None:
    match = played(GAME)
    client = Client()
    client.get(door("replay", match))
    with django_assert_max_num_queries(3):
        client.get(reverse("archive:replay_step", args=[match.pk, match.seq]))


def test_those_who_look_at_one_match_share_its_replay() -> None:
    match = played(GAME)
    assert frames.replay_of(match) is frames.replay_of(Match.objects.get(pk=match.pk))


def test_a_match_that_was_called_off_can_be_seen_as_far_as_it_went() -> None:
    result = {"places": [], "scores": [], "reason": "deserted"}
    match = played(GAME, steps=4, status="aborted", result=result)
    answer = Client().get(door("replay", match), {"step": 4})
    assert answer.status_code == 200
    assert "called off" in answer.content.decode()
    assert Client().get(door("picture", match)).status_code == 200
