"""Tokens: shown once, hashed at rest, scoped, expiring, and over at once when they are revoked."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from accounts.people.refusals import BadName
from accounts.sanctions.services import ban
from api import limits, refusals, services
from api.models import Program as BotRow
from api.models import Scope, Token
from lobby.services import chairs, tables
from tests.api.conftest import Program, person, playing, program

pytestmark = pytest.mark.django_db


def test_the_text_is_kept_nowhere_and_only_its_hash_opens(leyla: User) -> None:
    token, text = services.make_token(leyla, "first", Scope.values)
    row = Token.objects.values().get(pk=token.pk)
    assert text not in map(str, row.values()) and len(text) > 40
    assert row["digest"] == services.digest(text) and text.startswith(row["start"])
    assert Program(text).get("me")["name"] == "Leyla"


WRONG = {
    "none": ("", "no-token"),
    "unknown": ("cy_nobody-ever-made-this", "wrong-token"),
    "not even ascii": ("cy_\u00e9", "wrong-token"),
}


@pytest.mark.parametrize(("text", "code"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_token_is_told_so(db: None, text: str, code: str) -> None:
    answer = Program(text).get("me")
    assert (answer.status, answer.code) == (401, code)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_session_opens_nothing(leyla: User) -> None:
    """Only the header counts, so no page elsewhere can borrow somebody's cookie."""
    client = Client()
    client.force_login(leyla)
    assert client.get("/api/v1/me").status_code == 401
    assert client.post("/api/v1/games/forty/play-now").status_code == 401


def test_a_revoked_token_is_over_at_once(leyla: User) -> None:
    token, text = services.make_token(leyla, "first", Scope.values)
    services.revoke_token(token)
    assert Program(text).get("me").code == "wrong-token"


def test_an_expired_token_is_over(leyla: User) -> None:
    token, text = services.make_token(leyla, "first", Scope.values, days=30)
    assert token.expires_at and token.expires_at > timezone.now() + timedelta(days=29)
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Program(text).get("me").code == "expired-token"


def test_a_ban_reaches_the_token_and_says_why(leyla: User) -> None:
    knock = program(leyla)
    ban(leyla, None, "spoilt the game")
    answer = knock.get("me")
    assert (answer.status, answer.code) == (403, "may-not-act")
    assert "spoilt the game" in answer["sentence"]


def test_a_ban_of_the_owner_reaches_the_bot(leyla: User) -> None:
    knock = program(services.make_bot(leyla, "Clockwork"))
    assert knock.get("me")["owner"] == "Leyla"
    ban(leyla, None, "spoilt the game")
    assert knock.get("me").code == "may-not-act"


def test_use_is_noted(leyla: User) -> None:
    knock = program(leyla)
    knock.get("me")
    assert Token.objects.get().last_used_at is not None


SCOPES: dict[str, tuple[str, str, str, Any]] = {
    "reading": ("read", "get", "me", None),
    "a table": ("tables", "post", "tables", {"game": "forty"}),
    "a move": ("play", "post", "matches/{match}/moves", {"type": "throw", "handCard": "AS"}),
    "giving up": ("play", "post", "matches/{match}/resign", None),
}


@pytest.mark.parametrize(("scope", "method", "path", "body"), SCOPES.values(), ids=SCOPES.keys())
def test_each_scope_opens_its_own(
    leyla: User, noam: User, scope: str, method: str, path: str, body: Any
) -> None:
    path = path.format(match=playing(leyla, noam).pk)
    others = [each for each in Scope.values if each != scope]
    answer = program(leyla, *others).ask(method, path, body)
    assert (answer.status, answer.code) == (403, "missing-scope")
    assert scope in answer["sentence"]
    answer = program(leyla, scope).ask(method, path, body)
    assert answer.status < 300 or answer.code != "missing-scope"


