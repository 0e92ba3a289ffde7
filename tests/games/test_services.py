"""The writer of matches: one accepted move, one event; a refusal changes nothing."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.access.refusals import MayNotAct
from accounts.models import User
from accounts.people.closing import close_account
from accounts.sanctions.services import ban
from games import registry
from games.console.replaying import compare
from games.engine.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn, StaleMove
from games.models import Event, Match, Outage, Seat
from games.presence import outages
from games.services import clock, leaving, moving, refusals, starting
from refusals import Refusal
from tests.games.tables import (
    a_legal_move,
    acting,
    kind_of,
    match_for,
    person,
    play_one,
    play_to_the_end,
    result_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Any]:
    return [person(), person()]


@pytest.fixture
def match(people: list[Any]) -> Match:
    return match_for(*people)


def snapshot(match: Match) -> tuple[Any, ...]:
    row = Match.objects.values().get(pk=match.pk)
    return row["seq"], row["state"], row["deadline"], row["fresh"], match.events.count()


def push_deadline(match: Match, seconds: float) -> None:
    match.refresh_from_db()
    assert match.deadline
    Match.objects.filter(pk=match.pk).update(deadline=match.deadline + timedelta(seconds=seconds))


def test_a_match_starts_with_its_deal_and_a_running_clock(match: Match) -> None:
    assert (match.seq, match.status, match.events.count()) == (0, "running", 1)
    assert match.deadline is not None and 40 < match.clock_seconds <= 45
    assert len(match.acting) == 1


def test_an_accepted_move_is_one_event_and_the_next_snapshot(match: Match, people: Any) -> None:
    mover = acting(match)
    receipt = play_one(match, people)
    event = match.events.get(seq=receipt.seq)
    assert (receipt.seq, event.seat, event.by, kind_of(event)) == (1, mover, "player", "throw")
    assert acting(match) != mover
    assert compare(Match.objects.get(pk=match.pk)) is None


def test_a_repeat_is_answered_not_replayed(match: Match, people: Any) -> None:
    seat, move, move_id = acting(match), a_legal_move(match), uuid4()
    first = moving.play_move(match.pk, people[seat], move, move_id=move_id)
    before = snapshot(match)
    again = moving.play_move(match.pk, people[seat], move, move_id=move_id)
    assert (first.repeated, again.repeated, again.seq) == (False, True, first.seq)
    assert snapshot(match) == before


REFUSALS = [
    ("not a move", {"type": "dance"}, 0, InvalidMove),
    ("not its turn", {"type": "throw", "handCard": "AS"}, 1, NotYourTurn),
    ("not legal", {"type": "exchange"}, 0, IllegalMove),
]


@pytest.mark.parametrize(("case", "data", "off", "kind"), REFUSALS, ids=[r[0] for r in REFUSALS])
def test_a_refusal_says_why_and_changes_nothing(
    match: Match, people: Any, case: str, data: Any, off: int, kind: type[Refusal]
) -> None:
    who = people[(acting(match) + off) % 2]
    before = snapshot(match)
    with pytest.raises(kind) as refusal:
        moving.play_move(match.pk, who, data)
    assert len(str(refusal.value)) > 10
    assert snapshot(match) == before


def test_a_stranger_is_not_seated(match: Match) -> None:
    with pytest.raises(refusals.NotSeated):
        moving.play_move(match.pk, person(), a_legal_move(match))


def test_there_must_be_a_match() -> None:
    with pytest.raises(refusals.NoSuchMatch):
        moving.play_move(999_999, person(), {"type": "throw", "handCard": "AS"})


def test_a_banned_player_is_refused_even_with_an_open_page(match: Match, people: Any) -> None:
    seat = acting(match)
    ban(people[seat], None, "shouting")
    with pytest.raises(MayNotAct, match="shouting"):
        moving.play_move(match.pk, people[seat], a_legal_move(match))


def test_a_page_that_has_not_seen_this_turn_is_stale(match: Match, people: Any) -> None:
    """Decided on an earlier turn of one's own, arriving in a later one."""
    seat = acting(match)
    seen = match.seq
    play_one(match, people)
    play_one(match, people)
    assert acting(match) == seat
    before = snapshot(match)
    with pytest.raises(StaleMove):
        moving.play_move(match.pk, people[seat], a_legal_move(match), seen=seen)
    assert snapshot(match) == before
    moving.play_move(match.pk, people[seat], a_legal_move(match), seen=match.seq)


