"""The checker finds what it is for: a quiet run is green, and every broken promise red, by name."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ops.faults import checker
from ops.faults.evidence import (
    ACK,
    CLOSED,
    OFFERS,
    OPENED,
    REFUSED,
    SENT,
    VIEW,
    WATCHER,
    Beat,
    Clock,
    Entry,
    Event,
    Evidence,
    Fault,
    Forfeit,
    Journal,
    Outage,
    Search,
    View,
)


def a_run() -> Evidence:
    """Two players, one match: a move each, a time-out, and somebody who never came."""
    leyla = Journal(
        *("leyla", 1, "program"),
        [
            Entry(10, OPENED),
            Entry(11, VIEW, match=7, seq=0, digest="deal"),
            Entry(12, SENT, match=7, move_id="a"),
            Entry(12.1, ACK, match=7, move_id="a", seq=1),
            Entry(13, VIEW, match=7, seq=3, digest="later"),
            Entry(14, SENT, match=7, move_id="c"),
            Entry(14.1, REFUSED, match=7, move_id="c"),
            Entry(15, SENT, match=7, move_id="d"),
            Entry(15.1, ACK, match=7, move_id="d", seq=4),
            Entry(99, CLOSED),
        ],
    )
    noam = Journal(
        *("noam", 2, "page"),
        [
            Entry(10, OPENED),
            Entry(12.2, OFFERS, match=7, seq=1, offers=["roll"]),
            Entry(12.5, SENT, match=7, move_id="b"),  # and nobody answered
            Entry(99, CLOSED),
        ],
    )
    watcher = Journal("ida", 4, "program", [Entry(13, VIEW, match=7, seq=3, digest="the table")])
    return Evidence(
        journals=[leyla, noam, Journal("away", 3, "silent"), watcher],
        events=[
            Event(7, 0, "house"),
            Event(7, 1, "player", 1, "a"),
            Event(7, 2, "player", 2, "b"),
            Event(7, 3, "clock", 1),
            Event(7, 4, "player", 1, "d"),
            Event(8, 0, "house"),
        ],
        clocks=[Clock(7, n, 10.0 + n, 12.5) for n in range(3)] + [Clock(7, 3, 13.0, 60.0)],
        forfeits=[Forfeit(8, 3, 80, "absent"), Forfeit(8, 1, 81, "resigned")],
        faults=[Fault("killed", "redis", 20, 21)],
        beats=[Beat("sweep", 10), Beat("sweep", 11), Beat("sweep", 19), Beat("sweep", 20)],
        outages=[Outage(11, 19)],
        views=[
            View(7, 0, 1, "deal", []),
            View(7, 1, 2, "", ["roll", "stop"]),
            View(7, 3, 1, "later", []),
            View(7, 3, WATCHER, "the table", []),
        ],
        running=[Clock(7, 4, 61.0, 60.0)],
        matches=2,
        series_played=1,
        search=Search(secrets=90, messages=4, size=5000, met=2),
        grace=30,
        lag=0,
    )


def lost(run: Evidence) -> None:
    """As after telling before the commit."""
    run.events = [event for event in run.events if event.move_id != "d"]


def doubled(run: Evidence) -> None:
    """As without idempotency."""
    run.events.append(Event(7, 5, "player", 1, "d"))


def refused_and_played(run: Evidence) -> None:
    """As without idempotency, when the repeat comes too late."""
    run.events.append(Event(7, 5, "player", 1, "c"))


def early(run: Evidence) -> None:
    run.clocks[-1].at = 12.4


def told_another_number(run: Evidence) -> None:
    run.journals[0].entries[3].seq = 2


def out_of_order(run: Evidence) -> None:
    run.events[1].seq, run.events[4].seq = 4, 1


def unanswered_twice(run: Evidence) -> None:
    run.events.append(Event(7, 5, "player", 2, "b"))


def sent_by_nobody(run: Evidence) -> None:
    run.events.append(Event(7, 5, "player", 2, "x"))


def a_gap(run: Evidence) -> None:
    run.events = [event for event in run.events if event.seq != 3]


def another_snapshot(run: Evidence) -> None:
    run.replays.append("match 7: the snapshot is not what the log replays to")


def shown_another_view(run: Evidence) -> None:
    run.journals[0].entries[4].digest = "somebody's hand"


def a_watcher_shown_a_hand(run: Evidence) -> None:
    run.journals[-1].entries[0].digest = "later"


def shown_what_is_not_yet(run: Evidence) -> None:
    """As after telling before the commit."""
    run.journals[0].entries[4].seq = 9


def offered_too_much(run: Evidence) -> None:
    run.journals[1].entries[1].offers.append("cheat")


def shown_the_past(run: Evidence) -> None:
    run.journals[0].entries.insert(5, Entry(13.5, VIEW, match=7, seq=0, digest="deal"))


def late(run: Evidence) -> None:
    run.clocks[-1].at = 15.6


def late_after_recovery(run: Evidence) -> None:
    run.faults.append(Fault("killed", "timers", 12, 14))
    run.clocks[-1].at = 24.5
    run.faults.pop(0)


def never(run: Evidence) -> None:
    run.running[0].at = 64


def not_given_back(run: Evidence) -> None:
    run.outages.clear()


def present_and_forfeited(run: Evidence) -> None:
    run.forfeits.append(Forfeit(7, 2, 80, "absent"))


def absent_and_kept(run: Evidence) -> None:
    run.forfeits.clear()


def leaked(run: Evidence) -> None:
    """As with the key in every push."""
    run.search.leaks.append("noam was sent the key of match 7 (hex) by the socket")


def searched_in_vain(run: Evidence) -> None:
    run.search.met = 0


def other_ratings(run: Evidence) -> None:
    run.ratings = "2 differ"


def other_standings(run: Evidence) -> None:
    run.series = "1 differs"


def stays_down(run: Evidence) -> None:
    run.slow.append("timers killed")


def a_wrong_answer(run: Evidence) -> None:
    run.unanswered.append("leyla: a move was answered 500")


@pytest.mark.parametrize(
    ("breaks", "promises"),
    [
        (lost, {"acknowledged_once"}),
        (doubled, {"acknowledged_once", "unanswered_at_most_once"}),
        (refused_and_played, {"refused_never"}),
        (early, {"timers_never_early"}),
        (told_another_number, {"acknowledged_once"}),
        (out_of_order, {"acknowledged_once", "acknowledged_in_order"}),
        (unanswered_twice, {"unanswered_at_most_once"}),
        (sent_by_nobody, {"unanswered_at_most_once"}),
        (a_gap, {"logs_replay"}),
        (another_snapshot, {"logs_replay"}),
        (shown_another_view, {"views_are_replays"}),
        (a_watcher_shown_a_hand, {"views_are_replays"}),
        (shown_what_is_not_yet, {"views_are_replays"}),
        (offered_too_much, {"views_are_replays"}),
        (shown_the_past, {"pushes_go_forward"}),
        (late, {"timers_in_time"}),
        (late_after_recovery, {"timers_in_time"}),
        (never, {"timers_in_time"}),
        (not_given_back, {"outages_are_given_back"}),
        (present_and_forfeited, {"forfeits_are_deserved"}),
        (absent_and_kept, {"forfeits_are_deserved"}),
        (leaked, {"secrets_stay"}),
        (searched_in_vain, {"secrets_stay"}),
        (other_ratings, {"ratings_recompute"}),
        (other_standings, {"standings_recompute"}),
        (stays_down, {"everything_recovers"}),
        (a_wrong_answer, {"everybody_was_answered"}),
    ],
)
def test_a_broken_promise_is_red(
    breaks: Callable[[Evidence], None], promises: set[str], tmp_path: Path
) -> None:
    run = a_run()
    breaks(run)
    run.write(tmp_path / "evidence.json")
    kept = Evidence.read(tmp_path / "evidence.json")
    broken = {check.__name__ for check in checker.PROMISES if check(kept).broken}
    assert broken == promises


def after_a_fault(run: Evidence) -> None:
    run.faults.append(Fault("killed", "timers", 12, 14))
    run.clocks[-1].at = 23.9


def in_time(run: Evidence) -> None:
    run.clocks[-1].at = 15.4


def away_for_the_whole_grace(run: Evidence) -> None:
    run.journals[1].entries[-1].at = 40
    run.forfeits.append(Forfeit(7, 2, 80, "absent"))


def as_it_was(run: Evidence) -> None:
    pass


@pytest.mark.parametrize("happens", [as_it_was, in_time, after_a_fault, away_for_the_whole_grace])
def test_what_may_happen_is_green(happens: Callable[[Evidence], None]) -> None:
    run = a_run()
    happens(run)
    findings = checker.check(run)
    assert [each for each in findings if each.broken] == []
    assert all(each.checked for each in findings), "each was held against something"