def test_too_many_requests_are_told_when_to_come_back(
    leyla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUESTS", RateLimit("api", 3, 60, shared=True))
    knock = program(leyla)
    other = program(leyla)
    assert [knock.get("me").status for _ in range(4)] == [200, 200, 200, 429]
    answer = knock.get("me")
    assert answer.code == "too-fast" and 1 <= int(answer.headers["Retry-After"]) <= 60
    assert other.get("me").status == 200, "each token has its own measure"


def test_an_account_has_so_many_tokens_and_each_its_name(leyla: User) -> None:
    services.make_token(leyla, "one", ["read"])
    with pytest.raises(refusals.TokenNameTaken):
        services.make_token(leyla, "one", ["read"])
    for number in range(services.TOKENS - 1):
        services.make_token(leyla, f"more {number}", ["read"])
    with pytest.raises(refusals.TooManyTokens):
        services.make_token(leyla, "one too many", ["read"])


# ---- Bot accounts ------------------------------------------------------------------------------


def test_a_bot_is_marked_and_cannot_sign_in(leyla: User) -> None:
    bot = services.make_bot(leyla, "Clockwork")
    assert bot.is_bot and not bot.bot_level and not bot.has_usable_password()
    page = Client().get("/@Clockwork/").content.decode()
    assert "A program plays from this account" in page and "plays by itself" in page


@pytest.mark.parametrize("name", ["x", "Nar", "admin", "two words", "Leyla", "LeyIa"])
def test_a_bot_needs_a_name_of_its_own(leyla: User, name: str) -> None:
    with pytest.raises(BadName):
        services.make_bot(leyla, name)


def test_three_bots_are_enough_and_bots_have_none(leyla: User) -> None:
    bots = [services.make_bot(leyla, f"Clockwork{n}") for n in "abc"]
    with pytest.raises(refusals.TooManyBots):
        services.make_bot(leyla, "Clockworkd")
    with pytest.raises(refusals.BotsHaveNoBots):
        services.make_bot(bots[0], "Grandchild")
    services.close_bot(leyla, "Clockworka")
    services.make_bot(leyla, "Clockworkd")


def test_nobody_closes_a_bot_of_somebody_else(leyla: User, noam: User) -> None:
    services.make_bot(leyla, "Clockwork")
    with pytest.raises(refusals.NotYourBot):
        services.close_bot(noam, "Clockwork")


def test_whoever_leaves_takes_tokens_and_bots_along(leyla: User) -> None:
    bot = services.make_bot(leyla, "Clockwork")
    mine, its = program(leyla), program(bot)
    close_account(leyla)
    assert mine.get("me").code == its.get("me").code == "wrong-token"
    bot.refresh_from_db()
    assert bot.has_left and not Token.objects.exists()
    assert BotRow.objects.count() == 1, "the row stays, for the matches of others"


def test_the_export_lists_tokens_without_their_texts(leyla: User) -> None:
    _, text = services.make_token(leyla, "first", ["read"])
    services.make_bot(leyla, "Clockwork")
    told = collect_all(leyla)["programs"]
    assert told["tokens"][0]["name"] == "first" and text not in str(told)
    assert told["bots"][0]["user__username"] == "Clockwork"


def test_a_bot_plays_friendly_matches_only(leyla: User) -> None:
    knock = program(services.make_bot(leyla, "Clockwork"))
    rated = tables.open_table(person("Samir"), "forty")
    for answer in (
        knock.post("tables", {"game": "forty", "rated": True}),
        knock.post(f"tables/{rated.code}/sit"),
    ):
        assert (answer.status, answer.code) == (422, "friendly-only")
    assert knock.post("games/forty/play-now")["rated"] is False


def test_a_person_plays_rated_matches_by_hand_and_not_by_token(leyla: User, noam: User) -> None:
    """Whatever sat down in a browser: opening, sitting, saying ready, and each move."""
    knock = program(noam)
    table = tables.open_table(leyla, "forty")
    answers = [
        knock.post("tables", {"game": "forty", "rated": True}),
        knock.post(f"tables/{table.code}/sit"),
    ]
    chairs.sit(table.pk, noam)
    answers.append(knock.post(f"tables/{table.code}/ready", {}))
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user)
    table.refresh_from_db()
    shown = knock.get(f"matches/{table.match_id}")
    assert shown.status == 200, "to look is not to play"
    answers.append(knock.post(f"matches/{table.match_id}/moves", {"type": "throw", "card": "7C"}))
    answers.append(knock.post(f"matches/{table.match_id}/reclaim"))
    assert [(answer.status, answer.code) for answer in answers] == [
        (422, "programs-play-friendly")
    ] * 5


def test_a_bot_does_not_talk(leyla: User, noam: User) -> None:
    bot = services.make_bot(leyla, "Clockwork")
    playing(noam, bot)
    code = program(bot).get("me")["table"]
    assert program(bot).post(f"tables/{code}/chat", {"phrase": "luck"}).code == "bots-do-not-talk"
    assert program(noam).post(f"tables/{code}/chat", {"phrase": "luck"}).status == 200


def test_the_server_does_not_play_for_a_programs_bot(leyla: User, noam: User) -> None:
    match = playing(noam, services.make_bot(leyla, "Clockwork"))
    assert match.bots == {} and match.bot_at is None
    assert not match.rated
