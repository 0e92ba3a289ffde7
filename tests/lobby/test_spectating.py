"""Those who look on: what they find, what they see, what they say among themselves."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.access.rate_limit import TooFast
from accounts.models import User
from games.engine import codec
from games.engine.contract import Seat
from games.models import Match
from games.presence import leases
from games.services import judging, leaving
from lobby import refusals
from lobby.finding import spectating
from lobby.models import ChatLine, Table
from lobby.room import chat
from lobby.services import chairs, tables, talk
from moderation.refusals import NothingThere
from moderation.services import find_line
from refusals import Refusal
from tests.lobby.conftest import GAME, MakePerson, signed_in

pytestmark = pytest.mark.django_db


def watch(table: Table, user: User | None = None) -> None:
    leases.renew(uuid4(), user.pk if user else None, table.venue)


def watched(game: str = "") -> list[spectating.WatchableMatch]:
    return spectating.watchable(list(spectating.playing_tables(game)))


def playing_match(table: Table) -> Match:
    assert table.match_id is not None
    return Match.objects.get(pk=table.match_id)


# ---- The list -----------------------------------------------------------------------------------


def test_the_list_shows_players_watchers_and_how_far_it_is(
    playing: Table, samir: User, leyla: User
) -> None:
    for who in (samir, samir, None, None, leyla):
        watch(playing, who)
    [found] = watched()
    assert found.watchers == 3, "Samir with two tabs, two visitors; Leyla plays"
    html = Client().get("/watch/").content.decode()
    assert "Leyla" in html and "Noam" in html and "3 watching" in html
    seq = playing_match(playing).seq
    assert re.search(rf"{seq} moves? so far", html)
    assert playing.get_absolute_url() in html


@pytest.mark.parametrize("why_not", ["private", "waiting", "another game"])
def test_what_cannot_be_watched_is_not_listed(playing: Table, why_not: str) -> None:
    if why_not == "private":
        Table.objects.update(public=False, rated=False)
    if why_not == "waiting":
        assert playing.match_id is not None
        judging.abort_match(playing.match_id, "test")
    assert watched("no-such-game" if why_not == "another game" else "") == []


def test_the_list_costs_the_same_for_many(
    playing: Table, person: MakePerson, django_assert_num_queries: Any
) -> None:
    two = [person("Second"), person("Third")]
    table = tables.open_table(two[0], GAME)
    chairs.sit(table.pk, two[1])
    for user in two:
        chairs.set_ready(table.pk, user)
    with django_assert_num_queries(3):
        found = watched()
        assert [len(one.seats) for one in found] == [2, 2]
        assert [one.seats[0].user.username for one in found]


def test_watching_shows_a_spectators_view_and_no_hand(playing: Table, samir: User) -> None:
    match = playing_match(playing)
    rules = playing.rules
    state = codec.load(match.state, rules.State)
    open_to_all = set(re.findall(r'"([^"]+)"', str(codec.dump(rules.view(state, None)))))
    hidden = {key for seat in (0, 1) for key in rules.view(state, Seat(seat)).hand} - open_to_all
    assert hidden
    for client in (Client(), signed_in(samir)):
        for page in (
            playing.get_absolute_url(),
            f"{playing.get_absolute_url()}refresh/",
            "/watch/",
        ):
            html = client.get(page).content.decode()
            shown = set(re.findall(r'(?:data-key|value)="([^"]+)"', html))
            assert not shown & hidden


# ---- The talk -----------------------------------------------------------------------------------


def lines(table: Table, reader: User | None) -> list[str]:
    return [line.text for line in chat.watchers_lines(Table.objects.get(pk=table.pk), reader)]


def test_watchers_talk_apart_and_the_players_read_it_afterwards(
    playing: Table, leyla: User, noam: User, samir: User
) -> None:
    talk.say(playing.pk, samir, "Her seven is the last one.", watching=True)
    talk.say(playing.pk, leyla, "Good luck!")
    assert lines(playing, samir) == lines(playing, None) == ["Her seven is the last one."]
    assert lines(playing, leyla) == lines(playing, noam) == []
    assert [line.text for line in chat.chat_lines(playing, leyla)] == ["Good luck!"]
    for client, sees in ((signed_in(leyla), False), (signed_in(samir), True)):
        for page in ("", "refresh/"):
            html = client.get(playing.get_absolute_url() + page).content.decode()
            assert ("Her seven" in html) is sees
            assert "Good luck!" in html
    assert playing.match_id is not None
    leaving.resign(playing.match_id, noam)
    assert lines(playing, leyla) == ["Her seven is the last one."]
    assert "Her seven" in signed_in(leyla).get(playing.get_absolute_url()).content.decode()


def test_a_player_cannot_ask_for_a_watchers_line_by_its_number(
    playing: Table, leyla: User, samir: User, person: MakePerson
) -> None:
    talk.say(playing.pk, samir, "A hint.", watching=True)
    line = ChatLine.objects.get()
    assert not chat.may_read(line, leyla)
    assert chat.may_read(line, person("Fourth"))
    with pytest.raises(NothingThere):
        find_line(leyla, playing.code, line.pk)
    assert playing.match_id is not None
    judging.abort_match(playing.match_id, "test")
    assert chat.may_read(ChatLine.objects.get(), leyla)


def test_somebody_who_gave_up_but_sat_in_the_match_is_no_watcher(
    playing: Table, leyla: User, noam: User, samir: User
) -> None:
    talk.say(playing.pk, samir, "A hint.", watching=True)
    playing.chairs.filter(user=noam).delete()
    assert lines(playing, noam) == []


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        ("a player", refusals.PlayersDoNotWatch),
        ("no match", refusals.NothingToWatch),
        ("a private table", refusals.NobodyWatches),
        ("nothing said", refusals.NothingSaid),
        ("too fast", TooFast),
    ],
)
def test_talk_among_watchers_is_refused_by_name(
    playing: Table, leyla: User, samir: User, situation: str, why: type[Refusal]
) -> None:
    who, text = samir, "Hello"
    if situation == "a player":
        who = leyla
    if situation == "no match":
        assert playing.match_id is not None
        judging.abort_match(playing.match_id, "test")
    if situation == "a private table":
        Table.objects.update(public=False, rated=False)
    if situation == "nothing said":
        text = "  "
    if situation == "too fast":
        for number in range(5):
            talk.say(playing.pk, samir, f"Line {number}", watching=True)
    with pytest.raises(why):
        talk.say(playing.pk, who, text, watching=True)


def test_the_next_match_begins_without_the_old_talk(
    playing: Table, leyla: User, noam: User, samir: User
) -> None:
    talk.say(playing.pk, samir, "Of the first match.", watching=True)
    assert playing.match_id is not None
    judging.abort_match(playing.match_id, "test")
    for user in (leyla, noam):
        chairs.set_ready(playing.pk, user)
    assert lines(playing, samir) == []


def test_whom_one_muted_is_not_read_among_watchers_either(
    playing: Table, samir: User, person: MakePerson
) -> None:
    other = person("Fourth")
    talk.say(playing.pk, samir, "Noise.", watching=True)
    talk.mute(other, "Samir")
    assert lines(playing, other) == []


def test_the_door_for_watchers_takes_a_line(playing: Table, samir: User, leyla: User) -> None:
    where = f"{playing.get_absolute_url()}aside/"
    assert (
        signed_in(samir).post(where, {"text": "Hello"}, headers={"hx-request": "true"}).status_code
        == 204
    )
    assert lines(playing, samir) == ["Hello"]
    refused = signed_in(leyla).post(where, {"text": "Hm"}, headers={"hx-request": "true"})
    assert refused.status_code == 422
