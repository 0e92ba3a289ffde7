"""Following, wishes, and the door by which anybody is told anything."""

from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.notices import kinds, refusals, selectors, services
from accounts.notices.models import Follow, Notice, Wishes
from accounts.notices.signals import bell_changed
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from refusals import Refusal
from tests.accounts.conftest import MakePerson

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def whole_site(settings: Settings) -> None:
    settings.ROOT_URLCONF = "config.urls"


@pytest.fixture
def noam(make_person: MakePerson) -> User:
    return make_person("Noam")


# ---- Notices ------------------------------------------------------------------------------------


def test_an_occasion_is_told_once_however_often_it_is_said(leyla: User) -> None:
    for _ in range(3):
        services.notify(leyla.pk, "house", {"text": "Hello"}, "/x/", once="hello:1")
    services.notify(leyla.pk, "house", {"text": "Hello"}, "/y/", once="hello:2")
    assert Notice.objects.filter(user=leyla).count() == 2
    assert selectors.mark(leyla.pk)[0] == 2


def test_only_the_newest_of_a_kind_about_a_page_stays_unread(leyla: User) -> None:
    for turn in range(3):
        services.notify(
            leyla.pk, "your-turn", {"game": "G", "code": "C"}, "/t/C/", once=f"t:{turn}"
        )
    assert Notice.objects.filter(user=leyla).count() == 3
    assert selectors.mark(leyla.pk)[0] == 1


def test_bots_and_those_who_left_are_told_nothing(
    make_person: MakePerson, leyla: User, noam: User
) -> None:
    bot = make_person("Nar-x", is_bot=True)
    close_account(noam)
    services.notify_all([bot.pk, noam.pk, leyla.pk], "house", {"text": "Hello"})
    assert list(Notice.objects.values_list("user_id", flat=True)) == [leyla.pk]


def test_a_rollback_tells_nobody(leyla: User) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        services.notify(leyla.pk, "house", {"text": "Hello"})
        raise RuntimeError
    assert not Notice.objects.exists()


def test_the_bell_rings_when_something_is_told_or_read(leyla: User) -> None:
    heard: list[list[int]] = []

    def listen(sender: object, user_ids: list[int], **_: object) -> None:
        heard.append(user_ids)

    bell_changed.connect(listen)
    try:
        services.notify(leyla.pk, "house", {"text": "Hello"}, "/x/")
        services.read(leyla.pk, url="/x/")
        services.read(leyla.pk, url="/x/")
    finally:
        bell_changed.disconnect(listen)
    assert heard == [[leyla.pk], [leyla.pk]]


@pytest.mark.parametrize(
    ("kind", "params", "words"),
    [
        ("house", {"text": "Good news."}, "Good news."),
        ("followed", {"name": "Noam"}, "Noam follows you now."),
        ("followed", {}, "There is news."),
        ("never registered", {"text": "Own words."}, "Own words."),
        ("never registered", {}, "There is news."),
    ],
)
def test_a_notice_says_it_in_words(kind: str, params: dict[str, str], words: str) -> None:
    assert kinds.words(kind, params) == words


def test_the_page_lists_opens_and_marks_as_read(leyla: User, signed_in: Client, noam: User) -> None:
    services.notify(leyla.pk, "followed", {"name": "<i>"}, "/@Noam/")
    mine = Notice.objects.get()
    html = signed_in.get("/me/notices/").content.decode()
    assert "&lt;i&gt; follows you now." in html and "Notices: 1 unread" in html
    answer = signed_in.get(f"/me/notices/{mine.pk}/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/@Noam/")
    assert selectors.mark(leyla.pk) == (0, 0)


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_notice_leads_nowhere_else(leyla: User, signed_in: Client, url: str) -> None:
    services.notify(leyla.pk, "house", {"text": "x"}, url)
    answer = signed_in.get(f"/me/notices/{Notice.objects.get().pk}/")
    assert answer.headers["Location"] == "/me/notices/"


def test_nobody_reads_or_marks_the_notices_of_another(noam: User, signed_in: Client) -> None:
    services.notify(noam.pk, "house", {"text": "A secret."}, "/x/")
    theirs = Notice.objects.get()
    assert "A secret." not in signed_in.get("/me/notices/").content.decode()
    assert signed_in.get(f"/me/notices/{theirs.pk}/").headers["Location"] == "/me/notices/"
    signed_in.post("/me/notices/read/", {"notice": theirs.pk})
    signed_in.post("/me/notices/seen/", {"url": "/x/"})
    assert selectors.mark(noam.pk)[0] == 1


