"""The same actions a browser has: from an empty house to a finished match, and what was refused."""

import itertools
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from accounts.models import User
from archive.history import selectors as history
from games import registry
from games.console.replaying import compare
from games.models import Event, Lease, Match
from games.services import clock, judging, leaving
from lobby.models import Table
from tests.api.conftest import NONCE, Program, person, playing, program, rig, state_of
from tests.games.forty.tables import table as situation

pytestmark = pytest.mark.django_db


def play_out(programs: list[Program], match: int) -> None:
    """Every seat plays the first legal move it is shown, until it is over."""
    for knock in itertools.cycle(programs):
        seen = knock.get(f"matches/{match}")
        if seen["status"] != "running":
            return
        if seen["legalMoves"]:
            body = {"move": seen["legalMoves"][0], "moveId": str(uuid4()), "seen": seen["seq"]}
            answer = knock.post(f"matches/{match}/moves", body)
            assert answer.status == 200, answer.text
            assert answer["seq"] == seen["seq"] + 1 and not answer["repeated"]


def test_from_an_empty_house_to_the_log_of_a_finished_match(leyla: User, noam: User) -> None:
    one, two = program(leyla), program(noam)
    opened = one.post("tables", {"game": "forty", "seats": 2, "options": {"rounds": 1}})
    assert (opened.status, opened["free"], opened["status"]) == (201, 1, "open")
    code, seal = opened["code"], opened["seal"]
    listed = two.get("tables?game=forty&free=true").body
    assert [row["code"] for row in listed] == [code]
    assert two.post(f"tables/{code}/sit")["free"] == 0
    assert one.post(f"tables/{code}/ready", {"nonce": NONCE})["status"] == "open"
    started = two.post(f"tables/{code}/ready", {"nonce": NONCE})
    assert started["status"] == "playing"
    match = started["match"]
    assert one.get(f"matches/{match}")["seal"] == seal, "the seal was shown before the nonces"
    assert one.get("me")["playing"] == match and one.get("me")["table"] == code
    play_out([one, two], match)
    over = one.get(f"matches/{match}")
    assert over["status"] == "finished" and over["legalMoves"] == [] and over["deadline"] is None
    assert over["result"]["headline"] and sorted(over["result"]["places"])[0] == 1
    log = two.get(f"matches/{match}/replay")
    assert log["seed"] == over["result"]["seed"] and len(log["steps"]) == over["seq"] + 1
    for knock in (one, two):
        mine = knock.get("matches")["matches"]
        assert [row["match"] for row in mine] == [match]
        assert {each["name"] for each in mine[0]["players"]} == {"Leyla", "Noam"}
    again = one.post(f"tables/{code}/ready", {})
    assert again["status"] == "open" and again["seal"] != seal


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_game_is_played_from_here(game: str, leyla: User) -> None:
    """A practice table with bots; a few moves of one's own."""
    one = program(leyla)
    level = one.get(f"games/{game}")["levels"][0]
    code = one.post(f"games/{game}/practise", {"level": level})["code"]
    match = one.post(f"tables/{code}/ready", {})["match"]
    for _ in range(30):
        shown = one.get(f"matches/{match}")
        moves = one.get(f"matches/{match}/legal-moves")
        assert moves["legalMoves"] == shown["legalMoves"]
        if shown["legalMoves"]:
            answer = one.post(f"matches/{match}/moves", {"move": shown["legalMoves"][-1]})
            assert answer.status == 200, answer.text
            return
        Match.objects.filter(pk=match).update(bot_at="2020-01-01T00:00:00Z")
        clock.play_bots(match)
    raise AssertionError("its turn never came")


