"""Talk at a table: who may, how much, and what is left of what was typed."""

import pytest
from redis import RedisError

from accounts.access.rate_limit import RateLimit, TooFast
from accounts.models import User
from games.engine.errors import Refusal
from games.engine.sanitize import clean
from lobby import refusals
from lobby.models import ChatLine, Table
from lobby.room import chat
from lobby.services import chairs, talk
from tests.lobby.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("  hello \t\n there  ", "hello there"),
        ("cafe\u0301", "caf\u00e9"),
        ("abc\u202eevil\u202c\u2066x\u2069", "abcevilx"),
        ("ze\u200bro wi\ufeffdth\u00ad", "zero width"),
        ("\x00\x07bell", "bell"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("a\u200db", "ab"),
        ("\u200d\u200c", ""),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("z" + "\u0316" * 40, "z" + "\u0316" * 4),
        ("<b>bold</b> & co", "<b>bold</b> & co"),
    ],
)
def test_what_is_left_of_what_was_typed(typed: str, said: str) -> None:
    assert clean(typed) == said


@pytest.mark.parametrize(
    ("text", "phrase", "refusal"),
    [
        ("", "", refusals.NothingSaid),
        (" \u200b ", "", refusals.NothingSaid),
        ("", "friendly", refusals.NothingSaid),
        ("x" * 301, "", refusals.TooLong),
    ],
)
def test_what_cannot_be_said(
    table: Table, leyla: User, text: str, phrase: str, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        talk.say(table.pk, leyla, text, phrase)
    assert not ChatLine.objects.exists()


def test_watchers_read_and_do_not_write(table: Table, noam: User) -> None:
    with pytest.raises(refusals.NotAtThisTable):
        talk.say(table.pk, noam, phrase="hello")


def test_a_phrase_is_told_in_words_and_text_is_escaped(table: Table, leyla: User) -> None:
    talk.say(table.pk, leyla, phrase="luck")
    talk.say(table.pk, leyla, "<script>alert(1)</script>")
    html, last = chat.chat_region(table, None)
    assert "Good luck!" in html and "&lt;script&gt;" in html and "<script>" not in html
    assert last == ChatLine.objects.latest("pk").pk


@pytest.mark.parametrize("cache_is_there", [True, False])
def test_five_lines_in_ten_seconds(
    table: Table, leyla: User, monkeypatch: pytest.MonkeyPatch, cache_is_there: bool
) -> None:
    monkeypatch.setattr("accounts.access.rate_limit.time.time", lambda: 1_000_000.0)
    if not cache_is_there:

        def away(*args: object, **kwargs: object) -> None:
            raise RedisError

        monkeypatch.setattr(RateLimit, "_in_redis", away)
    for number in range(5):
        talk.say(table.pk, leyla, f"line {number}")
    with pytest.raises(TooFast):
        talk.say(table.pk, leyla, "one more")
    assert ChatLine.objects.count() == 5


def test_a_muted_person_is_silent_for_oneself_only(table: Table, leyla: User, noam: User) -> None:
    chairs.sit(table.pk, noam)
    talk.say(table.pk, noam, "blah")
    talk.mute(leyla, "Noam")
    talk.mute(leyla, "Noam")
    assert chat.chat_lines(table, leyla) == []
    assert len(chat.chat_lines(table, noam)) == 1
    assert len(chat.chat_lines(table, None)) == 1
    talk.mute(leyla, "Noam", False)
    assert len(chat.chat_lines(table, leyla)) == 1


@pytest.mark.parametrize("name", ["Leyla", "Nobody-here", ""])
def test_whom_one_cannot_mute(leyla: User, name: str) -> None:
    with pytest.raises(refusals.NobodyToMute):
        talk.mute(leyla, name)


def test_muting_answers_with_the_chat_as_it_reads_now(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    talk.say(table.pk, noam, "blah")
    answer = signed_in(leyla).post(
        f"/t/{table.code}/mute/", {"name": "Noam"}, headers={"HX-Request": "true"}
    )
    html = answer.content.decode()
    assert 'id="chat-lines"' in html and "blah" not in html and 'id="muted"' in html


def test_only_new_lines_are_pushed(table: Table, leyla: User) -> None:
    talk.say(table.pk, leyla, "first")
    _html, last = chat.chat_region(table, leyla)
    assert chat.chat_region(table, leyla, last) == ("", last)
    talk.say(table.pk, leyla, "second")
    html, newer = chat.chat_region(table, leyla, last)
    assert "second" in html and "first" not in html and newer > last
    assert 'hx-swap-oob="beforeend:#chat-lines"' in html
