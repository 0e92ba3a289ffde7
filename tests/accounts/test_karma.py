"""Karma: a number with an account of every outcome behind it, and a way to appeal."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import call_command
from django.db.models import Sum
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.karma import refusals, scoring, selectors, services
from accounts.karma.models import START, Appeal, Entry, KarmaScore
from accounts.models import User
from accounts.notices.models import Notice
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from accounts.sanctions.models import AuditEntry
from accounts.staff import refusals as cases
from refusals import Refusal
from tests.accounts.conftest import MakePerson

Kind = Entry.Kind

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def whole_site(settings: Settings) -> None:
    settings.ROOT_URLCONF = "config.urls"


def left(user: User, match_id: int, *, ago: timedelta = timedelta(0)) -> Entry:
    entry = services.record(user.pk, Kind.LEFT, match_id=match_id, game="g")
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(at=timezone.now() - ago)
    return entry


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (Kind.FINISHED, 1),
        (Kind.CONCEDED, 0),
        (Kind.LEFT, -10),
        (Kind.TIMED_OUT, -4),
        (Kind.REPORTED, -15),
        (Kind.EXCUSED, 0),
    ],
)
def test_each_outcome_has_its_worth_and_its_entry(leyla: User, kind: str, change: int) -> None:
    entry = services.record(leyla.pk, kind, match_id=7, game="g")
    assert entry is not None
    assert (entry.change, entry.value, entry.match_id) == (change, START + change, 7)
    assert selectors.value_of(leyla.pk) == START + change


def test_an_outcome_is_written_once_per_person_match_and_kind(leyla: User) -> None:
    assert services.record(leyla.pk, Kind.LEFT, match_id=7) is not None
    assert services.record(leyla.pk, Kind.LEFT, match_id=7) is None
    assert services.record(leyla.pk, Kind.LEFT, match_id=8) is not None
    assert selectors.value_of(leyla.pk) == START - 20


@pytest.mark.parametrize(("kind", "times", "end"), [(Kind.FINISHED, 40, 100), (Kind.LEFT, 12, 0)])
def test_the_number_stays_within_its_bounds_and_equals_its_entries(
    leyla: User, kind: str, times: int, end: int
) -> None:
    for match_id in range(times):
        services.record(leyla.pk, kind, match_id=match_id)
    changes = Entry.objects.filter(user=leyla).aggregate(all=Sum("change"))["all"]
    assert selectors.value_of(leyla.pk) == end == START + changes
    assert Entry.objects.filter(user=leyla).count() == times


def test_a_confirmed_report_costs_once_per_match(leyla: User) -> None:
    services.confirm_report(leyla, 1, match_id=7, game="g", reason="Insults")
    assert services.confirm_report(leyla, 2, match_id=7, game="g") is None
    services.confirm_report(leyla, 3)
    assert selectors.value_of(leyla.pk) == START - 30
    assert Entry.objects.filter(user=leyla, reason="Insults").exists()


def test_a_loss_is_told_with_the_way_to_its_entry_and_a_gain_is_not(leyla: User) -> None:
    services.record(leyla.pk, Kind.FINISHED, match_id=6)
    assert not Notice.objects.exists()
    entry = left(leyla, 7)
    told = Notice.objects.get(user=leyla)
    assert told.url == f"/me/karma/#entry-{entry.pk}"
    assert told.params["change"] == -10


# ---- The cool-down ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "pause"),
    [
        (1, None),
        (2, timedelta(minutes=10)),
        (3, timedelta(hours=1)),
        (4, timedelta(hours=6)),
        (5, timedelta(hours=24)),
        (9, timedelta(days=3)),
    ],
)
def test_repeated_leaving_earns_a_growing_pause(
    leyla: User, times: int, pause: timedelta | None
) -> None:
    for match_id in range(times):
        left(leyla, match_id)
    found = selectors.cool_down_of(leyla.pk)
    if pause is None:
        assert found is None
    else:
        assert found is not None and found.left == times
        assert pause - timedelta(minutes=1) < found.wait <= pause


def test_what_was_left_a_week_ago_is_forgotten(leyla: User) -> None:
    left(leyla, 1, ago=scoring.WINDOW + timedelta(minutes=1))
    left(leyla, 2)
    assert selectors.cool_down_of(leyla.pk) is None


def test_the_pause_ends_by_itself(leyla: User) -> None:
    left(leyla, 1, ago=timedelta(minutes=12))
    left(leyla, 2, ago=timedelta(minutes=11))
    assert selectors.cool_down_of(leyla.pk) is None


def test_what_was_taken_back_earns_no_pause(leyla: User) -> None:
    left(leyla, 1)
    second = left(leyla, 2)
    assert selectors.cool_down_of(leyla.pk) is not None
    services.reverse_entry(second.pk)
    assert selectors.cool_down_of(leyla.pk) is None


# ---- Appeals ------------------------------------------------------------------------------------


def test_an_accepted_appeal_is_a_counter_entry_and_deletes_nothing(
    leyla: User, make_person: MakePerson
) -> None:
    judge = make_person("Judge", is_staff=True)
    entry = left(leyla, 7)
    appeal = services.appeal(entry.pk, leyla, "The power went out.")
    services.answer_appeal(appeal.pk, judge, True, "That can happen.")
    appeal.refresh_from_db()
    assert (appeal.state, appeal.answer, appeal.answered_by) == (
        Appeal.State.ACCEPTED,
        "That can happen.",
        judge,
    )
    assert appeal.answered_at is not None
    assert Entry.objects.filter(pk=entry.pk).exists()
    counter = Entry.objects.get(kind=Kind.REVERSED)
    assert (counter.reverses, counter.change) == (entry, 10)
    assert selectors.value_of(leyla.pk) == START
    assert Notice.objects.filter(user=leyla, kind="appeal-accepted").exists()


def test_a_declined_appeal_changes_nothing_and_says_why(
    leyla: User, make_person: MakePerson
) -> None:
    appeal = services.appeal(left(leyla, 7).pk, leyla, "I was bored.")
    services.answer_appeal(appeal.pk, make_person("Judge"), False, "That is leaving.")
    assert selectors.value_of(leyla.pk) == START - 10
    with pytest.raises(cases.AnsweredAlready):
        services.answer_appeal(appeal.pk, make_person("Other"), True, "Yes.")
    assert selectors.value_of(leyla.pk) == START - 10


def test_nobody_answers_their_own_appeal_and_each_answer_is_logged(
    leyla: User, make_person: MakePerson
) -> None:
    appeal = services.appeal(left(leyla, 7).pk, leyla, "Wrong.")
    with pytest.raises(cases.OwnCase):
        services.answer_appeal(appeal.pk, leyla, True, "Of course.")
    with pytest.raises(cases.NoReason):
        services.answer_appeal(appeal.pk, make_person("Judge"), True, " ")
    assert not AuditEntry.objects.exists()
    services.answer_appeal(appeal.pk, make_person("Other"), False, "It stays.")
    assert AuditEntry.objects.get().what == "declined appeal"


def test_an_appeal_that_went_with_its_account_is_answered_in_words(
    leyla: User, make_person: MakePerson
) -> None:
    appeal = services.appeal(left(leyla, 7).pk, leyla, "Wrong.")
    close_account(leyla)
    with pytest.raises(cases.NoSuchAppeal):
        services.answer_appeal(appeal.pk, make_person("Judge"), True, "True.")


@pytest.mark.parametrize(
    ("whose", "text", "why"),
    [
        ("hers", "  ", cases.NothingSaid),
        ("hers", "x" * 1001, cases.TooLong),
        ("another's", "Wrong.", refusals.NoSuchEntry),
        ("a gain", "Wrong.", refusals.NothingToAppeal),
        ("old", "Wrong.", refusals.TooOld),
        ("appealed", "Wrong.", cases.AppealedAlready),
    ],
)
def test_an_appeal_is_refused_by_name(
    leyla: User, make_person: MakePerson, whose: str, text: str, why: type[Refusal]
) -> None:
    entry = left(make_person("Noam") if whose == "another's" else leyla, 7)
    if whose == "a gain":
        entry = services.record(leyla.pk, Kind.FINISHED, match_id=8)  # type: ignore[assignment]
    if whose == "old":
        Entry.objects.update(at=timezone.now() - timedelta(days=31))
    if whose == "appealed":
        services.appeal(entry.pk, leyla, "Wrong.")
    with pytest.raises(why):
        services.appeal(entry.pk, leyla, text)


def test_the_page_shows_every_entry_and_takes_an_appeal(leyla: User, signed_in: Client) -> None:
    services.record(leyla.pk, Kind.FINISHED, match_id=6, game="g")
    entry = left(leyla, 7)
    html = signed_in.get("/me/karma/").content.decode()
    assert f'id="entry-{entry.pk}"' in html and "Left a match" in html and "Finished" in html
    assert not Notice.objects.filter(user=leyla, read_at=None).exists(), "the page was the answer"
    answer = signed_in.post(f"/me/karma/{entry.pk}/appeal/", {"text": "My line broke."})
    assert answer.status_code == 302
    assert Appeal.objects.get().text == "My line broke."
    assert "waits for an answer" in signed_in.get("/me/karma/").content.decode()


def test_the_admin_answers_an_appeal_through_the_service(
    leyla: User, make_person: MakePerson
) -> None:
    judge = make_person("Judge", is_staff=True, is_superuser=True)
    TOTP.activate(judge, generate_totp_secret())
    appeal = services.appeal(left(leyla, 7).pk, leyla, "My line broke.")
    client = Client()
    client.force_login(judge)
    page = f"/admin/karma/appeal/{appeal.pk}/change/"
    assert "My line broke." in client.get(page).content.decode()
    act = f"/admin/karma/appeal/{appeal.pk}/do/answer/"
    client.post(act, {"accepted": "yes", "reason": "It did."})
    appeal.refresh_from_db()
    assert appeal.state == Appeal.State.ACCEPTED
    assert selectors.value_of(leyla.pk) == START
    assert client.get(page).status_code == 200


def test_leaving_for_good_takes_the_karma_along(leyla: User) -> None:
    entry = left(leyla, 7)
    services.appeal(entry.pk, leyla, "Wrong.")
    services.reverse_entry(entry.pk)
    assert len(collect_all(leyla)["karma"]["entries"]) == 2
    close_account(leyla)
    assert not Entry.objects.exists() and not KarmaScore.objects.exists()


def test_nothing_is_missing_from_the_migrations() -> None:
    call_command("makemigrations", "karma", "social", check=True, dry_run=True, verbosity=0)
