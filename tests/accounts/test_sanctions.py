"""Sanctions: what they forbid, who may impose them, how they end, and who hears of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.access import permissions
from accounts.models import User
from accounts.notices.models import Notice
from accounts.people.closing import close_account
from accounts.sanctions import refusals, selectors, services
from accounts.sanctions.models import Appeal, AuditEntry, Kind, Sanction
from accounts.staff import audit_log
from accounts.staff import refusals as cases
from tests.accounts.conftest import MakePerson, verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona(make_person: MakePerson) -> User:
    return make_person("Mona", is_staff=True)


def in_hours(hours: float) -> Any:
    return timezone.now() + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("kind", "question", "told"),
    [
        (Kind.BAN, permissions.check_may_act, "This account is banned until"),
        (Kind.MUTE, permissions.check_may_talk, "You may not write in the chat until"),
        (Kind.UNRATED, permissions.check_may_play_rated, "You may not sit at rated tables until"),
    ],
)
def test_it_forbids_until_its_end_and_says_why(
    leyla: User, mona: User, kind: Kind, question: Any, told: str
) -> None:
    services.impose(leyla, kind, "Shouting", by=mona, until=in_hours(1))
    allowed, why = verdict(question, User.objects.get(pk=leyla.pk))
    assert not allowed and told in why and "Shouting" in why
    # Nothing has to run for it to be over.
    Sanction.objects.update(until=in_hours(-1))
    User.objects.update(**{services.COLUMNS[kind]: in_hours(-1)})
    assert verdict(question, User.objects.get(pk=leyla.pk)) == (True, "")


def test_asking_whether_somebody_may_act_asks_no_database(
    leyla: User, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert verdict(permissions.check_may_act, leyla) == (True, "")
    with django_assert_num_queries(1):
        verdict(permissions.check_may_talk, leyla)


def test_a_later_one_replaces_a_running_one_of_its_kind(leyla: User, mona: User) -> None:
    services.impose(leyla, Kind.MUTE, "Long", by=mona)
    services.impose(leyla, Kind.MUTE, "Short", by=mona, until=in_hours(1))
    leyla.refresh_from_db()
    assert leyla.muted_until and leyla.muted_until < in_hours(2)
    old = Sanction.objects.get(reason="Long")
    assert old.lifted_at and not old.is_running


def test_lifting_ends_it_at_once_with_a_reason(leyla: User, mona: User) -> None:
    sanction = services.impose(leyla, Kind.UNRATED, "Leaving", by=mona)
    with pytest.raises(cases.NoReason):
        services.lift(sanction.pk, by=mona, reason=" ")
    services.lift(sanction.pk, by=mona, reason="A mistake of ours")
    leyla.refresh_from_db()
    assert (
        verdict(permissions.check_may_play_rated, leyla) == (True, "")
        and leyla.unrated_until is None
    )
    services.lift(sanction.pk, by=mona, reason="Again")
    sanction.refresh_from_db()
    assert sanction.lift_reason == "A mistake of ours"


@pytest.mark.parametrize(
    ("judge", "judged", "refusal"),
    [
        ("Mona", "Mona", refusals.NotYourself),
        ("Mona", "Boss", refusals.NotStaff),
        ("Mona", "Omar", refusals.NotStaff),
        ("Boss", "Omar", None),
        ("Mona", "Leyla", None),
    ],
)
def test_who_judges_whom(
    make_person: MakePerson, mona: User, leyla: User, judge: str, judged: str, refusal: Any
) -> None:
    make_person("Boss", is_staff=True, is_superuser=True)
    make_person("Omar", is_staff=True)
    by, about = (User.objects.get(username=name) for name in (judge, judged))
    if refusal is None:
        services.impose(about, Kind.WARNING, "Mind your words", by=by)
    else:
        with pytest.raises(refusal):
            services.impose(about, Kind.WARNING, "Mind your words", by=by)
    assert Sanction.objects.exists() == (refusal is None)


# ---- A new name --------------------------------------------------------------------------------


def test_a_rename_gives_a_neutral_name_and_one_choice(
    leyla: User, mona: User, signed_in: Client
) -> None:
    services.impose(leyla, Kind.RENAME, "Rude", by=mona)
    assert leyla.username.startswith("Player-")
    assert "Choose a new name" in signed_in.get("/me/standing/").text
    assert signed_in.post("/me/name/", {"name": "Leyla"}).status_code == 422  # it is retired
    assert signed_in.post("/me/name/", {"name": "Mona"}).status_code == 422
    assert signed_in.post("/me/name/", {"name": "Layla_2"}).status_code == 302
    leyla.refresh_from_db()
    assert leyla.username == "Layla_2"
    signed_in.post("/me/name/", {"name": "Layla_3"})
    leyla.refresh_from_db()
    assert leyla.username == "Layla_2"
    assert selectors.name_to_choose(leyla) is None


def test_nobody_else_takes_a_name_the_house_took_away(leyla: User, mona: User) -> None:
    services.impose(leyla, Kind.RENAME, "Rude", by=mona)
    form = {"username": "LeyIa", "email": "new@example.com", "password1": "pomegranate-lamp-7"}
    answer = Client().post("/accounts/signup/", form)
    assert "does not allow this name" in answer.text
    assert not User.objects.filter(email="new@example.com").exists()


def test_a_name_can_be_chosen_only_from_the_moment_given(
    leyla: User, mona: User, signed_in: Client
) -> None:
    services.impose(leyla, Kind.RENAME, "Rude", by=mona, until=in_hours(24))
    answer = signed_in.post("/me/name/", {"name": "Layla_2"})
    assert answer.status_code == 422 and "a little later" in answer.text


# ---- What the person sees ------------------------------------------------------------------------


def test_the_person_sees_what_why_and_until_when(
    leyla: User, mona: User, signed_in: Client
) -> None:
    assert "All is well" in signed_in.get("/me/standing/").text
    services.impose(leyla, Kind.MUTE, "Shouting & <b>", by=mona, until=in_hours(1))
    page = signed_in.get("/me/standing/").text
    assert "Silence in the chat" in page and "Shouting &amp; &lt;b&gt;" in page
    assert "Mona" not in page  # who decided it is the house's business
    assert Notice.objects.get(user=leyla).kind == "sanction-mute"


def said_on_top(client: Client) -> str:
    page = client.get("/me/").text
    return page.split('<div id="standing"')[1].split('<div id="banner"')[0]


def test_a_warning_stands_on_every_page_until_it_is_read(
    leyla: User, mona: User, signed_in: Client
) -> None:
    sanction = services.impose(leyla, Kind.WARNING, "Mind your words", by=mona)
    assert "Mind your words" in said_on_top(signed_in)
    signed_in.post(f"/me/standing/{sanction.pk}/read/")
    assert "Mind your words" not in said_on_top(signed_in)
    assert "Mind your words" in signed_in.get("/me/standing/").text


def test_nobody_reads_a_warning_for_somebody_else(
    leyla: User, mona: User, make_person: MakePerson
) -> None:
    sanction = services.impose(leyla, Kind.WARNING, "Mind your words", by=mona)
    services.read(sanction.pk, make_person("Omar"))
    sanction.refresh_from_db()
    assert sanction.read_at is None


# ---- Appeals -----------------------------------------------------------------------------------


def test_an_appeal_is_made_once_and_answered_by_somebody_else(
    leyla: User, mona: User, make_person: MakePerson, signed_in: Client
) -> None:
    omar = make_person("Omar", is_staff=True)
    sanction = services.impose(leyla, Kind.MUTE, "Shouting", by=mona)
    url = f"/me/standing/{sanction.pk}/appeal/"
    signed_in.post(url, {"text": ""})
    assert not Appeal.objects.exists()
    signed_in.post(url, {"text": "It was my cat"})
    signed_in.post(url, {"text": "Really, my cat"})
    appeal = Appeal.objects.get()
    assert appeal.text == "It was my cat"
    with pytest.raises(cases.OwnCase):
        services.answer_appeal(appeal.pk, mona, True, "Fine")
    services.answer_appeal(appeal.pk, omar, True, "We like cats")
    with pytest.raises(cases.AnsweredAlready):
        services.answer_appeal(appeal.pk, omar, False, "We do not")
    assert verdict(permissions.check_may_talk, leyla) == (True, "")
    assert "We like cats" in signed_in.get("/me/standing/").text


def test_a_refused_appeal_leaves_it_standing(
    leyla: User, mona: User, make_person: MakePerson
) -> None:
    sanction = services.impose(leyla, Kind.MUTE, "Shouting", by=mona)
    appeal = services.appeal(sanction.pk, leyla, "No")
    services.answer_appeal(appeal.pk, make_person("Omar"), False, "Yes")
    assert not verdict(permissions.check_may_talk, leyla)[0]
    assert Notice.objects.filter(user=leyla, kind="appeal-refused").exists()


def test_nobody_appeals_for_somebody_else(leyla: User, mona: User, make_person: MakePerson) -> None:
    sanction = services.impose(leyla, Kind.MUTE, "Shouting", by=mona)
    with pytest.raises(refusals.NotYours):
        services.appeal(sanction.pk, make_person("Omar"), "Let her talk")


def test_whoever_leaves_for_good_takes_their_words_along(leyla: User, mona: User) -> None:
    sanction = services.impose(leyla, Kind.MUTE, "Shouting", by=mona)
    services.appeal(sanction.pk, leyla, "It was my cat")
    close_account(leyla)
    assert Appeal.objects.get().text == "–"
    assert Sanction.objects.get().reason == "Shouting"


def test_the_banned_appeal_from_the_sign_in(leyla: User, mona: User) -> None:
    services.impose(leyla, Kind.BAN, "Shouting", by=mona, until=in_hours(48))
    client = Client()
    form = {"login": "Leyla", "password": "pomegranate-lamp-7"}
    answer = client.post("/accounts/login/", form)
    assert answer.status_code == 403
    way = answer.text.split('href="/appeal/')[1].split('"')[0]
    url = f"/appeal/{way}"
    assert "Shouting" in client.get(url).text
    client.post(url, {"sanction": Sanction.objects.get().pk, "text": "I am sorry"})
    assert Appeal.objects.get().text == "I am sorry"
    assert client.get("/appeal/forged/").status_code == 404
    assert client.get("/me/").status_code == 302  # it opens nothing else


# ---- The log of staff --------------------------------------------------------------------------


def test_every_act_is_in_the_log(leyla: User, mona: User) -> None:
    sanction = services.impose(leyla, Kind.MUTE, "Shouting", by=mona)
    services.lift(sanction.pk, by=mona, reason="Calm again")
    told = [
        (act.by_name, act.what, act.about, act.reason) for act in AuditEntry.objects.order_by("pk")
    ]
    assert told == [
        ("Mona", "imposed: mute", "Leyla", "Shouting"),
        ("Mona", "lifted: mute", "Leyla", "Calm again"),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE sanctions_auditentry SET reason = 'other'",
        "DELETE FROM sanctions_auditentry",
        "TRUNCATE sanctions_auditentry",
    ],
)
def test_the_database_itself_refuses_any_change_to_the_log(mona: User, statement: str) -> None:
    with connection.cursor() as cursor:
        audit_log.record(mona, "looked", None, "curious")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
            cursor.execute(statement)
    assert AuditEntry.objects.get().reason == "curious"


@pytest.mark.django_db(transaction=True)
def test_bans_of_before_become_sanctions(make_person: MakePerson) -> None:
    from django.db.migrations.executor import MigrationExecutor

    before = [("accounts", "0002_standing"), ("sanctions", None)]
    after = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(before)
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO accounts_user (password, is_superuser, username, email, is_staff,"
                " is_active, is_bot, bot_level, date_joined, language, theme, deck, speed, sound,"
                " confirm_moves, big_cards, banned_until, ban_reason) VALUES ('', false, 'Omar',"
                " '', false, true, false, '', now(), '', 'auto', 'four', 'normal', true, false,"
                " false, now() + interval '1 day', 'Shouting')"
            )
    finally:
        MigrationExecutor(connection).migrate(after)
    omar = User.objects.get(username="Omar")
    assert omar.is_banned and "Shouting" in verdict(permissions.check_may_act, omar)[1]
