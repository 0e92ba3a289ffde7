"""Requests of every shape, at every address: null characters, HEAD, a database that is away."""

import logging
import re
from typing import Any

import psycopg
import pytest
from django.db import InternalError, OperationalError
from django.test import Client

from config.logs import UTCFormatter
from games import registry
from tests.api.conftest import Program
from tests.moderation.routes import path_of, routes

pytestmark = pytest.mark.django_db

NUL = "a%00b"
SAMPLES = {"code": "BCDFGH", "name": "Leyla", "other": "Noam", "form": "csv"} | dict.fromkeys(
    ("key", "game"), registry.game_keys()[0]
)


class Samples(dict[str, Any]):
    def __missing__(self, name: str) -> Any:
        return 1


def paths_with_null() -> list[str]:
    """Every address, with a null character in each of its places in turn."""
    found = []
    for route in routes():
        for place in re.findall(r"<(?:(?:str|path):)?(\w+)>", route):
            found.append(path_of(route, Samples(SAMPLES | {place: NUL})))
    return found


def plain_paths() -> list[str]:
    return [path_of(route, Samples(SAMPLES)) for route in routes()]


def refused(response: Any) -> bool:
    return response.status_code == 400 and "null character" in response.text


# ---- Null characters -----------------------------------------------------------------------------


def test_a_null_character_in_an_address_is_refused_in_words() -> None:
    assert refused(Client().get(paths_with_null()[0]))
    client = Client(headers={"HX-Request": "true"})  # a line instead of a page
    assert len(paths_with_null()) > 60
    assert [path for path in paths_with_null() if not refused(client.get(path))] == []


@pytest.mark.parametrize("sent", ["query", "form", "file", "cookie", "json"])
def test_a_null_character_anywhere_else_is_refused_at_every_address(sent: str) -> None:
    client = Client(headers={"HX-Request": "true"})
    if sent == "cookie":
        client.cookies["sessionid"] = "abcdefgh\0"
    ask: dict[str, Any] = {
        "query": lambda path: client.get(f"{path}?name={NUL}"),
        "form": lambda path: client.post(
            path, f"name={NUL}", content_type="application/x-www-form-urlencoded"
        ),
        "file": lambda path: client.post(path, {"name": "a\0b"}),
        "cookie": lambda path: client.get(path),
        "json": lambda path: client.post(path, {"name": "a\0b"}, content_type="application/json"),
    }
    assert [path for path in plain_paths() if not refused(ask[sent](path))] == []


def test_a_program_is_told_in_json(client: Client) -> None:
    answer = Program("cy_none").post("tables", {"game": "a\0b"})
    assert (answer.status, answer.code) == (400, "null-character")


# ---- HEAD ----------------------------------------------------------------------------------------


def test_head_is_answered_like_get_at_every_address(client: Client) -> None:
    def answers(path: str) -> tuple[Any, Any]:
        got, head = client.get(path), client.head(path)
        assert not b"".join(head)
        return (got.status_code, got.get("Location")), (head.status_code, head.get("Location"))

    differing = {path: told for path in plain_paths() if len(set(told := answers(path))) > 1}
    assert differing == {}
    assert client.head("/").status_code == client.head("/rules/").status_code == 200


# ---- A database that is away ---------------------------------------------------------------------


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Postgres were stopped: whoever asks is refused the connection."""

    def refuse(self: Any, *args: Any) -> None:
        raise OperationalError("connection refused") from psycopg.OperationalError("refused")

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", refuse)


def test_a_page_says_so_and_comes_back_by_itself(away: None) -> None:
    answer = Client(raise_request_exception=False).get("/leaderboards/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Nothing is lost" in answer.text and 'http-equiv="refresh"' in answer.text
    assert "no-store" in answer["Cache-Control"] and answer["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/accounts/login/", "/join/", "/match/1/move/"])
def test_a_form_is_answered_alike(away: None, path: str) -> None:
    form = {"login": "Leyla", "password": "x", "code": "BCDFGH", "move": "{}"}
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a" * 32
    answer = client.post(path, form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "refresh" not in answer.text
    line = client.post(path, form, headers={"HX-Request": "true"})
    assert line.status_code == 503 and line.text.startswith('<p class="notice')


def test_a_program_is_told_when_to_come_back(away: None) -> None:
    program = Program("cy_none")
    program.client.raise_request_exception = False
    answer = program.get("games")
    assert (answer.status, answer.code) == (503, "database-away")
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        (OperationalError, psycopg.errors.LockNotAvailable),
        (InternalError, psycopg.errors.IdleInTransactionSessionTimeout),
    ],
)
def test_who_only_waited_too_long_is_told_that(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception], cause: type[Exception]
) -> None:
    def wait(self: Any, *args: Any) -> None:
        raise kind from cause("too long")

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", wait)
    answer = Client(raise_request_exception=False).get("/leaderboards/")
    assert answer.status_code == 503 and "Too much is going on" in answer.text


def test_any_other_fault_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("lobby.finding.front_page.context", fail)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500 and "Something broke on our side" in answer.text


# ---- Logs and well-known addresses ---------------------------------------------------------------


def test_a_line_of_the_log_begins_with_its_moment_in_utc(settings: Any) -> None:
    line = settings.LOGGING["formatters"]["line"]
    record = logging.makeLogRecord({"name": "courtyard", "msg": "up", "created": 1763447581.25})
    text = UTCFormatter(line["format"], style=line["style"]).format(record)
    assert text == "2025-11-18T06:33:01.250Z NOTSET courtyard up".replace(
        "NOTSET", record.levelname
    )
    assert settings.LOGGING["handlers"]["console"]["formatter"] == "line"


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("", "mailto:courtyard@localhost"),
        ("safe@example.com", "mailto:safe@example.com"),
        ("https://example.com/report", "https://example.com/report"),
    ],
)
def test_whoever_found_a_hole_finds_whom_to_tell(
    client: Client, settings: Any, contact: str, told: str
) -> None:
    settings.SECURITY_CONTACT = contact
    text = client.get("/.well-known/security.txt").text
    assert f"Contact: {told}\n" in text
    assert re.search(r"Expires: 20\d\d-\d\d-\d\dT00:00:00Z\n", text)


def test_crawlers_stay_away_from_what_is_somebodys_own(client: Client) -> None:
    text = client.get("/robots.txt").text
    assert text.startswith("User-agent: *\n") and "\nDisallow: /me/\n" in text
