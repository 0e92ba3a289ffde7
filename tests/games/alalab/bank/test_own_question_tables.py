"""A host's own questions at real tables: who brings them, in which order, and what is not done."""

from typing import Any

import pytest

from accounts.models import User
from games.alalab import rules
from games.alalab.bank import editing, own_questions, reports, shipped_questions
from games.alalab.bank.models import CountedMatch, Question
from games.alalab.question import OWN_IDS
from games.alalab.supply import supply
from games.alalab.values import Options
from games.console import replaying
from games.engine.errors import InvalidOptions
from games.models import Match
from games.services import judging
from lobby.models import Table
from lobby.services import chairs
from lobby.services.one_room import open_in_one_room
from lobby.services.tables import open_table
from tests.games.alalab import tables
from tests.games.alalab.bank.test_own_questions import a_draft, signed_in
from tests.games.alalab.quiz import person, play, state_of
from tests.games.alalab.test_table import ready

pytestmark = pytest.mark.django_db

OWN = {"mode": "hosted", "source": "own"}


def writer(*texts: str) -> User:
    user = person()
    for text in texts:
        own_questions.write(user, a_draft(text, category="Kitchen"))
    return user


def table_of(host: User) -> tuple[Table, list[User]]:
    table = open_table(host, "alalab", OWN, seats=2, rated=False)
    players = [person(), person()]
    for player in players:
        chairs.sit(table.pk, player)
    return table, players


def texts(match: Match) -> list[str]:
    return [question.text for question in state_of(match).coming]


# ---- The options --------------------------------------------------------------------------------


def test_the_house_asks_nobodys_own_questions() -> None:
    user = writer("Mine?")
    with pytest.raises(InvalidOptions, match="Only a host can ask questions of their own"):
        open_table(user, "alalab", {"source": "own"}, seats=2, rated=False)
    assert not Table.objects.filter(owner=user).exists()


def test_rules_without_a_database_take_those_that_come_with_the_game() -> None:
    state = tables.hosted_table(source="own", bank=None)
    shipped = {question.text for question in shipped_questions.select()}
    assert len(state.coming) == rules.POOL and {each.text for each in state.coming} <= shipped


def test_the_form_offers_them_beside_a_host_only() -> None:
    client = signed_in(person())
    page = client.get("/new/alalab/").content.decode()
    assert 'data-needs="option_mode=hosted"' in page and 'href="/game/alalab/mine/"' in page
    room = client.get("/room/alalab/").content.decode()
    assert 'name="option_source"' in room and 'href="/game/alalab/mine/"' in room
    assert "/game/alalab/mine/" in client.get("/rules/alalab/").content.decode()


# ---- The start ----------------------------------------------------------------------------------


def test_they_come_in_the_order_they_were_written() -> None:
    host = writer("One?", "Two?", "Three?", "Four?")
    writer("Somebody else's?")
    table, players = table_of(host)
    match = ready(table, *players, host)
    assert texts(match) == ["One?", "Two?", "Three?", "Four?"]
    assert "Two?" not in str(match.options) and "Two?" in str(match.supplies)
    assert replaying.options_of(match).bank is not None


def test_those_that_were_asked_come_last_next_time() -> None:
    host = writer("One?", "Two?", "Three?")
    table = open_in_one_room(host, "alalab", ["Noor", "Dana"], {"source": "own"})
    match = ready(table, host)
    play(match, host, type="show")
    own_questions.write(host, a_draft("Four?"))
    judging.abort_match(match.pk, "test")
    assert texts(ready(table, host)) == ["Two?", "Three?", "Four?", "One?"]


def test_a_match_takes_no_more_than_it_can_ask_and_keeps_the_words() -> None:
    host = person()
    own_questions.write_many(host, [a_draft(f"Number {n}?") for n in range(rules.POOL + 5)])
    taken = supply(Options(mode="hosted", source="own"), host).bank
    assert taken is not None
    assert [each.text for each in taken] == [f"Number {n}?" for n in range(rules.POOL)]
    table = open_in_one_room(host, "alalab", ["Noor", "Dana"], {"source": "own"})
    match = ready(table, host)
    own_questions.forget(host)
    play(match, host, type="show")
    question = state_of(match).question
    assert question is not None and question.text == "Number 0?"


