"""Arriving: what a visitor pressed happens after signing up or in; guests by name; practice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.access import intents
from accounts.access.rate_limit import RateLimit
from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.models import Follow
from accounts.people import guests
from accounts.tasks import prune_sessions
from api import services as api
from games.models import Match, Seat
from games.services.starting import Participant, start_match
from lobby.finding import quick_play
from lobby.models import Awaited, Chair, Table
from lobby.services import chairs, tables, talk
from refusals import Refusal
from tests.lobby.conftest import signed_in
from tests.people import GAME

pytestmark = pytest.mark.django_db

PASSWORD = "pomegranate-7"
NEWCOMER = {"username": "Sevda", "email": "sevda@example.com", "password1": "walnut-lamp-99"}


@pytest.fixture
def friendly(leyla: User) -> Table:
    return tables.open_table(leyla, GAME, rated=False, public=False)


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create(username="Aysel", is_guest=True)


# ---- What was pressed happens by itself ---------------------------------------------------------


def came_to(page: Any, told: str = "") -> str:
    """Where an answer leads, one redirect after another; `told` stands on a page on the way."""
    assert page.status_code in (302, 303), page.content.decode()[:2000]
    return str(page["Location"])


def sits(name: str, table: Table) -> bool:
    return Chair.objects.filter(user__username=name, table=table).exists()


WISHES: list[tuple[str, dict[str, str], str, Callable[[str, Table], bool]]] = [
    ("/t/{code}/sit/", {"chair": "1"}, "sit down at table", sits),
    (f"/play/{GAME}/", {}, "to a table at once", lambda name, _: _waits(name)),
    ("/t/{code}/await/", {}, "hear when a match starts", lambda name, _: _awaits(name)),
    ("/@Leyla/follow/", {}, "follow Leyla", lambda name, _: _follows(name)),
]


def _waits(name: str) -> bool:
    return Chair.objects.filter(user__username=name).count() == 1


def _awaits(name: str) -> bool:
    return Awaited.objects.filter(user__username=name).exists()


def _follows(name: str) -> bool:
    return Follow.objects.filter(user__username=name, followed__username="Leyla").exists()


@pytest.mark.parametrize("way", ["sign up", "sign in", "sign up as a guest", "sign in as a guest"])
@pytest.mark.parametrize(("url", "form", "told", "done"), WISHES, ids=[row[0] for row in WISHES])
def test_what_was_pressed_happens_after(
    table: Table, noam: User, way: str, url: str, form: dict[str, str], told: str, done: Any
) -> None:
    """At a rated public table, to which a newcomer without a confirmed address cannot sit down."""
    Table.objects.update(rated=False)
    url = url.format(code=table.code)
    client = Client()
    if "guest" in way:
        intent_of_guest(client, url, form)
    else:
        assert came_to(client.post(url, form)).startswith("/accounts/signup/?next=")
    back = client.session["intent"]["back"]
    door = "/accounts/signup/" if "up" in way else "/accounts/login/"
    assert told in client.get(door, {"next": back}).content.decode()
    known = NEWCOMER if "up" in way else {"login": "Noam", "password": PASSWORD}
    name = "Sevda" if "up" in way else "Noam"
    answer = client.post(door, {**known, "next": back})
    assert came_to(answer).startswith("/") and done(name, table)
    assert client.get("/").context["user"].username == name
    assert "intent" not in client.session


def test_the_sign_up_says_that_a_rated_table_asks_for_a_confirmed_address(table: Table) -> None:
    for rated in (False, True):
        Table.objects.update(rated=rated)
        client = Client()
        client.post(f"/t/{table.code}/sit/", {"chair": "1"})
        page = client.get("/accounts/signup/", {"next": client.session["intent"]["back"]})
        assert f"sit down at table {table.code}." in page.content.decode()
        assert ("confirmed e-mail address" in page.content.decode()) is rated


def intent_of_guest(client: Client, url: str, form: dict[str, str]) -> None:
    """A guest who was asked for an account, as following somebody does; or had it from before."""
    client.post(url, form)
    kept = client.session["intent"]
    client.force_login(User.objects.create(username="Aysel", is_guest=True))
    session = client.session
    session["intent"] = kept
    session.save()


@pytest.mark.parametrize("why", ["too late", "from elsewhere", "done already", "unknown"])
def test_what_was_pressed_is_done_once_and_soon_and_only_from_there(
    friendly: Table, noam: User, why: str
) -> None:
    client = Client()
    client.post(f"/t/{friendly.code}/sit/")
    session, back = client.session, friendly.get_absolute_url()
    kept = dict(session["intent"])
    if why == "too late":
        session["intent"] = kept | {"at": kept["at"] - intents.LASTS - 1}
    if why == "unknown":
        session["intent"] = kept | {"name": "lobby:leave"}
    session.save()
    credentials = {"login": "Noam", "password": PASSWORD}
    if why != "from elsewhere":
        credentials["next"] = back
    client.post("/accounts/login/", credentials)
    if why == "done already":
        chairs.leave(friendly.pk, noam)
        client.post("/accounts/logout/")
        client.post("/accounts/login/", credentials)
    assert not sits("Noam", friendly)


def test_what_visitors_press_fills_no_table_of_sessions(
    friendly: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intents, "KEPT", RateLimit("few-intents", 2, 3600))
    sit = f"/t/{friendly.code}/sit/"
    assert came_to(Client().post(f"/series/{'B' * 500}/join/")).startswith("/accounts/signup/")
    assert Session.objects.count() == 0, "no address is so long"
    browsers = [Client() for _ in range(3)]
    browsers[2].cookies[settings.SESSION_COOKIE_NAME] = "x" * 32  # which nobody was given
    assert {came_to(each.post(sit)) for each in browsers} == {
        f"/accounts/signup/?next=%2Ft%2F{friendly.code}%2F"
    }
    assert Session.objects.count() == 2
    browsers[0].post(sit)
    assert "intent" in browsers[0].session, "in a session that is there it costs nothing"
    Session.objects.filter(pk=browsers[0].session.session_key).update(expire_date=timezone.now())
    prune_sessions()
    assert Session.objects.count() == 1, "none stays longer than it counts"


def test_a_refusal_is_told_where_one_comes_back_to(friendly: Table, noam: User) -> None:
    client = Client()
    client.post(f"/t/{friendly.code}/sit/")
    chairs.add_bot(friendly.pk, friendly.owner, "sharp")  # type: ignore[arg-type]
    back = friendly.get_absolute_url()
    page = client.post(
        "/accounts/login/", {"login": "Noam", "password": PASSWORD, "next": back}, follow=True
    )
    assert "Every chair at this table is taken" in page.content.decode()


def test_no_get_does_what_was_pressed_and_no_page_of_others_is_led_to(friendly: Table) -> None:
    client = Client(headers={"Referer": "https://evil.example/@Leyla/"})
    client.get(f"/t/{friendly.code}/sit/")
    assert "intent" not in client.session
    assert came_to(client.post("/@Leyla/follow/")) == "/accounts/signup/?next=%2F"


def test_a_browser_in_which_somebody_signed_in_comes_to_the_sign_in_first(noam: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "Noam", "password": PASSWORD})
    client.post("/accounts/logout/")
    assert came_to(client.post(f"/play/{GAME}/")).startswith("/accounts/login/")


# ---- Guests by link -----------------------------------------------------------------------------


def test_a_name_alone_is_enough_to_sit_down(friendly: Table) -> None:
    client = Client()
    page = client.get(friendly.get_absolute_url()).content.decode()
    assert 'name="guest_name"' in page
    before = client.session.session_key
    answer = client.post(f"/t/{friendly.code}/sit/", {"guest_name": "Sevda"})
    assert came_to(answer) == f"{friendly.get_absolute_url()}?now=1" and sits("Sevda", friendly)
    assert client.session.session_key != before
    assert 86_000 < client.session.get_expiry_age() <= 86_400
    page = client.get(friendly.get_absolute_url()).content.decode()
    assert 'id="talk-text"' not in page and "phrases and signs" in page
    assert (
        "plays without an account"
        in signed_in(User.objects.get(username="Leyla"))
        .get(friendly.get_absolute_url())
        .content.decode()
    )


TERMS: list[tuple[str, dict[str, Any], str]] = [
    ("rated", {"rated": True}, "guests-play-friendly"),
    ("refuses guests", {"allows_guests": False}, "no-guests-here"),
    ("asks for karma", {"min_karma": 50}, "guests-have-no-karma"),
]


@pytest.mark.parametrize(("terms", "code"), [row[1:] for row in TERMS], ids=[r[0] for r in TERMS])
def test_where_a_guest_may_not_sit_there_was_no_guest(
    leyla: User, guest: User, terms: dict[str, Any], code: str
) -> None:
    table = tables.open_table(leyla, GAME, **({"rated": False} | terms))
    with pytest.raises(Refusal) as refused:
        chairs.sit(table.pk, guest)
    assert refused.value.code == code and refused.value.link
    client = Client()
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'name="guest_name"' not in page and "Sign up and sit down" in page
    form = {"guest_name": "Sevda"}
    answer = client.post(f"/t/{table.code}/sit/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 422 and not User.objects.filter(username="Sevda").exists()
    assert not client.get("/").context["user"].is_authenticated
    assert quick_play.play_now(guest, GAME).pk != table.pk


DEEDS: list[tuple[Callable[[User, Table], Any], str | None]] = [
    (lambda guest, table: talk.say(table.pk, guest, phrase="hello"), None),
    (lambda guest, table: talk.say(table.pk, guest, phrase="clap"), None),
    (lambda guest, table: talk.say(table.pk, guest, "in my own words"), "guests-use-phrases"),
    (lambda guest, table: talk.say(table.pk, guest, "x", phrase="none"), "nothing-said"),
    (lambda guest, table: talk.invite(table.pk, guest, "Noam"), "guests-invite-by-link"),
    (lambda guest, table: talk.mute(guest, "Leyla"), None),
    (lambda guest, table: notices.follow(guest, "Leyla"), "guests-follow-nobody"),
    (lambda guest, table: notices.follow(User.objects.get(username="Leyla"), "Aysel"),
     "guests-are-gone-tomorrow"),
    (lambda guest, table: api.make_token(guest, "mine", ["play"]), "guests-have-no-tokens"),
    (lambda guest, table: api.make_bot(guest, "Mine"), "guests-have-no-tokens"),
    (lambda guest, table: tables.open_table(guest, GAME, rated=True), "guests-play-friendly"),
    (lambda guest, table: tables.open_table(guest, GAME, rated=False), None),
    (lambda guest, table: tables.allow_guests(table.pk, guest, False), "owner-only"),
]  # fmt: skip


@pytest.mark.parametrize(("deed", "code"), DEEDS)
def test_what_a_guest_may_do(
    friendly: Table, noam: User, guest: User, deed: Any, code: str | None
) -> None:
    chairs.sit(friendly.pk, guest)
    if code is None:
        deed(guest, friendly)
        return
    with pytest.raises(Refusal) as refused:
        deed(guest, friendly)
    assert refused.value.code == code


def test_no_rated_match_begins_with_a_guest(leyla: User, guest: User) -> None:
    """Not even where somebody calls the lowest service there is."""
    table = tables.open_table(leyla, GAME)
    with pytest.raises(Refusal) as refused:
        start_match(
            GAME,
            table.choices,
            [Participant(leyla), Participant(guest)],
            venue=table.venue,
            seed=bytes(32),
            rated=True,
        )
    assert refused.value.code == "guests-play-friendly" and not Match.objects.exists()


def test_the_owner_lets_guests_in_or_not_and_removes_one(friendly: Table, guest: User) -> None:
    leyla = signed_in(User.objects.get(username="Leyla"))
    chairs.sit(friendly.pk, guest)
    leyla.post(f"/t/{friendly.code}/guests/", {"allowed": "no"})
    leyla.post(f"/t/{friendly.code}/remove/", {"chair": "1"})
    friendly.refresh_from_db()
    assert not friendly.allows_guests and not sits("Aysel", friendly)
    with pytest.raises(Refusal):
        chairs.sit(friendly.pk, guest)


# ---- Practice -----------------------------------------------------------------------------------


def test_one_press_and_a_stranger_practises() -> None:
    client = Client()
    answer = client.post(f"/practise/{GAME}/", {"level": "gentle"})
    table = Table.objects.get()
    assert came_to(answer) == f"{table.get_absolute_url()}?now=1"
    guest = User.objects.get(is_guest=True)
    assert guest.username.startswith("Guest-") and sits(guest.username, table)
    client.post(f"/t/{table.code}/ready/")
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


def test_practice_that_is_refused_makes_no_guest() -> None:
    client = Client()
    assert client.get(f"/practise/{GAME}/").status_code == 200
    assert client.post(f"/practise/{GAME}/", {"seats": "99"}).status_code == 422
    assert not User.objects.filter(is_guest=True).exists()


# ---- A guest who signs up, leaves, or whose day is over -----------------------------------------


@pytest.fixture
def practising(db: None) -> Client:
    """A guest in the middle of a match against a bot."""
    client = Client()
    client.post(f"/practise/{GAME}/", {"level": "gentle"})
    client.post(f"/t/{Table.objects.get().code}/ready/")
    return client


def test_a_guest_who_signs_up_keeps_the_row_and_the_running_match(practising: Client) -> None:
    seat = Seat.objects.get(user__is_guest=True)
    table = Table.objects.get()
    answer = practising.post("/accounts/signup/", {**NEWCOMER, "next": table.get_absolute_url()})
    assert came_to(answer) == table.get_absolute_url()
    person = User.objects.get(pk=seat.user_id)
    assert (person.username, person.email, person.is_guest) == ("Sevda", NEWCOMER["email"], False)
    assert person.check_password(NEWCOMER["password1"]) and sits("Sevda", table)
    assert practising.get("/").context["user"] == person
    assert practising.session.get_expiry_age() > 86_400
    assert not Match.objects.get().seats.filter(forfeited_at__isnull=False).exists()


@pytest.mark.parametrize("way", ["signs in", "logs out", "is over"])
def test_a_guest_who_is_gone_left_the_match_and_cannot_come_back(
    practising: Client, noam: User, way: str
) -> None:
    guest, key = User.objects.get(is_guest=True), practising.cookies["sessionid"].value
    if way == "signs in":
        practising.post("/accounts/login/", {"login": "Noam", "password": PASSWORD})
    elif way == "logs out":
        practising.post("/accounts/logout/")
    else:
        User.objects.update(date_joined=timezone.now() - timedelta(hours=24))
        assert not practising.get("/").context["user"].is_authenticated
        guests.end_guests()
    guest.refresh_from_db()
    assert not guest.is_active and guest.is_guest and not Chair.objects.filter(user=guest).exists()
    old = Client()
    old.cookies["sessionid"] = key
    assert not old.get("/").context["user"].is_authenticated


def plays_elsewhere(user: User) -> None:
    samir = User.objects.create(username="Samir")
    other = tables.open_table(user, GAME, rated=False, seats=2)
    chairs.sit(other.pk, samir)
    for each in (user, samir):
        chairs.set_ready(other.pk, each)
    assert Seat.objects.filter(user=user).exists()


CHAIRS: list[tuple[str, Callable[[User, Table], None], int | None]] = [
    ("free to sit", lambda user, table: None, 1),
    ("sits there already", lambda user, table: chairs.sit(table.pk, user, 2), 2),
    ("plays elsewhere", lambda user, table: plays_elsewhere(user), None),
]
"""What the account does meanwhile, and the chair that it has after signing in."""


@pytest.mark.parametrize(
    ("meanwhile", "chair"), [row[1:] for row in CHAIRS], ids=[r[0] for r in CHAIRS]
)
def test_a_guest_who_signs_in_takes_the_chair_along(
    leyla: User, noam: User, meanwhile: Callable[[User, Table], None], chair: int | None
) -> None:
    table = tables.open_table(leyla, GAME, rated=False, seats=3)
    client = Client()
    client.post(f"/t/{table.code}/sit/", {"guest_name": "Sevda", "chair": "1"})
    client.post(f"/t/{table.code}/ready/")
    assert "A chair" in client.get("/accounts/login/").content.decode()
    meanwhile(noam, table)
    client.post("/accounts/login/", {"login": "Noam", "password": PASSWORD})
    rows = table.chairs.exclude(user=leyla).values_list("user__username", "index", "ready")
    assert list(rows) == ([] if chair is None else [("Noam", chair, chair == 1)])


def test_the_chair_of_a_guest_who_signs_in_brings_the_table_along(noam: User) -> None:
    client = Client()
    client.post(f"/play/{GAME}/", {"guest_name": "Sevda"})
    table = Table.objects.get()
    client.post("/accounts/login/", {"login": "Noam", "password": PASSWORD})
    table.refresh_from_db()
    assert table.owner == noam and sits("Noam", table) and table.bots_at is not None


@pytest.mark.parametrize("page", ["password/set/", "email/", "2fa/", "password/change/"])
def test_a_guest_gets_neither_password_nor_address_but_by_signing_up(
    practising: Client, page: str
) -> None:
    answer = practising.post(f"/accounts/{page}", {"password1": "x", "email": "a@example.com"})
    assert came_to(answer).startswith("/accounts/login/")
