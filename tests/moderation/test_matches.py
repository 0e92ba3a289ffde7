"""The house steps into a match: through the services, with a reason, and never into one's own."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.sanctions.models import AuditEntry
from accounts.staff import audit_log
from games import selectors
from games.engine.errors import GameOver
from games.event_log import log_of
from games.models import Event, Lease, Match
from games.page.log import narrate
from games.page.result import result_of
from games.services import judging, leaving, refusals
from lobby.models import Table
from tests.moderation.conftest import client_of, of_the_house

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(playing: Table) -> Match:
    assert playing.match is not None
    return playing.match


def do(client: Client, match: Match, act: str, **form: str) -> Any:
    return client.post(f"/admin/games/match/{match.pk}/do/{act}/", form, follow=True)


def page_of(client: Client, match: Match) -> str:
    return client.get(f"/admin/games/match/{match.pk}/change/").text


def test_the_log_reads_as_at_the_table_and_shows_no_hand(match: Match, moderator: User) -> None:
    shown = selectors.read(match.pk)
    assert shown is not None
    page = page_of(client_of(moderator), match)
    for line in narrate(shown, log_of(match.pk, shown.rules), None):
        assert line.html in page
    assert bytes(match.seed).hex() not in page and bytes(match.key).hex() not in page
    for field in ("id_state", "field-state", "field-seed", "field-key", "field-bots"):
        assert field not in page


@pytest.mark.parametrize("search", ["Leyla", "{pk}", "{venue}"])
def test_a_match_is_found_by_player_number_and_place(
    match: Match, moderator: User, search: str
) -> None:
    words = search.format(pk=match.pk, venue=match.venue)
    page = client_of(moderator).get("/admin/games/match/", {"q": words}).text
    assert f"/admin/games/match/{match.pk}/change/" in page
    assert (
        f"/match/{match.pk}/change/"
        not in client_of(moderator).get("/admin/games/match/", {"q": "nobody"}).text
    )


def test_calling_off_counts_for_nobody_and_says_why(match: Match, moderator: User) -> None:
    client = client_of(moderator)
    do(client, match, "abort", reason="")
    match.refresh_from_db()
    assert match.status == "running"
    do(client, match, "abort", reason="The board was broken.")
    match.refresh_from_db()
    assert match.status == "aborted"
    assert set(match.seats.values_list("place", flat=True)) == {None}
    assert "The board was broken." in page_of(client, match)
    assert AuditEntry.objects.get(what="called a match off").reason == "The board was broken."
    assert "not possible any more" in do(client, match, "abort", reason="Twice").text


def test_calling_off_what_is_over_is_refused_and_not_logged(
    match: Match, moderator: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    abort = judging.abort_match

    def too_late(match_id: int, *why: str) -> None:
        leaving.resign(match_id, noam)
        abort(match_id, *why)

    monkeypatch.setattr(judging, "abort_match", too_late)
    assert "The match is over." in do(client_of(moderator), match, "abort", reason="Late.").text
    assert not AuditEntry.objects.filter(what="called a match off").exists()


def test_what_cannot_be_logged_is_not_done(
    match: Match, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*told: Any, **more: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(audit_log, "record", broken)
    client = client_of(moderator)
    client.raise_request_exception = False
    assert do(client, match, "abort", reason="The board was broken.").status_code == 500
    match.refresh_from_db()
    assert match.status == "running"


def test_a_decision_gives_the_places_as_they_are_said(
    match: Match, moderator: User, noam: User
) -> None:
    client = client_of(moderator)
    wrong = do(client, match, "adjudicate", place_0="2", place_1="2", reason="Cheating seen.")
    assert "Give every player a place" in wrong.text
    do(client, match, "adjudicate", place_0="2", place_1="1", reason="Cheating seen.")
    match.refresh_from_db()
    assert match.status == "finished"
    assert list(match.seats.order_by("index").values_list("place", flat=True)) == [2, 1]
    shown = selectors.read(match.pk)
    assert shown is not None
    result = result_of(shown, None)
    assert result is not None and "Decided by the house" in result.headline
    assert "Cheating seen." in page_of(client, match)


def test_those_who_tie_share_a_place(match: Match) -> None:
    judging.adjudicate_match(match.pk, [1, 1], "Both fine.")
    assert list(match.seats.values_list("place", flat=True)) == [1, 1]


@pytest.mark.parametrize("places", [[1], [1, 3], [2, 3], [0, 1], [1, None], [1, 2, 3]])
def test_what_is_no_ranking_is_refused(match: Match, places: list[int | None]) -> None:
    with pytest.raises(refusals.NoRanking):
        judging.adjudicate_match(match.pk, places, "Hm.")
    match.refresh_from_db()
    assert match.status == "running"


def test_time_is_given_back_to_the_clock_and_to_the_absent(
    match: Match, moderator: User, noam: User
) -> None:
    match.refresh_from_db()
    before = match.deadline
    assert before is not None
    seat = match.seats.get(user=noam)
    match.seats.filter(user=noam).update(absent_since=before)
    do(client_of(moderator), match, "time", seconds="120", reason="Our fault.")
    match.refresh_from_db()
    seat.refresh_from_db()
    assert match.deadline and match.deadline - before >= timedelta(seconds=119)
    assert seat.absent_since == before + timedelta(seconds=120)
    event = Event.objects.filter(match=match).latest("seq")
    assert event.by == "house" and event.facts[0]["seconds"] == 120
    judging.abort_match(match.pk, "test")
    with pytest.raises(GameOver):
        judging.give_time(match.pk, 30, "Late.")


def test_a_given_match_still_replays(match: Match) -> None:
    from games.console.replaying import compare

    judging.give_time(match.pk, 30, "Our fault.")
    judging.adjudicate_match(match.pk, [1, 2], "Enough.")
    assert compare(Match.objects.get(pk=match.pk)) is None


# ---- What is hidden ----------------------------------------------------------------------------


def test_a_look_needs_its_own_permission_and_a_reason_and_is_logged(
    match: Match, moderator: User, administrator: User
) -> None:
    url = f"/admin/games/match/{match.pk}/do/look/"
    assert client_of(moderator).get(url).status_code == 403
    assert "Look at what is hidden" not in page_of(client_of(moderator), match)
    client = client_of(administrator)
    client.post(url, {"reason": ""})
    assert not AuditEntry.objects.filter(what="looked at hidden state").exists()
    answer = client.post(url, {"reason": "A report of cheating"})
    assert "What is hidden" in answer.text and "no-store" in answer["Cache-Control"]
    act = AuditEntry.objects.get(what="looked at hidden state")
    assert (act.by, act.about_id, act.reason) == (administrator, match.pk, "A report of cheating")


@pytest.mark.parametrize("act", ["look", "abort", "adjudicate", "time"])
def test_nobody_steps_into_a_match_of_their_own(match: Match, leyla: User, act: str) -> None:
    leyla.is_superuser = True
    leyla.save()
    client = client_of(of_the_house(leyla, "administrators"))
    answer = do(client, match, act, reason="I am losing", place_0="1", place_1="2", seconds="30")
    assert "You sit in this match" in answer.text and "What is hidden" not in answer.text
    match.refresh_from_db()
    assert match.status == "running" and match.seq == 0
    assert not AuditEntry.objects.filter(about_id=match.pk, about_kind="games.match").exists()


def test_nobody_looks_into_a_running_match_that_they_watch(
    match: Match, administrator: User
) -> None:
    from uuid import uuid4

    from games.presence import leases

    leases.arrive(uuid4(), administrator.pk, match.venue)
    answer = do(client_of(administrator), match, "look", reason="Curious")
    assert "You are watching this match" in answer.text and Lease.objects.exists()
