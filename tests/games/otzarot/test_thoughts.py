"""In practice a bot says why; in company it plays and keeps its thoughts to itself."""

from typing import Any

import pytest
from django.utils.safestring import mark_safe

from accounts.models import User
from games import registry, selectors
from games.console.replaying import compare
from games.engine import codec, defaults
from games.event_log import log_of
from games.models import Event, Match
from games.otzarot import rules, values
from games.page import match_facts
from games.page.log import narrate
from games.services import clock, facts, moving, starting
from tests.games.tables import SEED, person

pytestmark = pytest.mark.django_db


def match_of(people: int, bots: int, **more: Any) -> tuple[Match, list[User]]:
    """So many people, then so many bots."""
    everybody = [person() for _ in range(people + bots)]
    chairs = [
        starting.Participant(user, level="sharp" if seat >= people else "", nonce=f"n{seat}")
        for seat, user in enumerate(everybody)
    ]
    made = starting.start_match("otzarot", values.Options(), chairs, venue="", seed=SEED, **more)
    return Match.objects.get(pk=made), everybody


def play(match: Match, everybody: list[User], steps: int = 60) -> None:
    """People play what the clock would; bots what they like."""
    for _ in range(steps):
        match.refresh_from_db()
        seat = match.acting[0]
        if str(seat) in match.bots:
            Match.objects.filter(pk=match.pk).update(bot_at=match.started_at)
            assert clock.play_bots(match.pk)
            continue
        timer = rules.timer(codec.load(match.state, values.State))
        assert timer is not None
        moving.play_move(match.pk, everybody[seat], codec.dump(timer.move))


def thoughts(match: Match) -> list[Event]:
    return [
        event
        for event in match.events.filter(by=Event.By.HOUSE, seq__gt=0)
        if event.facts[0]["type"] == "thought"
    ]


def test_the_game_has_something_to_say() -> None:
    assert registry.game("otzarot").explain is not defaults.explain


def test_one_person_among_bots_reads_why_they_play() -> None:
    match, everybody = match_of(1, 1)
    play(match, everybody)
    match.refresh_from_db()
    found = thoughts(match)
    assert found
    for event in found:
        # The thought comes first, then the move that it explains.
        move = match.events.get(seq=event.seq + 1)
        assert (move.by, move.seat) == (Event.By.BOT, event.facts[0]["seat"])
        assert move.move is not None and move.move["type"] in ("stop", "reroll", "chest")
    assert compare(match) is None, "thoughts are no moves: the log still replays"


@pytest.mark.parametrize(
    ("people", "bots", "more"),
    [(2, 1, {}), (1, 1, {"rated": True})],
    ids=["in company", "when it counts"],
)
def test_otherwise_bots_keep_their_thoughts(people: int, bots: int, more: Any) -> None:
    match, everybody = match_of(people, bots, **more)
    play(match, everybody)
    assert thoughts(match) == []


def test_a_thought_is_told_in_the_log() -> None:
    match, everybody = match_of(1, 1)
    play(match, everybody)
    shown = selectors.read(match.pk)
    assert shown is not None
    lines = narrate(shown, log_of(match.pk, shown.rules), None)
    told = [str(line.html) for line in lines if "thinks:" in line.html]
    assert told
    assert "%(" not in "".join(told)


def test_what_a_bot_says_is_filled_in_and_escaped() -> None:
    fact = facts.Thought(seat=1, text="%(n)s %% <b>", params={"n": 31})  # type: ignore[arg-type]
    line = match_facts.describe(fact, lambda seat, inside=False: mark_safe("Bot"))
    assert "31 % &lt;b&gt;" in line
