"""The offline checker: a table of promises, each held against the evidence of a faults run."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ops.faults.evidence import (
    ACK,
    CLOSED,
    OFFERS,
    OPENED,
    REFUSED,
    SENT,
    VIEW,
    WATCHER,
    Clock,
    Entry,
    Event,
    Evidence,
    Journal,
    Outage,
)

LATE = 3.0
LATE_AFTER_RECOVERY = 10.0
SILENCE = 5.0
"""Seconds of a part's silence that count as an outage."""
SLACK = 0.5


@dataclass(frozen=True)
class Finding:
    """A promise: how often it was held against something, and where it was broken."""

    promise: str
    checked: int
    broken: list[str]
    note: str = ""


def check(evidence: Evidence) -> list[Finding]:
    return [promise(evidence) for promise in PROMISES]


def acknowledged_once(evidence: Evidence) -> Finding:
    """Every acknowledged move is one line of the log: its player's, and the number it was told."""
    lines = by_move(evidence.events)
    broken, checked = [], 0
    for journal in evidence.journals:
        for entry in first_of(journal, ACK):
            checked += 1
            found = lines.get(entry.move_id, [])
            mine = [
                line for line in found if (line.match, line.user) == (entry.match, journal.user)
            ]
            told = entry.seq < 0 or [line.seq for line in mine] == [entry.seq]
            if len(found) != 1 or len(mine) != 1 or not told:
                where = [f"{line.match}#{line.seq}" for line in found] or "nowhere"
                broken.append(f"{journal.who}: move {entry.move_id} was told {entry.seq}: {where}")
    return Finding("an acknowledged move is in the log, once", checked, broken)


def acknowledged_in_order(evidence: Evidence) -> Finding:
    lines = by_move(evidence.events)
    broken, checked = [], 0
    for journal in evidence.journals:
        last: dict[int, int] = defaultdict(int)
        for entry in first_of(journal, ACK):
            for line in lines.get(entry.move_id, [])[:1]:
                checked += 1
                if line.seq <= last[line.match]:
                    broken.append(f"{journal.who}: {line.match}#{line.seq} came before its time")
                last[line.match] = line.seq
    return Finding("and in the order of its player", checked, broken)


def unanswered_at_most_once(evidence: Evidence) -> Finding:
    """A move that nobody answered may have happened or not, but never twice."""
    sent = {
        (journal.user, entry.move_id)
        for journal in evidence.journals
        for entry in journal.entries
        if entry.kind == SENT
    }
    played = [line for line in evidence.events if line.by == "player"]
    broken = [
        f"move {move_id} is in the log {count} times"
        for move_id, count in Counter(line.move_id for line in played).items()
        if count > 1
    ]
    broken += [
        f"{line.match}#{line.seq} was sent by nobody"
        for line in played
        if (line.user, line.move_id) not in sent
    ]
    return Finding("no move is in the log twice, or unsent", len(played), broken)


def refused_never(evidence: Evidence) -> Finding:
    lines = by_move(evidence.events)
    broken, checked = [], 0
    for journal in evidence.journals:
        for entry in first_of(journal, REFUSED):
            checked += 1
            if entry.move_id in lines:
                broken.append(f"{journal.who}: {entry.move_id} was refused, and is in the log")
    return Finding("a refused move is not in the log", checked, broken)


def logs_replay(evidence: Evidence) -> Finding:
    broken = list(evidence.replays)
    numbers: dict[int, list[int]] = defaultdict(list)
    for line in evidence.events:
        numbers[line.match].append(line.seq)
    for match, seen in numbers.items():
        if sorted(seen) != list(range(len(seen))):
            broken.append(f"the log of match {match} has a gap or a double")
    return Finding("every log is whole and gives its snapshot", evidence.matches, broken)


