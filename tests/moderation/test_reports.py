"""Reports: what is frozen with them, how they queue, and what comes of them."""

import threading
from contextlib import suppress
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.safestring import mark_safe

from accounts.karma.models import Entry
from accounts.models import User
from accounts.notices.models import Notice
from accounts.people.bots import GENTLE, bot_player
from accounts.sanctions.models import AuditEntry, Kind, Sanction
from accounts.staff import refusals as cases
from games.services import leaving
from lobby.models import ChatLine, Table
from lobby.services import chairs, chores, tables, talk
from moderation import evidence, priority, refusals, services
from moderation.models import Report
from tests.lobby.conftest import GAME
from tests.moderation.conftest import MakePerson, client_of

pytestmark = pytest.mark.django_db


def seat_of(table: Table, user: User) -> int:
    assert table.match is not None
    return table.match.seats.get(user=user).index


# ---- What is frozen ----------------------------------------------------------------------------


def test_a_reported_line_is_frozen_with_those_around_it(
    playing: Table, insult: ChatLine, leyla: User, noam: User
) -> None:
    talk.say(playing.pk, leyla, "please stop")
    report = services.report_chat(leyla, insult.table.code, insult.pk, "  he is rude ")
    chores.forget(noam)  # the line itself goes
    report.refresh_from_db()
    assert [line["words"] for line in report.context["lines"]] == [
        "you play like a wet sock",
        "please stop",
    ]
    assert report.context["line"] == insult.pk and report.context["about"] == "Noam"
    assert (report.match_id, report.step, report.game) == (playing.match_id, 0, GAME)
    assert report.text == "he is rude"


def test_a_reported_player_is_frozen_with_the_match_and_no_hand(
    playing: Table, leyla: User, noam: User
) -> None:
    assert playing.match_id and playing.match
    leaving.resign(playing.match_id, noam)
    report = services.report_player(leyla, playing.match_id, seat_of(playing, noam), "leaving")
    playing.match.refresh_from_db()
    frozen = report.context
    assert frozen["step"] == playing.match.seq and frozen["status"] == "finished"
    assert [seat["name"] for seat in frozen["seats"] if seat["left_at"]] == ["Noam"]
    assert any("left the match" in line for line in frozen["moves"])
    assert "state" not in frozen and "hand" not in str(frozen)


def test_what_is_frozen_is_plain_text(
    playing: Table, leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = SimpleNamespace(html=mark_safe("<b>Noam</b> doesn&#x27;t draw &amp; stops"))
    monkeypatch.setattr(evidence, "narrate", lambda *told: [line])
    assert playing.match_id is not None
    report = services.report_player(leyla, playing.match_id, seat_of(playing, noam), "leaving")
    assert report.context["moves"] == ["Noam doesn't draw & stops"]


def test_a_reported_name_is_frozen_as_it_stood(leyla: User, noam: User) -> None:
    report = services.report_name(leyla, "noam")
    User.objects.filter(pk=noam.pk).update(username="Nicer")
    report.refresh_from_db()
    assert report.about_name == report.context["name"] == "Noam"
    assert services.report_name(leyla, "Nicer") != report  # another name, another report


# ---- What is refused ---------------------------------------------------------------------------


def test_one_report_for_each_reporter_and_thing(insult: ChatLine, leyla: User) -> None:
    services.report_chat(leyla, insult.table.code, insult.pk)
    with pytest.raises(refusals.ReportedAlready):
        services.report_chat(leyla, insult.table.code, insult.pk)
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    ("who", "refusal"), [("oneself", refusals.NotYourself), ("a bot", refusals.HouseBot)]
)
def test_some_are_not_reported(leyla: User, who: str, refusal: Any) -> None:
    name = leyla.username if who == "oneself" else bot_player("Nar", GENTLE).username
    with pytest.raises(refusal):
        services.report_name(leyla, name)


def test_nobody_reports_what_they_cannot_see(leyla: User, noam: User, samir: User) -> None:
    table = tables.open_table(leyla, GAME, public=False, rated=False)
    chairs.sit(table.pk, noam)
    talk.say(table.pk, noam, "psst")
    line = ChatLine.objects.get()
    with pytest.raises(refusals.NothingThere):
        services.report_chat(samir, line.table.code, line.pk)
    assert services.report_chat(leyla, line.table.code, line.pk)


