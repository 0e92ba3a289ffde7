"""The quiz at real tables: chairs beside the players, one room, the race, and who is gone."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.alalab.bank import editing
from games.console import replaying
from games.engine.contract import Seat
from games.engine.errors import InvalidOptions, NotYourTurn
from games.models import Match
from games.models import Seat as SeatRow
from games.presence import outages, sweep
from games.services import clock, judging, leaving
from games.services.refusals import Beaten
from lobby import refusals
from lobby.finding import quick_play
from lobby.models import Table
from lobby.services import chairs, tables
from lobby.services.one_room import open_in_one_room
from tests.games.alalab.quiz import person, play, state_of

pytestmark = pytest.mark.django_db

GAME = "alalab"
HOSTED = {"mode": "hosted"}


def ready(table: Table, *people: User) -> Match:
    for user in people:
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING and table.match is not None
    return table.match


def order_of(match: Match) -> list[tuple[str, str]]:
    rows = match.seats.order_by("index").select_related("user")
    return [(row.name or row.user.username, row.role) for row in rows]


def hosted(players: int = 2, **terms: Any) -> tuple[Table, User, list[User]]:
    host, *others = (person() for _ in range(players + 1))
    terms = {"rated": False} | terms
    table = tables.open_table(host, GAME, HOSTED, seats=players, **terms)
    for other in others:
        chairs.sit(table.pk, other)
    return table, host, others


def result_of(match: Match) -> dict[str, Any]:
    assert match.result is not None
    return dict(match.result)


def supplies_of(match: Match) -> dict[str, Any]:
    assert match.supplies is not None
    supplies: dict[str, Any] = match.supplies
    return supplies


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# ---- Chairs beside the players ------------------------------------------------------------------


def test_who_opens_a_hosted_table_is_its_host_and_stays_it() -> None:
    table, host, (one, two) = hosted()
    assert table.seats == 3
    match = ready(table, host, one, two)
    roles = [("", ""), ("", ""), (host.username, "host")]
    assert order_of(match)[2] == roles[2]
    first = [name for name, _ in order_of(match)[:2]]
    judging.abort_match(match.pk, "test")
    again = ready(table, host, one, two)
    assert order_of(again)[2] == roles[2]
    assert [name for name, _ in order_of(again)[:2]] == first, "the host's thumb knows its rows"


def test_a_referees_chair_is_chosen() -> None:
    owner, referee, other = person(), person(), person()
    table = tables.open_table(owner, GAME, {"referee": True}, seats=2, rated=False)
    chairs.sit(table.pk, referee, 2)
    with pytest.raises(refusals.ChairTaken):
        chairs.sit(table.pk, other, 2)
    chairs.sit(table.pk, other)
    match = ready(table, owner, referee, other)
    assert order_of(match)[2] == (referee.username, "referee")


def test_bots_answer_no_host_and_give_no_cards() -> None:
    table, host, _ = hosted()
    with pytest.raises(refusals.NoBotsHere):
        chairs.add_bot(table.pk, host, "sharp")
    owner = person()
    refereed = tables.open_table(owner, GAME, {"referee": True}, seats=2, rated=False)
    chairs.add_bot(refereed.pk, owner, "sharp")
    with pytest.raises(refusals.TableFull):
        chairs.add_bot(refereed.pk, owner, "sharp")


def test_play_now_never_leads_to_a_host() -> None:
    tables.open_table(person(), GAME, HOSTED, seats=2, rated=False)
    assert quick_play.play_now(person(), GAME).options["mode"] == "open"


# ---- One room -----------------------------------------------------------------------------------


def one_room(*names: str) -> tuple[Table, User, Match]:
    host = person()
    table = open_in_one_room(host, GAME, list(names))
    return table, host, ready(table, host)


def test_one_phone_is_enough() -> None:
    table, host, match = one_room("Noor", "Ana Paula", "  דנה ")
    assert order_of(match) == [
        ("Noor", ""),
        ("Ana Paula", ""),
        ("דנה", ""),
        (host.username, "host"),
    ]
    assert not match.rated and not match.public and not table.public
    page = signed_in(host).get(table.get_absolute_url()).content.decode()
    assert all(name in page for name in ("Noor", "Ana Paula", "דנה"))
    assert "local-" not in page and 'id="q-right-2"' in page
    play(match, host, type="judge", player=1, correct=True)
    assert state_of(match).standing.scores == (0, 1, 0)
    leaving.resign(match.pk, host)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED


def test_another_match_in_the_same_room_needs_one_word() -> None:
    table, host, match = one_room("Noor", "Dana")
    for _ in range(10):
        play(match, host, type="judge", player=0, correct=True)
    play(match, host, type="finish")
    rows = {row.name: (row.place, row.score) for row in match.seats.all()}
    assert rows == {"Noor": (1, 10), "Dana": (2, 0), "": (None, None)}
    again = ready(table, host)
    assert [name for name, _ in order_of(again)] == ["Noor", "Dana", host.username]
    assert "ownScreens" not in again.options and "buzzers" not in again.state


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (["Noor"], refusals.WrongNumber),
        (["a", "b", "c", "d"], refusals.WrongNumber),
        (["Noor", "noor"], refusals.NamesAlike),
        (["Noor", "x" * 21], refusals.NameTooLong),
    ],
)
def test_names_that_do_not_go(names: list[str], refusal: type[Exception]) -> None:
    host = person()
    with pytest.raises(refusal):
        open_in_one_room(host, GAME, names)
    assert not Table.objects.filter(owner=host).exists()


def test_the_form_of_one_room() -> None:
    client = signed_in(person())
    assert client.get(f"/room/{GAME}/").status_code == 200
    assert client.get("/room/forty/").status_code == 404
    wrong = client.post(f"/room/{GAME}/", {"name_1": "Noor", "option_questions_difficulty": "None"})
    assert wrong.status_code == 422 and "Please give a name." in wrong.content.decode()
    form = {
        "name_1": "Noor",
        "name_2": "<b>Dana</b>",
        "option_source": "bank",
        "option_questions_difficulty": "2",
        "option_questions_categories": ["science", "food"],
    }
    made = client.post(f"/room/{GAME}/", form)
    assert made.status_code == 303 and made["Location"].endswith("?now=1")
    table = Table.objects.latest("pk")
    assert table.options["questions"] == {
        "categories": ["science", "food"],
        "difficulty": 2,
        "language": "en",
    }
    page = client.get(table.get_absolute_url()).content.decode()
    assert "&lt;b&gt;Dana" in page and "<b>Dana" not in page


def test_nobody_can_be_taken_for_a_local_player() -> None:
    from accounts.people.bots import local_player
    from accounts.people.names import is_reserved

    local = local_player(1)
    assert not local.has_usable_password() and local.is_bot
    assert is_reserved(local.username) and is_reserved("Courtyard_local_2")


def test_a_local_player_is_never_away_and_a_host_who_is_ends_the_match() -> None:
    _table, host, match = one_room("Noor", "Dana")
    outages.beat(outages.WEB)
    sweep.sweep()
    away = match.seats.filter(absent_since__isnull=False)
    assert list(away.values_list("user", flat=True)) == [host.pk]
    away.update(absent_since=timezone.now() - timedelta(seconds=3600))
    sweep.sweep()
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED and result_of(match)["places"] == []


# ---- Who is gone --------------------------------------------------------------------------------


def gone(match: Match, seat: int, **terms: Any) -> Match:
    SeatRow.objects.filter(match=match, index=seat).update(
        absent_since=timezone.now() - timedelta(hours=1)
    )
    leaving.leave_absent(match.pk, Seat(seat), 60)
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize("leaver", Match.Leaver.values)
def test_without_a_host_nothing_goes_on_whatever_was_agreed(leaver: str) -> None:
    table, host, players = hosted(leaver=leaver)
    match = gone(ready(table, host, *players), 2)
    assert match.status == Match.Status.ABORTED and result_of(match)["reason"] == "host-left"
    assert {row.place for row in match.seats.all()} == {None}


def test_the_sweep_looks_for_hosts_at_tables_that_wait() -> None:
    table, host, players = hosted(leaver=Match.Leaver.WAIT)
    match = ready(table, host, *players)
    match.seats.update(absent_since=timezone.now() - timedelta(hours=1))
    outages.beat(outages.WEB)
    sweep.sweep()
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED


def test_the_last_player_at_a_hosted_table_wins_and_the_host_is_not_ranked() -> None:
    table, host, players = hosted()
    match = gone(ready(table, host, *players), 0)
    assert match.status == Match.Status.FINISHED and result_of(match)["places"] == [2, 1, None]


def test_a_match_goes_on_without_its_referee() -> None:
    people = [person() for _ in range(3)]
    table = tables.open_table(people[0], GAME, {"referee": True}, seats=2, rated=False)
    for user in people[1:]:
        chairs.sit(table.pk, user)
    match = gone(ready(table, *people), 2)
    assert match.status == Match.Status.RUNNING
    match = gone(match, 0)
    assert result_of(match)["places"] == [2, 1, None]


# ---- The race -----------------------------------------------------------------------------------


def an_open_match(players: int = 2, **options: Any) -> tuple[Match, list[User]]:
    people = [person() for _ in range(players)]
    table = tables.open_table(people[0], GAME, options, seats=players, rated=False)
    for user in people[1:]:
        chairs.sit(table.pk, user)
    match = ready(table, *people)
    rows = match.seats.select_related("user").order_by("index")
    return match, [row.user for row in rows]


def test_the_loser_of_a_race_reads_by_how_much() -> None:
    match, (first, second) = an_open_match()
    play(match, first, type="buzz")
    match.events.filter(seq=1).update(at=timezone.now() - timedelta(milliseconds=40))
    with pytest.raises(Beaten) as refused:
        play(match, second, type="buzz")
    params = refused.value.reason.params
    assert params["name"] == first.username and 1 <= int(params["ms"]) < 5000
    assert "ms faster" in str(refused.value) and refused.value.code == "beaten"


def test_a_buzz_long_after_lost_no_race() -> None:
    match, (first, second) = an_open_match()
    play(match, first, type="buzz")
    match.events.filter(seq=1).update(at=timezone.now() - timedelta(seconds=9))
    with pytest.raises(NotYourTurn):
        play(match, second, type="buzz")


# ---- What a match takes along -------------------------------------------------------------------


def test_questions_travel_apart_from_what_is_shown_and_replay() -> None:
    editing.load_shipped()
    match, (first, _) = an_open_match()
    assert "bank" not in match.options and supplies_of(match)["bank"]
    play(match, first, type="buzz")
    play(match, first, type="answer", choice=0)
    match.refresh_from_db()
    assert replaying.compare(match) is None
    supplies_of(match)["bank"][0]["text"] = "Something else?"
    supplies_of(match)["bank"] = supplies_of(match)["bank"][::-1]
    assert replaying.compare(match) is not None, "it is really replayed from them"


def test_nobody_brings_questions_of_their_own() -> None:
    with pytest.raises(InvalidOptions):
        tables.open_table(person(), GAME, {"bank": []})


def test_a_bot_buzzes_when_it_wants_to_and_only_then(settings: Any) -> None:
    settings.BOT_PAUSE = 0.0
    owner = person()
    table = quick_play.practise(owner, GAME, "sharp")
    match = ready(table, owner)
    outages.beat(outages.WEB)
    outages.beat(outages.SWEEP)
    for _ in range(60):
        while clock.play_bots(match.pk):
            pass
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        assert match.bot_at is None, "a bot that lets it pass is not waited for"
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(minutes=1))
        assert clock.expire_timer(match.pk)
        match.refresh_from_db()
    by_bot = match.events.filter(by="bot", move__type="answer").count()
    assert by_bot > 5 and replaying.compare(match) is None


# ---- The television -----------------------------------------------------------------------------


def test_a_television_shows_the_table_to_whoever_may_look() -> None:
    table, host, players = hosted(public=False)
    ready(table, host, *players)
    address = f"/t/{table.code}/screen/"
    assert "This table is private" in Client().get(address).content.decode()
    shown = signed_in(host).get(address).content.decode()
    assert players[0].username in shown and 'ws-connect="/ws/screen/' in shown
    room, _host, _match = one_room("Noor", "Dana")
    assert "Dana" in Client().get(f"/t/{room.code}/screen/").content.decode()


def test_before_the_match_it_shows_how_to_come() -> None:
    table, host, _players = hosted()
    shown = Client().get(f"/t/{table.code}/screen/").content.decode()
    assert table.code in shown and host.username in shown and "<svg" in shown


# ---- The clock ----------------------------------------------------------------------------------


def test_the_clock_is_patient_only_with_those_who_may_act() -> None:
    match, _people = an_open_match()
    outages.beat(outages.WEB)
    outages.beat(outages.SWEEP)

    def just_now() -> bool:
        late = timezone.now() - timedelta(milliseconds=100)
        Match.objects.filter(pk=match.pk).update(deadline=late)
        return clock.expire_timer(match.pk)

    assert not just_now(), "a buzz that was sent before the bell still counts"
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=9))
    assert clock.expire_timer(match.pk)
    assert state_of(match).phase == "revealed"
    assert just_now() and state_of(match).number == 2