def test_a_page_of_history_leads_to_the_next(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    played = []
    for _ in range(3):
        match = playing(leyla, noam)
        played.append(match.pk)
        leaving.resign(match.pk, noam)
    one = program(leyla)
    first = one.get("matches")
    assert [row["match"] for row in first["matches"]] == played[:0:-1]
    assert first["matches"][0]["place"] == 1 and first["matches"][0]["ratingAfter"] is None
    rest = one.get(f"matches?game=forty&before={first['next']}")
    assert [row["match"] for row in rest["matches"]] == played[:1] and rest["next"] is None


def test_a_leaderboard_counts_rated_matches(leyla: User, noam: User) -> None:
    one, two = program(leyla), program(noam)
    match = playing(leyla, noam, rated=True)
    judging.adjudicate_match(match.pk, [1, 2], "a test")
    assert two.get(f"matches/{match.pk}")["status"] == "finished"
    board = one.get("games/forty/leaderboard?by=active&season=now")
    assert {row["name"] for row in board["rows"]} == {"Leyla", "Noam"}
    assert board["people"] == 2 and board["myPlace"] == 1 and board["next"] is None
    best = one.get("games/forty/leaderboard")["rows"][0]
    assert (best["name"], best["won"], best["played"], best["provisional"]) == ("Leyla", 1, 1, True)


def test_asking_is_being_there(leyla: User, noam: User) -> None:
    """A program that plays by HTTP alone is not absent, and counts once however often it asks."""
    match = playing(leyla, noam)
    Lease.objects.all().delete()
    one = program(leyla)
    for _ in range(3):
        one.get(f"matches/{match.pk}")
    program(person("Samir")).get(f"matches/{match.pk}")
    assert list(Lease.objects.values_list("user__username", "venue")) == [("Leyla", match.venue)]


def test_a_repeat_is_answered_not_replayed(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    one = [program(leyla), program(noam)][match.acting[0]]
    body = {"move": one.get(f"matches/{match.pk}")["legalMoves"][0], "moveId": "my-move-1"}
    first, again = (one.post(f"matches/{match.pk}/moves", body) for _ in range(2))
    assert (first["seq"], first["repeated"]) == (1, False)
    assert (again["seq"], again["repeated"]) == (1, True)
    assert Event.objects.filter(match=match).count() == 2
    match.refresh_from_db()
    assert compare(match) is None


def test_a_move_decided_on_an_older_table_is_a_clash(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    people = [leyla, noam]
    for _ in range(2):
        seat = program(people[match.acting[0]])
        seat.post(
            f"matches/{match.pk}/moves",
            {"move": seat.get(f"matches/{match.pk}")["legalMoves"][0]},
        )
        match.refresh_from_db()
    one = program(people[match.acting[0]])
    move = one.get(f"matches/{match.pk}")["legalMoves"][0]
    answer = one.post(f"matches/{match.pk}/moves", {"move": move, "seen": 0})
    assert (answer.status, answer.code) == (409, "stale-move")


def test_a_seat_kept_by_a_bot_is_shown_no_moves_and_taken_back(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    people = [leyla, noam]
    seat = match.acting[0]
    Match.objects.filter(pk=match.pk).update(bots={str(seat): "sharp"})
    one = program(people[seat])
    assert one.get(f"matches/{match.pk}")["legalMoves"] == []
    assert one.post(f"matches/{match.pk}/reclaim")["legalMoves"]


# ---- Refusals ----------------------------------------------------------------------------------

REFUSALS: dict[str, tuple[str, str, Any, int, str]] = {
    "no such address": ("get", "nowhere", None, 404, "nothing-here"),
    "no such game": ("get", "games/chess", None, 404, "no-such-game"),
    "a null character": ("get", "tables?game=%00", None, 400, "null-character"),
    "true is no index": ("post", "tables/{table}/remove", {"index": True}, 422, "not-understood"),
    "a word is no index": ("post", "tables/{table}/remove", {"index": "1"}, 422, "not-understood"),
    "true is no number": (
        "post",
        "tables",
        {"game": "forty", "seats": True},
        422,
        "not-understood",
    ),
    "true is no event": (
        "post",
        "matches/{match}/moves",
        {"move": {"type": "keep"}, "seen": True},
        422,
        "not-understood",
    ),
    "one is no truth": ("post", "tables", {"game": "forty", "public": 1}, 422, "not-understood"),
    "no such table": ("get", "tables/ZZZZZZ", None, 404, "no-such-table"),
    "no such match": ("get", "matches/999999", None, 404, "no-such-match"),
    "a number too large": ("get", f"matches/{2**70}", None, 422, "not-understood"),
    "no such level": ("post", "games/forty/practise", {"level": "x"}, 422, "no-such-level"),
    "not at this table": ("post", "tables/{table}/bots", {"level": "x"}, 403, "not-at-this-table"),
    "not a level": ("post", "tables/{table}/bots", {"level": 7}, 422, "not-understood"),
    "no body": ("post", "tables", None, 422, "not-understood"),
    "not an object": ("post", "tables", [1], 422, "not-understood"),
    "an unknown key": ("post", "tables", {"game": "forty", "x": 1}, 422, "not-understood"),
    "a game nobody plays": ("post", "tables", {"game": "chess"}, 404, "no-such-game"),
    "too many seats": ("post", "tables", {"game": "forty", "seats": 9}, 422, "wrong-number"),
    "an option not on offer": (
        "post",
        "tables",
        {"game": "forty", "options": {"rounds": 4}},
        422,
        "invalid-options",
    ),
    "rated with a bot for leavers": (
        "post",
        "tables",
        {"game": "forty", "rated": True, "leaver": "bot"},
        422,
        "rated-means-forfeit",
    ),
    "playing elsewhere": ("post", "tables", {"game": "forty"}, 409, "playing-elsewhere"),
    "getting up in a match": ("post", "tables/{here}/leave", None, 409, "still-playing"),
    "a bot into a running match": ("post", "tables/{here}/bots", {"level": "sharp"}, 409, ""),
    "opening an open table": ("post", "tables/{table}/reopen", None, 409, "table-open"),
    "a log before the end": ("get", "matches/{match}/replay", None, 409, "still-running"),
    "not one's table": ("post", "tables/{table}/remove", {"index": 0}, 403, "owner-only"),
    "silence": ("post", "tables/{here}/chat", {"text": " \u200b"}, 422, "nothing-said"),
    "not a move": ("post", "matches/{match}/moves", {"type": "dance"}, 422, "invalid-move"),
    "no move": ("post", "matches/{match}/moves", {}, 422, "invalid-move"),
    "a move that is a list": ("post", "matches/{match}/moves", {"move": []}, 422, "not-understood"),
    "an id with a space": (
        "post",
        "matches/{match}/moves",
        {"move": {"type": "keep"}, "moveId": "a b"},
        422,
        "wrong-id",
    ),
    "an id without a character": (
        "post",
        "matches/{match}/moves",
        {"move": {"type": "keep"}, "moveId": "\ud800"},
        422,
        "wrong-id",
    ),
    "an illegal move": ("post", "matches/{match}/moves", {"type": "keep"}, 422, "illegal-move"),
    "somebody else's name": (
        "post",
        "matches/{match}/moves",
        {"type": "keep", "playerId": "p9"},
        422,
        "not-your-seat",
    ),
    "a match of others": ("post", "matches/{other}/moves", {"type": "keep"}, 403, "not-seated"),
    "giving up what is not one's": ("post", "matches/{other}/resign", None, 403, "not-seated"),
}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"), REFUSALS.values(), ids=REFUSALS.keys()
)
def test_every_refusal_has_its_status_its_code_and_a_sentence(
    leyla: User, noam: User, method: str, path: str, body: Any, status: int, code: str
) -> None:
    match = playing(leyla, noam)
    rig(match, situation(hands=["4H 10S", "4C 9S"], loose="6C"))
    others = [person("Samir"), person("Dana")]
    table = program(person("Rami")).post("tables", {"game": "forty"})["code"]
    here = Table.objects.get(match=match).code
    path = path.format(match=match.pk, other=playing(*others).pk, table=table, here=here)
    before = match.events.count(), state_of(match)
    answer = program(leyla).ask(method, path, body)
    assert (answer.status, answer.code if code else "") == (status, code), answer.text
    assert answer.headers["Content-Type"].startswith("application/json")
    assert (match.events.count(), state_of(match)) == before, "a refusal changes nothing"


def test_it_is_not_ones_turn(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    rig(match, situation(hands=["4H 10S", "4C 9S"], loose="6C"))
    answer = program(noam).post(f"matches/{match.pk}/moves", {"type": "throw", "handCard": "4C"})
    assert (answer.status, answer.code) == (422, "not-your-turn")


def test_a_private_match_does_not_exist_to_others(leyla: User, noam: User) -> None:
    match = playing(leyla, noam, public=False)
    code = Table.objects.get(match=match).code
    stranger = program(person("Samir"))
    assert stranger.get(f"matches/{match.pk}").code == "no-such-match"
    assert stranger.get(f"tables/{code}")["chairs"] == []
    assert stranger.get(f"tables/{code}/chat").body == []
    assert stranger.get("tables").body == []


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"{", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b"[" * 50_000, "application/json"),
        (b"x" * 70_000, "application/json"),
        (b"a=1", "application/x-www-form-urlencoded"),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_same_shape(
    leyla: User, raw: bytes, kind: str
) -> None:
    knock = program(leyla)
    response = knock.client.post(
        "/api/v1/tables",
        data=raw,
        content_type=kind,
        headers={"Authorization": f"Bearer {knock.text}"},
    )
    assert response.status_code in (400, 422)
    assert set(response.json()) == {"code", "sentence"}


def test_a_row_that_somebody_holds_is_told_as_busy(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: Any) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    match = playing(leyla, noam)
    monkeypatch.setattr(leaving, "resign", held)
    answer = program(leyla).post(f"matches/{match.pk}/resign")
    assert (answer.status, answer.code) == (429, "busy") and answer.headers["Retry-After"]


def test_no_cache_keeps_an_answer(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    headers = program(leyla).get(f"matches/{match.pk}").headers
    assert "no-store" in headers["Cache-Control"]