def test_a_host_without_any_is_told_so_and_the_others_stay_ready() -> None:
    host = person()
    table, players = table_of(host)
    with pytest.raises(own_questions.NothingToAsk):
        chairs.set_ready(table.pk, host)  # at once, though nobody else is ready yet
    for player in players:
        chairs.set_ready(table.pk, player)
    with pytest.raises(own_questions.NothingToAsk):
        chairs.set_ready(table.pk, host)
    told = signed_in(host).post(f"/t/{table.code}/ready/", headers={"HX-Request": "true"})
    page = told.content.decode()
    assert told.status_code == 422 and "has not written any yet" in page
    assert 'href="/game/alalab/mine/"' in page
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN and not table.chairs.get(user=host).ready
    assert table.chairs.filter(user__in=players, ready=True).count() == 2
    own_questions.write(host, a_draft())
    assert texts(ready(table, host)) == ["Who bakes the best bread?"]


def test_a_host_who_deleted_them_all_starts_nothing() -> None:
    """Whoever is ready last is refused; all the others stay as they are."""
    host = writer("Mine?")
    table, (first, last) = table_of(host)
    for user in (host, first):
        chairs.set_ready(table.pk, user)
    own_questions.forget(host)
    with pytest.raises(own_questions.NothingToAsk):
        chairs.set_ready(table.pk, last)
    assert set(table.chairs.filter(ready=True).values_list("user", flat=True)) == {
        host.pk,
        first.pk,
    }
    assert not Match.objects.exists()


def test_only_who_sits_in_the_hosts_chair_brings_questions() -> None:
    """Another who takes the chair of a host brings their own, or none."""
    host, other = writer("Of the first host?"), writer("Of the second?")
    table, players = table_of(host)
    chairs.leave(table.pk, host)
    chairs.sit(table.pk, other)
    assert texts(ready(table, *players, other)) == ["Of the second?"]


def test_a_table_of_the_bank_has_nobodys_own() -> None:
    editing.load_shipped()
    host = writer("Mine?")
    table = open_in_one_room(host, "alalab", ["Noor", "Dana"])
    match = ready(table, host)
    assert texts(match) and not any(question.id < 0 for question in state_of(match).coming)


# ---- The match ----------------------------------------------------------------------------------


@pytest.fixture
def shown() -> tuple[Table, Match, User, list[User]]:
    """A question of the host's, shown and answered."""
    editing.load_shipped()
    host = writer("Mine?", "Mine too?")
    table, players = table_of(host)
    match = ready(table, *players, host)
    play(match, host, type="show")
    play(match, host, type="judge", player=0, correct=True)
    return table, match, host, players


def test_the_table_says_whose_questions_they_are(shown: Any) -> None:
    table, match, host, players = shown
    page = signed_in(players[0]).get(table.get_absolute_url()).content.decode()
    assert "Mine?" in page and "Kitchen" in page and "the host&#x27;s own questions" in page
    assert "q-dots" not in page, "nobody has said how hard it is"
    judging.abort_match(match.pk, "test")
    ready(table, *players, host)
    console = signed_in(host).get(table.get_absolute_url()).content.decode()
    assert 'id="q-own"' in console and "/game/alalab/mine/" in console


def test_nothing_is_counted_and_nothing_reported(shown: Any) -> None:
    table, match, host, players = shown
    asked = state_of(match).question.id
    assert asked < OWN_IDS
    with pytest.raises(reports.NotInTheBank):
        reports.report(match.pk, asked, players[0], "wrong", "")
    client = signed_in(players[0])
    assert "question-report-open" not in client.get(table.get_absolute_url()).content.decode()
    page = client.get(f"/game/alalab/match/{match.pk}/questions/").content.decode()
    assert "Mine?" in page and "Report this question" not in page
    for _ in range(9):
        play(match, host, type="judge", player=0, correct=True)
    play(match, host, type="finish")
    assert CountedMatch.objects.filter(match_id=match.pk).exists()
    assert not Question.objects.filter(shown__gt=0).exists()


def test_no_id_is_one_of_the_bank_or_of_the_files() -> None:
    row = own_questions.of(writer("Mine?")).get()
    assert row.value().id < OWN_IDS < min(question.id for question in shipped_questions.select())
