"""The pages of the house: each opens, with what it should show and without what it should not."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.karma import services as karma
from accounts.models import User
from accounts.people.bots import GENTLE, bot_player
from accounts.sanctions.models import AuditEntry, Kind, Sanction
from api.services import make_bot
from games.services import leaving
from lobby.models import ChatLine, Table
from moderation import services, site_stats
from tests.moderation.conftest import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona(moderator: User) -> Client:
    return client_of(moderator)


def test_the_first_page_shows_how_the_house_does(
    mona: Client, insult: ChatLine, leyla: User
) -> None:
    services.report_chat(leyla, insult.table.code, insult.pk)
    site_stats.count_minute()
    page = mona.get("/admin/").text
    for title in ("Reports open", "Live tables", "Players online", "Moves per minute"):
        assert title in page
    assert "Reports and decisions" in page and "Bots" in page and "Sweep lag" in page
    assert "Lessons in the last 30 days" in page and "Left at step" in page
    assert "style=" not in page and "<script>" not in page


def test_every_list_and_page_of_a_moderator_opens(
    mona: Client, insult: ChatLine, leyla: User, noam: User, moderator: User, playing: Table
) -> None:
    report = services.report_chat(leyla, insult.table.code, insult.pk, "rude")
    services.decide(report.pk, moderator, "confirmed", "Seen.", sanction=Kind.MUTE)
    sanction = Sanction.objects.get()
    pages = [
        "moderation/report",
        "sanctions/sanction",
        "sanctions/appeal",
        "sanctions/auditentry",
        "games/match",
        "games/outage",
        "lobby/table",
        "lobby/chatline",
        "accounts/user",
    ]
    things = {
        "moderation/report": report.pk,
        "sanctions/sanction": sanction.pk,
        "sanctions/auditentry": AuditEntry.objects.first().pk,  # type: ignore[union-attr]
        "games/match": playing.match_id,
        "lobby/table": playing.pk,
        "lobby/chatline": insult.pk,
        "accounts/user": noam.pk,
    }
    for page in pages:
        assert mona.get(f"/admin/{page}/").status_code == 200, page
        assert mona.get(f"/admin/{page}/add/").status_code == 403, page
        if page in things:
            url = f"/admin/{page}/{things[page]}/"
            assert mona.get(f"{url}change/").status_code == 200, page
            assert mona.get(f"{url}delete/").status_code == 403, page


def test_a_persons_page_shows_all_that_staff_need(
    mona: Client, playing: Table, insult: ChatLine, leyla: User, noam: User, moderator: User
) -> None:
    report = services.report_chat(leyla, playing.code, insult.pk)
    services.decide(report.pk, moderator, "confirmed", "Seen.", sanction=Kind.MUTE)
    karma.record(noam.pk, "left", match_id=playing.match_id)
    url = f"/admin/accounts/user/{noam.pk}/"
    note = mona.post(f"{url}do/note/", {"reason": "Writes from two accounts?"})
    assert note.status_code == 302
    page = mona.get(f"{url}change/").text
    for words in (
        "Karma: ",
        "→",
        "Writes from two accounts?",
        "Seen.",
        "reported by Leyla",
        f"#{playing.match_id} Forty, running",
        "wet sock",
        "player",
    ):
        assert words in page, words
    for link in re.findall(r'href="(/admin/[^"]+)"', page):
        if "logout" not in link:
            assert mona.get(unescape(link), follow=True).status_code == 200, link
    assert "Writes from two" not in client_of(noam).get("/me/data/").text


def test_a_running_match_has_no_replay_to_link_to(
    mona: Client, playing: Table, noam: User, leyla: User
) -> None:
    assert playing.match_id
    report = services.report_player(leyla, playing.match_id, 1, "leaving")
    pages = (f"moderation/report/{report.pk}", f"games/match/{playing.match_id}")
    for over in (False, True):
        for page in pages:
            html = mona.get(f"/admin/{page}/change/").text
            assert (f"/replay/{playing.match_id}/" in html) is over, page
        if not over:
            leaving.resign(playing.match_id, noam)


def test_everybody_is_called_what_they_are(
    mona: Client, leyla: User, superuser: User, administrator: User
) -> None:
    for person, role in (
        (leyla, "player"),
        (make_bot(leyla, "Clockwork"), "bot of a person"),
        (bot_player("Nar", GENTLE), "bot of the house"),
        (administrator, "administrators"),
        (superuser, "superuser"),
    ):
        assert role in mona.get(f"/admin/accounts/user/{person.pk}/change/").text, role