def views_are_replays(evidence: Evidence) -> Finding:
    """What was shown is what the log gives: to a program its view, to a page what it may do."""
    known = {(view.match, view.seq, view.user): view for view in evidence.views}
    seated = {(view.match, view.user) for view in evidence.views}
    broken, checked = [], 0
    for journal in evidence.journals:
        for entry in journal.entries:
            user = journal.user if (entry.match, journal.user) in seated else WATCHER
            view = known.get((entry.match, entry.seq, user))
            if entry.kind not in {VIEW, OFFERS}:
                continue
            checked += 1
            if view is None:
                broken.append(f"{journal.who} was shown {entry.match}#{entry.seq}, which is not")
            elif entry.kind == VIEW and entry.digest != view.digest:
                broken.append(f"{journal.who} was shown another {entry.match}#{entry.seq}")
            elif entry.kind == OFFERS and not set(entry.offers) <= set(view.moves):
                broken.append(f"{journal.who} was offered too much at {entry.match}#{entry.seq}")
    return Finding("what was shown is what the log replays to", checked, broken)


def pushes_go_forward(evidence: Evidence) -> Finding:
    broken, checked = [], 0
    for journal in evidence.journals:
        last = (0, -1)
        for entry in journal.entries:
            if entry.kind == OPENED:
                last = (0, -1)
            elif entry.kind in {VIEW, OFFERS}:
                checked += 1
                if (entry.match, entry.seq) < last:
                    broken.append(f"{journal.who}: {entry.match}#{entry.seq} after {last}")
                last = (entry.match, entry.seq)
    return Finding("no connection is shown an older step", checked, broken)


def timers_never_early(evidence: Evidence) -> Finding:
    broken, checked = [], 0
    for line, deadline, fired in timers(evidence):
        checked += 1
        if fired < deadline:
            broken.append(f"{line.match}#{line.seq} fired {deadline - fired:.2f} s early")
    return Finding("no timer is early", checked, broken)


def timers_in_time(evidence: Evidence) -> Finding:
    broken, late = [], []
    for line, deadline, fired in timers(evidence):
        late.append(fired - deadline)
        if fired > latest(evidence, deadline):
            broken.append(f"{line.match}#{line.seq} fired {fired - deadline:.1f} s late")
    for clock in evidence.running:
        if clock.deadline is not None and clock.at > latest(evidence, clock.deadline):
            broken.append(f"match {clock.match} is due for {clock.at - clock.deadline:.1f} s")
    late.sort()
    strict = sum(seconds <= LATE + evidence.lag for seconds in late)
    note = f"{strict} within {LATE:.0f} s"
    if late:
        note += f"; median {late[len(late) // 2]:.1f} s, longest {late[-1]:.1f} s"
    return Finding("a timer fires in time", len(late) + len(evidence.running), broken, note)


def outages_are_given_back(evidence: Evidence) -> Finding:
    """No part is silent for long without all clocks being given that time."""
    broken, checked = [], 0
    last: dict[str, float] = {}
    for beat in sorted(evidence.beats, key=lambda each: each.at):
        since = last.get(beat.name, beat.at)
        last[beat.name] = beat.at
        if beat.at - since <= SILENCE + SLACK:
            continue
        checked += 1
        given = covered(since, beat.at, evidence.outages)
        if given < beat.at - since - SLACK:
            broken.append(f"{beat.name} was silent for {beat.at - since:.1f} s, {given:.1f} given")
    return Finding("a silence of ours is given back to the clocks", checked, broken)


def covered(since: float, until: float, outages: Iterable[Outage]) -> float:
    """Seconds of a stretch that lie within an outage; outages do not overlap."""
    return sum(max(0.0, min(until, outage.ended) - max(since, outage.began)) for outage in outages)


def forfeits_are_deserved(evidence: Evidence) -> Finding:
    """Only who was away for the whole grace; and who never came is not waited for for ever."""
    journals = {journal.user: journal for journal in evidence.journals}
    absent = [each for each in evidence.forfeits if each.why == "absent"]
    broken = []
    for forfeit in absent:
        journal = journals.get(forfeit.user)
        since = forfeit.at - evidence.grace + 1
        if journal and any(b > since and a < forfeit.at for a, b in connected(journal)):
            broken.append(f"{journal.who} was there, and lost the seat in match {forfeit.match}")
    gone = {forfeit.user for forfeit in absent}
    silent = [journal for journal in evidence.journals if journal.role == "silent"]
    broken += [
        f"{each.who} never came, and kept the seat" for each in silent if each.user not in gone
    ]
    return Finding("only who is truly away loses a seat", len(absent) + len(silent), broken)