def test_a_page_in_sight_reads_what_was_told_of_it(leyla: User, signed_in: Client) -> None:
    services.notify(leyla.pk, "house", {"text": "x"}, "/t/BCDFGH/")
    services.notify(leyla.pk, "house", {"text": "y"}, "/other/")
    assert signed_in.post("/me/notices/seen/", {"url": "/t/BCDFGH/"}).status_code == 204
    assert selectors.bell(leyla.pk).words == "y"


def test_old_notices_are_pruned_the_unread_later(leyla: User) -> None:
    now = timezone.now()
    for age, read in ((31, True), (31, False), (91, False), (2, True)):
        services.notify(leyla.pk, "house", {"text": f"{age} {read}"})
        row = Notice.objects.latest("pk")
        row.at = now - timedelta(days=age)
        row.read_at = row.at if read else None
        row.save()
    services.prune()
    kept = [row.params["text"] for row in Notice.objects.order_by("pk")]
    assert kept == ["31 False", "2 True"]


def test_pruning_is_on_the_timetable() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    assert django_settings.CELERY_BEAT_SCHEDULE["prune"]["task"] == "accounts.notices.tasks.prune"
    assert "accounts.notices.tasks.prune" in app.tasks


# ---- Following ----------------------------------------------------------------------------------


def test_following_is_one_row_and_told_once(leyla: User, noam: User) -> None:
    for _ in range(2):
        services.follow(leyla, "noam")
    services.unfollow(leyla, "Noam")
    services.follow(leyla, "Noam")
    assert Follow.objects.filter(user=leyla, followed=noam).count() == 1
    assert Notice.objects.filter(user=noam, kind="followed").count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [("Leyla", refusals.NotYourself), ("Nobody", refusals.Nobody), ("Nar-x", refusals.Nobody)],
)
def test_following_is_refused_by_name(
    leyla: User, make_person: MakePerson, name: str, why: type[Refusal]
) -> None:
    make_person("Nar-x", is_bot=True)
    with pytest.raises(why):
        services.follow(leyla, name)


def test_nobody_follows_without_end(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_FOLLOWED", 0)
    with pytest.raises(refusals.TooManyFollowed):
        services.follow(leyla, "Noam")


def test_the_profile_offers_to_follow_and_shows_a_word(
    leyla: User, noam: User, signed_in: Client
) -> None:
    html = signed_in.get("/@Noam/").content.decode()
    assert "/@Noam/follow/" in html and "new here" in html
    assert signed_in.post("/@Noam/follow/").headers["Location"] == "/@Noam/"
    assert "Stop following" in signed_in.get("/@Noam/").content.decode()
    signed_in.post("/@Noam/follow/", {"follow": "no"})
    assert not Follow.objects.exists()
    assert "/follow/" not in signed_in.get("/@Leyla/").content.decode()
    visitor = Client().get("/@Noam/").content.decode()
    assert "/@Noam/follow/" in visitor, "what a visitor presses is done after signing up"


# ---- Wishes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "follows", "taken"),
    [
        ("everybody", False, True),
        ("followed", False, False),
        ("followed", True, True),
        ("nobody", True, False),
    ],
)
def test_invitations_are_taken_as_wished(
    leyla: User, noam: User, wish: str, follows: bool, taken: bool
) -> None:
    services.wish(leyla, show_online=True, invites=wish)
    if follows:
        services.follow(leyla, "Noam")
    assert selectors.takes_invitations(leyla.pk, noam.pk) is taken


def test_wishes_are_saved_from_the_page(leyla: User, signed_in: Client) -> None:
    assert selectors.wishes_of(leyla.pk).show_online
    signed_in.post("/me/notices/wishes/", {"invites": "nobody"})
    row = Wishes.objects.get(user=leyla)
    assert (row.show_online, row.invites) == (False, "nobody")
    signed_in.post("/me/notices/wishes/", {"invites": "some", "show_online": "on"})
    row.refresh_from_db()
    assert (row.show_online, row.invites) == (False, "nobody")


def test_leaving_for_good_forgets_and_the_export_tells(leyla: User, noam: User) -> None:
    services.follow(leyla, "Noam")
    services.follow(noam, "Leyla")
    told = collect_all(leyla)["friends and notices"]
    assert told["notices"][0]["words"] == "Noam follows you now."
    close_account(leyla)
    assert not Follow.objects.exists() and not Notice.objects.exists()


def test_visitors_are_asked_to_sign_in() -> None:
    for page in ("/me/notices/", "/me/karma/"):
        assert Client().get(page).status_code == 302