def test_after_the_end_nobody_moves(match: Match, people: Any) -> None:
    play_to_the_end(match, people)
    match.refresh_from_db()
    assert (match.status, match.deadline, match.acting) == ("finished", None, [])
    assert match.result is not None and sorted(result_of(match)["places"])[0] == 1
    assert all(seat.place and seat.score is not None for seat in match.seats.all())
    with pytest.raises(GameOver):
        moving.play_move(match.pk, people[0], {"type": "throw", "handCard": "AS"})
    assert compare(match) is None


def test_a_move_costs_the_same_number_of_queries_early_and_late(match: Match, people: Any) -> None:
    counts = []
    for _ in range(30):
        seat, move = acting(match), a_legal_move(match)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            moving.play_move(match.pk, people[seat], move, move_id=uuid4(), seen=10**6)
        counts.append(len([q for q in queries if "SAVEPOINT" not in (q["sql"] or "")]))
    assert set(counts) == {2}


# ---- The clock ---------------------------------------------------------------------------------


def test_a_clock_that_has_not_run_out_is_left_alone(match: Match) -> None:
    outages.beat(outages.SWEEP)
    before = snapshot(match)
    assert not clock.expire_timer(match.pk)
    assert snapshot(match) == before


def test_a_time_out_plays_the_games_own_move(match: Match) -> None:
    outages.beat(outages.SWEEP)
    push_deadline(match, -60)
    seat = acting(match)
    assert clock.expire_timer(match.pk)
    event = match.events.get(seq=1)
    assert (event.by, event.seat, kind_of(event)) == ("clock", seat, "throw")
    match.refresh_from_db()
    assert match.deadline and match.deadline > event.at


@pytest.mark.parametrize("key", registry.game_keys())
def test_one_bell_ends_its_clock_whatever_a_turn_consists_of(key: str) -> None:
    """Drawing until a tile fits is many moves on one clock: no sweep is waited for after each."""
    seats = registry.rules_for(key).INFO.players[0]
    chairs = [starting.Participant(person(), nonce="n") for _ in range(seats)]
    options = registry.rules_for(key).Options()
    pk = starting.start_match(key, options, chairs, venue="table.bell", seed=bytes(range(32)))
    match = Match.objects.get(pk=pk)
    for _ in range(30):
        outages.beat(outages.SWEEP)
        push_deadline(match, -60)
        before = {row.index: row.timed_out for row in match.seats.all()}
        assert clock.expire_timer(match.pk)
        after = {row.index: row.timed_out for row in match.seats.all()}
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        assert match.deadline and match.deadline > match.events.latest("seq").at
        assert sum(after.values()) - sum(before.values()) <= 1, "a turn was missed, not each move"


def test_a_late_move_is_first_turned_into_its_time_out(match: Match, people: Any) -> None:
    outages.beat(outages.SWEEP)
    seat, move = acting(match), a_legal_move(match)
    push_deadline(match, -60)
    with pytest.raises(NotYourTurn):
        moving.play_move(match.pk, people[seat], move, seen=0)
    assert [event.by for event in match.events.order_by("seq")] == ["house", "clock"]


def test_nobody_is_late_while_our_own_clockwork_sleeps(match: Match, people: Any) -> None:
    push_deadline(match, -60)
    assert not clock.expire_timer(match.pk)
    assert play_one(match, people).seq == 1


def test_an_outage_is_given_back_once(match: Match) -> None:
    outages.beat(outages.SWEEP)
    outages.beat(outages.WEB)
    match.refresh_from_db()
    before = match.deadline
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_heartbeat SET at = at - interval '100 seconds'")
    outages.beat(outages.SWEEP)
    match.refresh_from_db()
    assert before and match.deadline
    given = (match.deadline - before).total_seconds()
    assert 115 <= given < 120
    outages.beat(outages.WEB)
    match.refresh_from_db()
    assert (match.deadline - before).total_seconds() == pytest.approx(given, abs=16)
    assert Outage.objects.count() >= 1


# ---- Bots --------------------------------------------------------------------------------------


def test_a_bot_plays_when_its_pause_is_over(people: Any) -> None:
    match = match_for(*people, levels={0: "gentle", 1: "sharp"})
    assert match.bot_at is not None
    assert not clock.play_bots(match.pk), "its pause is not over"
    for _ in range(200):
        Match.objects.filter(pk=match.pk, bot_at__isnull=False).update(bot_at=match.started_at)
        if not clock.play_bots(match.pk):
            break
    match.refresh_from_db()
    assert match.status == "finished"
    assert set(match.events.filter(seq__gt=0).values_list("by", flat=True)) == {"bot"}


# ---- Leaving -----------------------------------------------------------------------------------


