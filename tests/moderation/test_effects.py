"""What a sanction does at the tables: refused in the service, whatever a page still shows."""

from typing import Any

import pytest
from django.test import Client

from accounts.access.refusals import Muted, NotRated
from accounts.models import User
from accounts.notices.models import Notice
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import AuditEntry, Kind
from api.models import Scope
from api.services import make_bot, make_token
from lobby.finding import quick_play
from lobby.models import ChatLine, Table
from lobby.services import chairs, tables, talk
from moderation import services as reports
from tests.lobby.conftest import GAME
from tests.moderation.conftest import client_of

pytestmark = pytest.mark.django_db


def test_the_silenced_write_nothing_but_play_on(playing: Table, noam: User) -> None:
    stale = User.objects.get(pk=noam.pk)  # what an open page still holds
    sanctions.impose(noam, Kind.MUTE, "Shouting", by=None)
    for text, phrase in (("hello", ""), ("", "hello")):
        with pytest.raises(Muted, match="may not write"):
            talk.say(playing.pk, stale, text, phrase)
    assert not ChatLine.objects.filter(user=noam).exists()


def test_the_suspended_sit_at_no_rated_table(table: Table, noam: User) -> None:
    stale = User.objects.get(pk=noam.pk)
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    with pytest.raises(NotRated, match="Leaving"):
        chairs.sit(table.pk, stale)
    with pytest.raises(NotRated):
        tables.open_table(stale, GAME)
    assert not quick_play.play_now(stale, GAME).rated
    assert not tables.open_table(stale, GAME, rated=False, public=False).rated


def test_who_is_suspended_while_ready_is_dealt_into_nothing(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    # The push is lost: nobody was asked to get up.
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert not table.chairs.get(user=noam).ready


def test_the_suspended_get_up_from_rated_tables(
    table: Table, noam: User, django_capture_on_commit_callbacks: object
) -> None:
    chairs.sit(table.pk, noam)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    assert not table.chairs.filter(user=noam).exists()


def test_a_rated_match_that_runs_is_played_out(playing: Table, noam: User) -> None:
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    talk.say(playing.pk, noam, "good game")
    assert playing.chairs.filter(user=noam).exists()


@pytest.mark.parametrize(
    ("leaver", "status", "bots"),
    [("forfeit", "finished", True), ("bot", "running", True), ("wait", "running", False)],
)
def test_a_ban_hands_a_running_match_over_at_once_as_the_table_agreed(
    leyla: User,
    noam: User,
    leaver: str,
    status: str,
    bots: bool,
    django_capture_on_commit_callbacks: Any,
) -> None:
    table = tables.open_table(leyla, GAME, rated=False, leaver=leaver)
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.ban(noam, None, "Enough")
    table.refresh_from_db()
    assert table.match is not None
    assert (table.match.status, bool(table.match.bots)) == (status, bots)
    if leaver == "forfeit":
        assert table.match.seats.get(user=leyla).place == 1
        assert not table.chairs.filter(user=noam).exists(), "and the room waits for nobody"


def test_a_ban_of_the_owner_ends_what_their_bot_plays(
    leyla: User, noam: User, django_capture_on_commit_callbacks: Any
) -> None:
    bot = make_bot(noam, "Clockwork")
    table = tables.open_table(leyla, GAME, rated=False)
    chairs.sit(table.pk, bot)
    for user in (leyla, bot):
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.ban(noam, None, "Enough")
    table.refresh_from_db()
    assert table.match is not None and table.match.status == "finished"


# ---- Removed lines -------------------------------------------------------------------------------


def test_a_removed_line_is_kept_for_staff_and_read_by_nobody_else(
    playing: Table, insult: ChatLine, leyla: User, noam: User, moderator: User
) -> None:
    report = reports.report_chat(leyla, playing.code, insult.pk)
    talk.remove_line(insult.pk, moderator, "No insults here.")
    talk.remove_line(insult.pk, moderator, "Once more changes nothing.")
    for reader in (leyla, noam, None):
        for page in ("", "refresh/"):
            html = client_of(reader).get(f"/t/{playing.code}/{page}").text
            assert "wet sock" not in html and "Removed by staff." in html
    token = make_token(leyla, "t", Scope.values)[1]
    said = Client(headers={"Authorization": f"Bearer {token}"}).get(
        f"/api/v1/tables/{playing.code}/chat"
    )
    assert [line["text"] for line in said.json()] == ["Removed by staff."]
    url = f"/moderation/report/table/{playing.code}/line/{insult.pk}/"
    assert client_of(leyla).get(url).status_code == 404
    staff = client_of(moderator)
    for url in (f"lobby/chatline/{insult.pk}", f"moderation/report/{report.pk}"):
        assert "wet sock" in staff.get(f"/admin/{url}/change/").text
    (told,) = Notice.objects.filter(user=noam, kind="line-removed")
    assert told.params["reason"] == "No insults here."
    (act,) = AuditEntry.objects.filter(what="removed a chat line")
    assert (act.by, act.reason) == (moderator, "No insults here.")


@pytest.mark.parametrize("page", ["lobby/chatline", "moderation/report"])
def test_a_line_is_removed_by_a_button_with_a_reason(
    playing: Table, insult: ChatLine, leyla: User, moderator: User, page: str
) -> None:
    report = reports.report_chat(leyla, playing.code, insult.pk)
    number = insult.pk if page == "lobby/chatline" else report.pk
    staff, act = client_of(moderator), f"/admin/{page}/{number}/do/remove_line/"
    assert act in staff.get(f"/admin/{page}/{number}/change/").text
    assert staff.post(act, {"reason": ""}).status_code == 200
    assert staff.post(act, {"reason": "No insults here."}).status_code == 302
    insult.refresh_from_db()
    assert insult.removed_at
    assert act not in staff.get(f"/admin/{page}/{number}/change/").text