def test_ten_in_an_hour_are_enough(leyla: User, person: MakePerson) -> None:
    for number in range(services.PER_HOUR):
        services.report_name(leyla, person(f"Guest{number}x").username)
    with pytest.raises(refusals.TooMany):
        services.report_name(leyla, person("OneMore").username)
    Report.objects.update(at=timezone.now() - timedelta(hours=2))
    services.report_name(leyla, "OneMore")


# ---- The queue ---------------------------------------------------------------------------------


def test_more_reporters_and_a_running_match_make_it_urgent(
    playing: Table, insult: ChatLine, leyla: User, noam: User, samir: User
) -> None:
    alone = services.report_name(samir, "Leyla")
    first = services.report_chat(leyla, insult.table.code, insult.pk)
    assert first.priority == priority.FIRST[Report.Kind.CHAT] + 3
    services.report_chat(samir, insult.table.code, insult.pk)
    first.refresh_from_db()
    assert first.priority == priority.FIRST[Report.Kind.CHAT] + 3 + 2
    assert list(Report.objects.values_list("about__username", flat=True)) == [
        "Noam",
        "Noam",
        "Leyla",
    ]
    assert str(priority.words(first.priority)) == "now"
    assert str(priority.words(alone.priority)) == "when there is time"


def test_guests_make_nothing_more_urgent(leyla: User, noam: User) -> None:
    """An address has sixty an hour."""
    for number in range(3):
        guest = User.objects.create(username=f"Guest{number}", is_guest=True)
        services.report_name(guest, "Noam")
    assert services.report_name(leyla, "Noam").priority == priority.FIRST[Report.Kind.NAME]


def test_the_words_of_those_who_cry_wolf_weigh_less(
    leyla: User, noam: User, moderator: User, person: MakePerson
) -> None:
    for number in range(3):
        report = services.report_name(leyla, person(f"Guest{number}x").username)
        services.decide(report.pk, moderator, "unfounded", "A fine name.")
    assert services.report_name(leyla, "Noam").priority == priority.FIRST[Report.Kind.NAME] - 2


# ---- Claiming and deciding -----------------------------------------------------------------------


