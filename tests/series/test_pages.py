"""The pages of series: the calendar, the form, the page in each state, and its acts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import registry
from lobby.limits import GUESSES_OF_ADDRESS
from lobby.room import banner
from lobby.services import chairs, tables
from series import rounds, selectors
from series.forms import NewTournament
from series.models import Series
from series.services import entering, hosting, judging, making
from tests.people import MakePerson
from tests.series.conftest import Crowd, advance, open_pods, play_all, ready, tournament

pytestmark = pytest.mark.django_db

Spell = Callable[[str], str]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words(client: Client, series: Series) -> str:
    answer = client.get(series.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_tournament_is_planned_joined_played_and_read(crowd: Crowd) -> None:
    people = crowd(4)
    maker = signed_in(people[0])
    for key in registry.game_keys():
        assert maker.get(reverse("series:new", args=[key])).status_code == 200
    form = reverse("series:new", args=["forty"])
    asked = NewTournament(registry.rules_for("forty"), staff=False)
    first = {name: asked.get_initial_for_field(f, name) for name, f in asked.fields.items()}
    given = {name: value for name, value in first.items() if value not in (None, False)}
    given |= {"name": "Friday cup", "kind": "knockout", "size": "2", "break_seconds": 0}
    assert maker.post(form, given | {"name": ""}).status_code == 422
    made = maker.post(form, given)
    series = Series.objects.get()
    assert made.status_code == 303 and made["Location"] == series.get_absolute_url()
    assert "Friday cup" in Client().get(reverse("series:calendar")).content.decode()
    visitor = words(Client(), series)
    assert "Sign up and join" in visitor
    for user in people:
        assert signed_in(user).post(reverse("series:join", args=[series.code])).status_code == 303
    assert "You are in." in words(maker, series)
    Series.objects.update(deadline=series.created_at)
    advance(series)
    assert "It is too late to join" in words(Client(), series), "and no button that leads nowhere"
    while series.status != "over":
        advance(series)
        for pod in open_pods(series):
            text = words(maker, series)
            assert pod.table.get_absolute_url() in text, "anybody watches from here"
            ready(pod)
        play_all(series)
    text = words(maker, series)
    assert "Podium" in text and "Final" in text and "Opponents’ sum" in text
    for pod in open_pods(series):
        assert reverse("archive:replay", args=[pod.match_id]) in text
    assert "Friday cup" in Client().get(reverse("series:calendar")).content.decode()
    assert "Friday cup" in maker.get(people[0].get_absolute_url()).content.decode(), "a cup"


def test_a_refusal_says_why_before_and_after_the_press(person: MakePerson) -> None:
    series = tournament(person("Maker"), [], min_karma=90)
    client = signed_in(person("Noam"))
    assert "A karma of at least 90" in words(client, series)
    answer = client.post(reverse("series:join", args=[series.code]), headers={"HX-Request": "true"})
    assert answer.status_code == 422 and b"A karma of at least 90" in answer.content


def test_nobody_fills_the_calendar_it_has_pages(
    person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "SHOWN", 2)
    maker = person("Maker")
    for number in range(3):
        Series.objects.filter(pk=tournament(maker, []).pk).update(name=f"Noise {number}")
    cup = tournament(person("Leyla"), [], starts_at=timezone.now() + timedelta(days=1))
    Series.objects.filter(name="Noise 2").update(status="running")
    calendar = reverse("series:calendar")
    first, second = (Client().get(calendar, {"page": page}).content.decode() for page in (1, 2))
    assert "Noise 2" in first and "Noise 1" not in first, "what runs comes first"
    assert cup.code not in first and cup.code in second and "page=2" in first and "page=1" in second


def test_by_link_alone_it_is_in_no_list(person: MakePerson) -> None:
    series = tournament(person("Maker"), [], public=False)
    assert "Cup" not in Client().get(reverse("series:calendar")).content.decode()
    assert "Cup" in words(Client(), series)
    assert Client().get(reverse("series:page", args=["BCDFGH"])).status_code == 404


@pytest.mark.parametrize("spell", [str, str.lower, "http://testserver/night/{}/".format])
def test_a_code_is_typed_where_those_of_tables_are(person: MakePerson, spell: Spell) -> None:
    night = making.make_night(person("Leyla"), [{"game": "forty"}])
    answer = Client().post("/join/", {"code": spell(night.code)})
    assert answer["Location"] == night.get_absolute_url()


def test_who_guesses_codes_is_told_nothing_of_a_night_either(person: MakePerson) -> None:
    night, stranger = making.make_night(person("Leyla"), [{"game": "forty"}]), Client()
    for _guess in range(GUESSES_OF_ADDRESS.most):
        stranger.post("/join/", {"code": "ZZZZZZ"})
    answer = stranger.post("/join/", {"code": night.code}, headers={"HX-Request": "true"})
    assert answer.status_code == 422 and b"too fast" in answer.content
    assert stranger.get(night.get_absolute_url()).status_code == 429


@pytest.mark.parametrize("kind", ["swiss", "arena"])
def test_each_kind_shows_its_clock_and_its_tables(crowd: Crowd, kind: str) -> None:
    people = crowd(3)
    series = tournament(people[0], people, kind=kind)
    advance(series)
    play_all(series)
    advance(series)
    text = words(signed_in(people[1]), series)
    assert ("Ends in" in text) == (kind == "arena")
    assert "To your table" in text or "Tables now" in text


def test_a_night_has_its_own_address_and_its_hosts_acts(crowd: Crowd) -> None:
    people = crowd(2)
    night = making.make_night(people[0], [{"game": "forty"}])
    entering.join(night.pk, people[1])
    assert night.get_absolute_url() == f"/night/{night.code}/"
    other = signed_in(people[1])
    begin = reverse("series:begin", args=[night.code])
    assert other.post(begin, headers={"HX-Request": "true"}).status_code == 422
    assert signed_in(people[0]).post(begin, headers={"HX-Request": "true"}).status_code == 204
    night.refresh_from_db()
    assert night.status == "running"
    play_all(night)
    advance(night)
    assert "Podium" in Client().get(f"/night/{night.code}/screen/").content.decode()
    assert other.get(f"/series/{night.code}/")["Location"] == night.get_absolute_url()


def test_a_visitor_who_presses_join_is_in_it_after_signing_in(
    crowd: Crowd, person: MakePerson
) -> None:
    maker, *people = crowd(3)
    series = tournament(maker, people)
    noam, client = person("Noam"), Client()
    url = series.get_absolute_url()
    press = reverse("series:join", args=[series.code])
    answer = client.post(press, headers={"Referer": f"http://testserver{url}"})
    assert "/accounts/signup/" in answer["Location"]
    known = {"login": "Noam", "password": "pomegranate-7", "next": url}
    page = client.get("/accounts/signup/", {"next": url}).content.decode()
    assert "You will enter the series" in page
    assert client.post("/accounts/login/", known)["Location"] == url
    assert "Withdraw" in words(client, series) and noam.is_active


def test_a_night_is_opened_by_a_form_and_joined_with_a_name_alone(person: MakePerson) -> None:
    host, guest = signed_in(person("Leyla")), Client()
    assert host.get("/night/new/").status_code == 200
    assert host.post("/night/new/", {"name": "Ours"}).status_code == 422, "no game"
    made = host.post("/night/new/", {"name": "Ours", "game_1": "forty", "game_3": "otzarot"})
    night = Series.objects.get()
    assert made["Location"] == night.get_absolute_url() and len(night.items) == 2
    text = words(guest, night)
    assert "Your name" in text and night.code in text and "You are the host" not in text
    join = reverse("series:join", args=[night.code])
    assert guest.post(join, {"guest_name": "Sevda"}).status_code == 303
    assert "You are in." in words(guest, night) and night.members.count() == 2
    assert "You are the host" in words(host, night)
    cup = tournament(person("Maker"), [])
    late = Client()
    late.post(reverse("series:join", args=[cup.code]), {"guest_name": "Dilara"})
    assert not User.objects.filter(username="Dilara").exists(), "a tournament takes an account"


def test_the_host_chooses_games_and_options_on_the_page(crowd: Crowd) -> None:
    host, other = crowd(2)
    night = making.make_night(host, [{"game": "forty"}, {"game": "otzarot"}])
    entering.join(night.pk, other)
    add = reverse("series:add_game", args=[night.code, "thirtyone"])
    client = signed_in(host)
    assert add in words(client, night) and add not in words(signed_in(other), night)
    assert signed_in(other).get(add)["Location"] == night.get_absolute_url()
    form = client.get(add).context["form"]
    given = {name: form.get_initial_for_field(f, name) for name, f in form.fields.items()}
    assert client.post(add, given | {"size": "99"}).status_code == 422
    assert client.post(add, given | {"size": "3"})["Location"] == night.get_absolute_url()
    again = reverse("series:game", args=[night.code, 2, "thirtyone"])
    assert client.get(again).context["form"]["size"].value() == "3", "as it was chosen"
    stale = reverse("series:game_drop", args=[night.code, 2, "forty"])
    answer = client.post(stale, headers={"HX-Request": "true"})
    assert answer.status_code == 422 and b"changed meanwhile" in answer.content
    assert client.post(reverse("series:game_up", args=[night.code, 2, "thirtyone"])).status_code
    night.refresh_from_db()
    assert [item.game for item in night.items] == ["forty", "thirtyone", "otzarot"]
    hosting.begin(night.pk, host)
    text = words(client, night)
    assert "is-now" in text and reverse("series:game", args=[night.code, 0, "forty"]) not in text


def test_the_television_shows_the_table_that_plays_and_then_the_podium(crowd: Crowd) -> None:
    people = crowd(2)
    night = making.make_night(people[0], [{"game": "forty"}])
    entering.join(night.pk, people[1])
    tv, picture = Client(), reverse("series:picture", args=[night.code])
    screen = reverse("series:screen", args=[night.code])
    assert night.code in tv.get(screen).content.decode()
    assert tv.get(picture).status_code == 404, "there is no podium yet"
    hosting.begin(night.pk, people[0])
    [pod] = open_pods(night)
    table = reverse("lobby:screen", args=[pod.table.code])
    text = tv.get(screen).content.decode()
    assert table not in text and "To the table, please" in text
    ready(pod)
    advance(night)
    assert table in tv.get(screen).content.decode()
    framed = tv.get(table)
    assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in tv.get(screen)["Content-Security-Policy"]
    back = signed_in(people[0]).get(pod.table.get_absolute_url()).content.decode()
    assert f'href="{night.get_absolute_url()}"' in back
    play_all(night)
    advance(night)
    assert "Podium" in tv.get(screen).content.decode()
    drawn = tv.get(picture)
    assert drawn["Content-Type"] == "image/png" and "private" in drawn["Cache-Control"]
    assert picture in words(Client(), night), "as the page's picture, too"


def test_a_bye_has_its_box_in_the_picture(crowd: Crowd) -> None:
    """In a knock-out its curve leads on like any other, and curves cross as little as they can."""
    people = crowd(6)
    series = tournament(people[0], people, kind="knockout")
    while series.status in ("planned", "running"):
        advance(series)
        play_all(series)
    picture = rounds.picture(series, selectors.rounds_of(series))
    assert picture is not None
    boxes = [(box.pod["note"], len(box.names)) for box in picture.boxes]
    assert sorted(boxes) == [("", 2)] * 5 + [("bye", 1)]
    assert len(picture.curves) == 3 + 2, "everybody who goes on is led there"
    columns: dict[int, list[list[int]]] = {}
    for box in picture.boxes:
        columns.setdefault(box.x, []).append([each["id"] for each in box.pod["people"]])
    first, second, _final = (columns[x] for x in sorted(columns))
    rows = {one: index for index, pod in enumerate(first) for one in pod}
    means = [sum(rows[one] for one in pod) / len(pod) for pod in second]
    assert means == sorted(means)


def test_who_waits_at_a_reserved_table_sees_how_long_and_nobody_is_asked_to_sit_down(
    crowd: Crowd,
) -> None:
    """Also while it stands still, and where somebody has got up."""
    people = crowd(4)
    series = tournament(people[0], people[:3], size=3)
    advance(series)
    [pod] = open_pods(series)
    clock, held = "data-countdown-ms", "The chairs are held for"
    waits, stranger = signed_in(people[0]), signed_in(people[3])
    table = pod.table.get_absolute_url()
    page = waits.get(table).content.decode()
    assert held in page and clock in page
    assert "Your chair is held for" in words(waits, series)
    chairs.get_up(pod.table_id, people[1])
    for client in (waits, stranger, Client()):
        page = client.get(table).content.decode()
        assert held in page and not any(f'id="{each}' in page for each in SITTING_DOWN)
    judging.pause(series.pk, people[0], "dinner")
    assert held not in waits.get(table).content.decode()
    judging.resume(series.pk, people[0], "eaten")
    assert held in waits.get(table).content.decode()
    advance(series)
    night = making.make_night(people[3], [{"game": "forty"}])
    hosting.begin(night.pk, people[3])
    assert clock in Client().get(f"/night/{night.code}/screen/").content.decode()


SITTING_DOWN = ("sit-", "guest-title", "bots-offer", "room-invite-title")


def test_every_page_calls_to_the_table_but_that_of_a_match_that_is_played(
    crowd: Crowd, person: MakePerson
) -> None:
    """Whoever lingers at the table of the round before hears of the next as well."""
    people = crowd(2)
    series = tournament(people[0], people)
    advance(series)
    [pod] = open_pods(series)
    called = banner.context(people[0])
    assert called["called"] and called["table"] == pod.table
    assert f'data-url="{pod.table.get_absolute_url()}"' in banner.region(people[0], "/t/OTHERS/")
    assert not banner.context(people[0], series.get_absolute_url()), "that page leads by itself"
    assert not banner.context(people[0], pod.table.get_absolute_url())
    other = tables.open_table(people[0], "forty", rated=False)
    chairs.sit(other.pk, noam := person("Noam"))
    for user in (people[0], noam):
        chairs.set_ready(other.pk, user)
    assert not banner.context(people[0], other.get_absolute_url()), "they play"
    assert banner.context(people[0])["playing"]
    chairs.set_ready(pod.table_id, people[1])
    assert not banner.context(people[1])["called"]


def test_a_game_that_was_skipped_was_not_played_and_of_nothing_there_is_no_podium(
    crowd: Crowd,
) -> None:
    host, other = crowd(2)
    night = making.make_night(host, [{"game": "forty"}, {"game": "otzarot"}])
    entering.join(night.pk, other)
    hosting.begin(night.pk, host)
    hosting.skip(night.pk, host)
    advance(night)
    states = [game.state for game in rounds.programme(night, selectors.rounds_of(night))]
    assert states == ["skipped", "now"]
    hosting.end(night.pk, host)
    assert "Podium" not in words(Client(), night)
