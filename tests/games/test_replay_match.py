"""`manage.py replay_match`: the log gives the stored match, or the command says so."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import registry
from games.engine import chance, codec
from games.engine.contract import Seat
from games.models import Event, Match
from games.services import leaving, moving, starting

pytestmark = pytest.mark.django_db

RULES = registry.rules_for("forty")


def played(moves: int) -> Match:
    """A match of two people in which so many moves were made."""
    people = [User.objects.create_user(name) for name in ("Leyla", "Noam")]
    match_id = starting.start_match(
        RULES.INFO.key,
        RULES.Options(),
        [starting.Participant(user, nonce=user.username) for user in people],
        venue="nowhere",
        seed=chance.new_seed(),
    )
    for _ in range(moves):
        match = Match.objects.get(pk=match_id)
        seat = match.acting[0]
        move = RULES.legal_moves(codec.load(match.state, RULES.State), Seat(seat))[0]
        moving.play_move(match_id, people[seat], codec.dump(move))
    return Match.objects.get(pk=match_id)


def replay(*args: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("replay_match", *args, stdout=out, no_color=True)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


def test_a_log_gives_its_match_whatever_the_house_did_meanwhile() -> None:
    match = played(moves=6)
    leaver = match.seats.get(index=0).user
    assert replay(str(match.pk))[0] == 0
    leaving.resign(match.pk, leaver)
    code, said = replay("--all")
    assert code == 0 and f"✓ {match.pk} " in said and "1 replayed, 0 different" in said


def lose_an_event(match: Match) -> None:
    Event.objects.filter(match=match, seq=3).delete()


def change_the_snapshot(match: Match) -> None:
    other = RULES.deal(2, RULES.Options(), chance.chance_for(bytes(32), 0)).state
    Match.objects.filter(pk=match.pk).update(state=codec.dump(other))


def swap_two_moves(match: Match) -> None:
    first, second = Event.objects.filter(match=match, seq__in=(1, 2)).order_by("seq")
    Event.objects.filter(pk=first.pk).update(move=second.move)


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lose_an_event, "the log has a gap"),
        (change_the_snapshot, "the log gives another state"),
        (swap_two_moves, "a move of the log is refused"),
    ],
)
def test_what_differs_is_named_and_the_command_fails(harm: object, sentence: str) -> None:
    match = played(moves=4)
    harm(match)  # type: ignore[operator]
    code, said = replay(str(match.pk))
    assert code == 1 and f"✗ {match.pk} " in said and sentence in said


@pytest.mark.parametrize("args", [(), ("1", "--all"), ("424242",)])
def test_it_asks_which_matches(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        replay(*args)