def test_whoever_claims_it_decides_it(
    insult: ChatLine, leyla: User, moderator: User, administrator: User, superuser: User
) -> None:
    report = services.report_chat(leyla, insult.table.code, insult.pk)
    services.claim(report.pk, moderator)
    services.claim(report.pk, moderator)
    with pytest.raises(refusals.SomebodyIsOnIt):
        services.decide(report.pk, administrator, "confirmed", "Mine!")
    services.release(report.pk, moderator)
    services.claim(report.pk, administrator)
    services.decide(report.pk, superuser, "unclear", "Hard to say.")
    with pytest.raises(cases.AnsweredAlready):
        services.claim(report.pk, moderator)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_the_same_thing_at_once_one_is_told_it_was_answered(
    playing: Table,
    leyla: User,
    noam: User,
    samir: User,
    moderator: User,
    administrator: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert playing.match_id is not None
    seat, both = seat_of(playing, noam), threading.Barrier(2)
    rows = [
        services.report_player(who, playing.match_id, seat, "cheating") for who in (leyla, samir)
    ]
    confirm = services.confirm_report

    def confirm_together(*args: Any, **kwargs: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            both.wait(0.5)
        return confirm(*args, **kwargs)

    monkeypatch.setattr(services, "confirm_report", confirm_together)
    ends: list[Any] = []

    def decide(report: Report, by: User) -> None:
        try:
            ends.append(services.decide(report.pk, by, "confirmed", "Seen.", sanction="mute"))
        except Exception as error:
            ends.append(type(error))
        finally:
            connection.close()

    threads = [
        threading.Thread(target=decide, args=pair)
        for pair in zip(rows, (moderator, administrator), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(ends, key=str) == [2, cases.AnsweredAlready]
    assert Sanction.objects.filter(user=noam).count() == 1


def test_nobody_decides_about_themselves(insult: ChatLine, moderator: User) -> None:
    report = services.report_chat(moderator, insult.table.code, insult.pk)
    with pytest.raises(cases.OwnCase):
        services.decide(report.pk, moderator, "confirmed", "I was right.")


def test_closing_needs_a_reason_and_every_reporter_hears_it(
    insult: ChatLine, leyla: User, samir: User, noam: User, moderator: User
) -> None:
    report = services.report_chat(leyla, insult.table.code, insult.pk)
    services.report_chat(samir, insult.table.code, insult.pk)
    with pytest.raises(cases.NoReason):
        services.decide(report.pk, moderator, "confirmed", "  ")
    assert services.decide(report.pk, moderator, "confirmed", "We talked to him.") == 2
    told = Notice.objects.filter(kind="report-confirmed").values_list("user", "params__reason")
    assert set(told) == {(leyla.pk, "We talked to him."), (samir.pk, "We talked to him.")}
    assert not Notice.objects.filter(user=noam).exists()
    page = client_of(leyla).get("/moderation/reports/").text
    assert "Confirmed." in page and "We talked to him." in page
    assert AuditEntry.objects.filter(what="closed a report: confirmed", by=moderator).count() == 2


def test_a_sanction_is_imposed_in_the_same_breath(
    insult: ChatLine, leyla: User, noam: User, moderator: User
) -> None:
    report = services.report_chat(leyla, insult.table.code, insult.pk)
    services.decide(
        report.pk, moderator, "confirmed", "Thank you.", sanction=Kind.MUTE, sanction_reason="Rude"
    )
    sanction = Sanction.objects.get(user=noam)
    assert (sanction.kind, sanction.reason, sanction.author) == ("mute", "Rude", moderator)
    assert sanction.report_id == report.pk


@pytest.mark.parametrize(
    ("kind", "verdict", "counts"),
    [
        ("leaving", "confirmed", True),
        ("cheating", "confirmed", True),
        ("leaving", "unfounded", False),
        ("cheating", "unclear", False),
    ],
)
def test_a_confirmed_player_costs_reliability(
    playing: Table, leyla: User, noam: User, moderator: User, kind: str, verdict: str, counts: bool
) -> None:
    assert playing.match_id
    report = services.report_player(leyla, playing.match_id, seat_of(playing, noam), kind)
    services.decide(report.pk, moderator, verdict, "Looked at it.")
    assert Entry.objects.filter(user=noam, kind="reported").exists() is counts


# ---- The pages of the reporter -------------------------------------------------------------------


def test_the_form_works_as_a_page_and_as_a_sheet(insult: ChatLine, leyla: User) -> None:
    client, url = (
        client_of(leyla),
        f"/moderation/report/table/{insult.table.code}/line/{insult.pk}/",
    )
    assert "wet sock" in client.get(url).text
    sheet = client.get(url, headers={"HX-Request": "true"}).text
    assert sheet.strip().startswith('<div id="report-body"') and "<html" not in sheet
    assert "Thank you" in client.post(url, {"words": "rude"}).text
    again = client.post(url, {"words": "rude"})
    assert again.status_code == 422 and "already" in again.text


def test_an_address_brings_ten_reports_of_guests_an_hour(person: MakePerson) -> None:
    told = []
    for number in range(11):
        client = client_of(User.objects.create(username=f"Guest{number}", is_guest=True))
        url = f"/moderation/report/name/{person(f'Player{number}').username}/"
        told.append(client.post(url, {"words": "rude"}).status_code)
    assert told == [200] * 10 + [422]
    assert client_of(person("Leyla")).post(url, {"words": "rude"}).status_code == 200


def test_a_player_is_chosen_among_those_at_the_table(
    playing: Table, leyla: User, noam: User
) -> None:
    client = client_of(leyla)
    for url in (
        f"/moderation/report/match/{playing.match_id}/",
        f"/moderation/report/table/{playing.code}/",
    ):
        page = client.get(url).text
        assert "Noam" in page and 'name="kind"' in page
    seat = seat_of(playing, noam)
    client.post(url, {"seat": seat, "kind": "cheating", "words": "peeks"})
    report = Report.objects.get()
    assert (report.kind, report.about, report.text) == ("cheating", noam, "peeks")
    assert client.post(url, {"seat": 7, "kind": "cheating"}).status_code == 422


def test_the_table_offers_the_report_where_it_belongs(
    playing: Table, insult: ChatLine, leyla: User, noam: User
) -> None:
    url = f"/moderation/report/table/{insult.table.code}/line/{insult.pk}/"
    assert url in client_of(leyla).get(f"/t/{playing.code}/").text
    assert url not in client_of(noam).get(f"/t/{playing.code}/").text  # one's own line
    assert url not in client_of(None).get(f"/t/{playing.code}/").text
    assert "/moderation/report/name/Noam/" in client_of(leyla).get("/@Noam/").text