def secrets_stay(evidence: Evidence) -> Finding:
    """Seeds, keys, nonces, questions to come, sessions, tokens: searched for in every byte."""
    search = evidence.search
    broken = list(search.leaks)
    if not search.met:
        broken.append("the search did not even find what is public by now")
    note = f"{search.secrets} secrets in {search.size:,} bytes; {search.met} met when public"
    return Finding("no secret is in a message before its time", search.messages, broken, note)


def ratings_recompute(evidence: Evidence) -> Finding:
    broken = [evidence.ratings] if evidence.ratings else []
    return Finding("ratings recompute to what is stored", evidence.matches, broken)


def standings_recompute(evidence: Evidence) -> Finding:
    broken = [evidence.series] if evidence.series else []
    return Finding("standings recompute to what is stored", evidence.series_played, broken)


def everything_recovers(evidence: Evidence) -> Finding:
    return Finding("every part recovers by itself", len(evidence.faults), list(evidence.slow))


def everybody_was_answered(evidence: Evidence) -> Finding:
    sent = sum(entry.kind == SENT for each in evidence.journals for entry in each.entries)
    return Finding("no answer says that we were wrong", sent, list(evidence.unanswered))


PROMISES: list[Callable[[Evidence], Finding]] = [
    acknowledged_once,
    acknowledged_in_order,
    unanswered_at_most_once,
    refused_never,
    logs_replay,
    views_are_replays,
    pushes_go_forward,
    timers_never_early,
    timers_in_time,
    outages_are_given_back,
    forfeits_are_deserved,
    secrets_stay,
    ratings_recompute,
    standings_recompute,
    everything_recovers,
    everybody_was_answered,
]


def by_move(events: Iterable[Event]) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.move_id:
            found[event.move_id].append(event)
    return found


def first_of(journal: Journal, kind: str) -> list[Entry]:
    """The first entry of this kind about each move; a repeat is answered alike."""
    known: dict[str, Entry] = {}
    for entry in journal.entries:
        if entry.kind == kind:
            known.setdefault(entry.move_id, entry)
    return list(known.values())


def timers(evidence: Evidence) -> Iterable[tuple[Event, float, float]]:
    """Every time-out: its line, the deadline it had last, and when it was written."""
    written: dict[int, list[Clock]] = defaultdict(list)
    for clock in sorted(evidence.clocks, key=lambda each: each.at):
        written[clock.match].append(clock)
    for line in evidence.events:
        if line.by != "clock":
            continue
        before = [clock for clock in written[line.match] if clock.seq < line.seq]
        after = [clock for clock in written[line.match] if clock.seq >= line.seq]
        if before and after and before[-1].deadline is not None:
            yield line, before[-1].deadline, after[0].at


def latest(evidence: Evidence, deadline: float) -> float:
    """Until when a timer may wait: a fault within its time gives it until after the recovery."""
    until = deadline + LATE + evidence.lag
    for fault in sorted(evidence.faults, key=lambda each: each.began):
        if fault.began <= until and fault.ended + LATE_AFTER_RECOVERY > deadline:
            until = max(until, fault.ended + LATE_AFTER_RECOVERY)
    return until


def connected(journal: Journal) -> list[tuple[float, float]]:
    """When this player had a connection that answered."""
    spans, since = [], None
    for entry in journal.entries:
        if entry.kind == OPENED:
            since = entry.at
        elif entry.kind == CLOSED and since is not None:
            spans.append((since, entry.at))
            since = None
    if since is not None:
        spans.append((since, float("inf")))
    return spans
