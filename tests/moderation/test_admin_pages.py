"""The pages of the house: each opens, with what it should show and without what it should not."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.sanctions.models import AuditEntry, Kind, Sanction
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
    services.report_chat(leyla, insult.pk)
    site_stats.count_minute()
    page = mona.get("/admin/").text
    for title in ("Reports open", "Live tables", "Players online", "Moves per minute"):
        assert title in page
    assert "Reports and decisions" in page and "Bots" in page and "Sweep lag" in page
    assert "style=" not in page and "<script>" not in page


def test_every_list_and_page_of_a_moderator_opens(
    mona: Client, insult: ChatLine, leyla: User, noam: User, moderator: User, playing: Table
) -> None:
    report = services.report_chat(leyla, insult.pk, "rude")
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
