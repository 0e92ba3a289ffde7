"""Refusals: a code, a sentence in the reader's language, and a meaning in HTTP."""

import subprocess
import sys

import pytest
from django.utils import translation

from accounts.access.rate_limit import TooFast
from accounts.access.refusals import Banned, NotSignedIn
from api.refusals import NoToken, TooManyTokens
from games.engine.errors import StaleMove
from lobby.refusals import NoSuchTable, OwnerOnly, PlayingElsewhere
from refusals import Reason, Refusal
from refusals.wording import words


@pytest.mark.parametrize(
    ("refusal", "code", "sentence"),
    [
        (Refusal(), "refused", "That is not possible now."),
        (TooManyTokens(most=10), "too-many-tokens", "10 tokens"),
        (Banned(Reason("100 % rude")), "may-not-act", "100 % rude"),
        (NotSignedIn(), "may-not-act", "Please sign in first."),
    ],
)
def test_it_has_a_code_and_says_why(refusal: Refusal, code: str, sentence: str) -> None:
    assert refusal.code == code and sentence in words(refusal) and sentence in str(refusal)


def test_it_is_told_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refusals.wording.gettext", lambda text: text.replace("tokens", "شارات"))
    with translation.override("ar"):
        assert "10 شارات" in words(TooManyTokens(most=10))


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (Refusal(), 422),
        (NoToken(), 401),
        (OwnerOnly(), 403),
        (NoSuchTable(), 404),
        (StaleMove(), 409),
        (TooFast(2.5), 429),
    ],
)
def test_it_means_something_in_http(refusal: Refusal, status: int) -> None:
    assert refusal.status == status
    assert refusal.retry_after == (3 if status == 429 else None)


def test_it_may_show_the_way() -> None:
    refusal = PlayingElsewhere("BCDFGH")
    assert (refusal.link, refusal.link_words) == ("/t/BCDFGH/", "Back to that table")
    assert (Refusal().link, Refusal().link_words) == ("", "")


def test_it_needs_nothing_but_msgspec() -> None:
    """The rules of a game refuse too, and they run without Django."""
    code = "import refusals, sys; assert 'django' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