def test_with_one_person_left_that_one_wins(match: Match, people: Any) -> None:
    leaving.resign(match.pk, people[0])
    match.refresh_from_db()
    assert (match.status, result_of(match)["reason"]) == ("finished", "forfeit")
    assert result_of(match)["places"] == [2, 1]


def test_with_several_left_a_bot_plays_on_and_the_leaver_is_last() -> None:
    people = [person(), person(), person()]
    match = match_for(*people)
    leaving.resign(match.pk, people[1])
    match.refresh_from_db()
    assert (match.status, match.bots) == ("running", {"1": "sharp"})
    with pytest.raises(Refusal):
        moving.play_move(match.pk, people[1], a_legal_move(match))
    while Match.objects.get(pk=match.pk).status == "running":
        if str(acting(match)) in match.bots:
            Match.objects.filter(pk=match.pk).update(bot_at=match.started_at)
            clock.play_bots(match.pk)
        else:
            play_one(match, people)
    match.refresh_from_db()
    assert result_of(match)["places"][1] == 3
    assert compare(match) is None


def test_a_person_who_leaves_bots_alone_calls_the_match_off(people: Any) -> None:
    match = match_for(*people, levels={1: "gentle"})
    leaving.resign(match.pk, people[0])
    match.refresh_from_db()
    assert (match.status, result_of(match)["reason"]) == ("aborted", "deserted")


LEAVERS = [
    ("forfeit", "finished", True),
    ("bot", "running", True),
    ("wait", "running", False),
]


@pytest.mark.parametrize(("leaver", "status", "changed"), LEAVERS, ids=[r[0] for r in LEAVERS])
def test_what_happens_to_a_leaver_is_what_the_table_agreed(
    people: Any, leaver: str, status: str, changed: bool
) -> None:
    match = match_for(*people, leaver=leaver)
    gone = match.started_at - timedelta(seconds=151)
    Seat.objects.filter(match=match, index=0).update(absent_since=gone)
    assert leaving.leave_absent(match.pk, 0, 150) is changed  # type: ignore[arg-type]
    match.refresh_from_db()
    assert match.status == status
    if leaver == "bot":
        leaving.reclaim_seat(match.pk, people[0])
        match.refresh_from_db()
        assert match.bots == {}
        assert Seat.objects.get(match=match, index=0).absent_since is None


def play(match_id: int, user: User) -> None:
    moving.play_move(match_id, user, a_legal_move(Match.objects.get(pk=match_id)))


@pytest.mark.parametrize(
    ("service", "leaver"),
    [(leaving.reclaim_seat, "bot"), (leaving.resign, "wait"), (play, "wait")],
)
def test_who_was_banned_since_the_request_began_is_refused(
    people: Any, service: Any, leaver: str, django_capture_on_commit_callbacks: Any
) -> None:
    match = match_for(*people, leaver=leaver)
    mover = people[acting(match)]
    in_the_request = User.objects.get(pk=mover.pk)
    with django_capture_on_commit_callbacks(execute=True):
        ban(mover, None, "shouting")
    before = snapshot(match)
    with pytest.raises(MayNotAct, match="shouting"):
        service(match.pk, in_the_request)
    assert snapshot(match) == before


def test_nobody_is_forfeited_within_the_grace(people: Any) -> None:
    match = match_for(*people)
    Seat.objects.filter(match=match, index=0).update(
        absent_since=match.started_at - timedelta(seconds=100)
    )
    assert not leaving.leave_absent(match.pk, 0, 150)  # type: ignore[arg-type]


def test_facts_are_stored_in_a_form_the_game_reads_again(match: Match, people: Any) -> None:
    play_to_the_end(match, people)
    rules = registry.rules_for(match.game)
    from games.engine import codec

    for event in Event.objects.filter(match=match):
        assert [codec.load(fact, rules.AnyFact) for fact in event.facts]


def test_a_persons_export_has_their_own_moves_and_nobody_elses(match: Match, people: Any) -> None:
    from accounts.people.data_export import collect_all

    play_one(match, people)
    play_one(match, people)
    (entry,) = collect_all(people[0])["matches"]
    (own,) = match.events.filter(seat=0)
    assert [move["move"] for move in entry["moves"]] == [own.move]


def test_whoever_is_banned_leaves_the_match_when_the_account_closes(people: list[User]) -> None:
    match = match_for(*people)
    ban(people[0], None, "spoilt the game")
    close_account(User.objects.get(pk=people[0].pk))
    match.refresh_from_db()
    assert result_of(match)["places"] == [2, 1]
