"""What becomes of a due message: kinds, quiet hours, pages in sight, lateness."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.models import Notice
from accounts.push import outbox, quiet_hours
from accounts.push.delivery import Envelope
from accounts.push.models import Device, Message, Outcome, Reach
from tests.push.conftest import all_kinds

NOW = datetime(2026, 11, 18, 22, 30, tzinfo=UTC)
NIGHT = (time(22), time(7))
TURN, INVITED, STARTS = "your-turn", "invited", "match-starts"
MORNING = datetime(2026, 11, 19, 7, tzinfo=UTC)

# kind     made     notice   the device shows    quiet       zone             → what becomes of it
FATES = [
    (TURN, 0, "new", all_kinds(), None, "UTC", None),
    (TURN, 0, "read", all_kinds(), None, "UTC", Outcome.SEEN),
    (TURN, 0, "told", all_kinds(), None, "UTC", Outcome.SEEN),
    (TURN, 0, "replaced", all_kinds(), None, "UTC", Outcome.SEEN),
    (TURN, 0, "new", [INVITED], None, "UTC", Outcome.UNWANTED),
    (TURN, 0, "new", None, None, "UTC", Outcome.GONE),
    (TURN, 0, "new", all_kinds(), NIGHT, "UTC", MORNING),
    (TURN, 0, "new", all_kinds(), NIGHT, "Asia/Baku", MORNING - timedelta(hours=4)),
    (TURN, 0, "new", all_kinds(), NIGHT, "America/New_York", None),
    (TURN, 0, "new", all_kinds(), NIGHT, "No/Where", MORNING),
    (TURN, 1439, "new", all_kinds(), None, "UTC", None),
    (TURN, 1441, "new", all_kinds(), None, "UTC", Outcome.STALE),
    (TURN, 1000, "new", all_kinds(), NIGHT, "UTC", Outcome.STALE),
    (INVITED, 0, "new", all_kinds(), None, "UTC", None),
    (INVITED, 0, "new", [TURN], None, "UTC", Outcome.UNWANTED),
    (INVITED, 0, "told", all_kinds(), None, "UTC", Outcome.SEEN),
    (INVITED, 0, "new", all_kinds(), NIGHT, "UTC", Outcome.STALE),
    (INVITED, 0, "new", all_kinds(), (time(22), time(23)), "UTC", NOW + timedelta(minutes=30)),
    (INVITED, 61, "new", all_kinds(), None, "UTC", Outcome.STALE),
    (STARTS, 0, "new", all_kinds(), None, "UTC", None),
    (STARTS, 0, "new", [TURN, INVITED], None, "UTC", Outcome.UNWANTED),
    (STARTS, 0, "new", all_kinds(), NIGHT, "UTC", Outcome.STALE),
    (STARTS, 11, "new", all_kinds(), None, "UTC", Outcome.STALE),
]


@pytest.mark.parametrize(("kind", "age", "seen", "shows", "quiet", "zone", "fate"), FATES)
def test_what_becomes_of_a_message(
    kind: str, age: int, seen: str, shows: Any, quiet: Any, zone: str, fate: Any
) -> None:
    made = NOW - timedelta(minutes=age)
    keeps = kinds.pushed()[kind].keeps
    user = User(pk=1)
    notice = Notice(kind=kind, read_at=made if seen == "read" else None)
    notice.told_at = made if seen == "told" else None
    reach = (
        Reach(user=user, quiet_from=quiet[0], quiet_to=quiet[1], time_zone=zone) if quiet else None
    )
    envelope = Envelope(
        Message(user=user, device_id=5, expires_at=made + keeps),
        None if seen == "replaced" else notice,
        None if shows is None else Device(pk=5, user=user, kinds=shows),
        reach,
        pushed=False,
        now=NOW,
        until=0,
    )
    assert outbox.decide(envelope) == fate


# pushed  wanted  quiet     → the mail of a turn
@pytest.mark.parametrize(
    ("pushed", "wanted", "quiet", "fate"),
    [
        (False, True, None, None),
        (True, True, None, Outcome.SEEN),
        (False, False, None, Outcome.UNWANTED),
        (False, True, NIGHT, MORNING + timedelta(minutes=15)),
    ],
)
def test_what_becomes_of_a_mail(pushed: bool, wanted: bool, quiet: Any, fate: Any) -> None:
    user = User(pk=1)
    start, end = quiet or (None, None)
    reach = Reach(user=user, quiet_from=start, quiet_to=end, turn_mail=wanted)
    message = Message(user=user, expires_at=NOW + timedelta(days=1))
    notice = Notice(kind=TURN)
    envelope = Envelope(message, notice, None, reach, pushed=pushed, now=NOW, until=0)
    assert outbox.decide(envelope) == fate


@pytest.mark.parametrize(
    ("start", "end", "moment", "quiet"),
    [
        (time(22), time(7), time(22), True),
        (time(22), time(7), time(6, 59), True),
        (time(22), time(7), time(7), False),
        (time(9), time(12), time(11), True),
        (time(9), time(12), time(12), False),
        (time(9), time(9), time(9), False),
    ],
)
def test_quiet_hours_go_over_midnight(start: time, end: time, moment: time, quiet: bool) -> None:
    assert quiet_hours.is_within(moment, start, end) is quiet
