"""The outbox: messages written in the transaction of their notice, and sent by a worker.

None is lost: a message is due until its end is stored. None is sent by two at a time: who claims
one moves it on by `LEASE`, for the others pass over it then. If a sender dies after the push
service took a message and before that is stored, the device gets it again under the same id, and
the service worker shows an id once.
"""

import logging
import time
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.notices import kinds
from accounts.notices.models import Notice
from accounts.push import delivery, quiet_hours
from accounts.push.delivery import Envelope
from accounts.push.models import Device, Message, Outcome, Reach
from accounts.push.transport import PATIENCE

log = logging.getLogger("courtyard.push")

PAUSE = timedelta(seconds=4)
"""A page in sight has this long to say the notice itself."""

LEASE = timedelta(seconds=90)
"""So long a claimed message is its sender's. More than a task may last."""

BATCH = 64
MOST_SECONDS = 20.0

DONE_DAYS, UNRENEWED_DAYS = 2, 60

# One message for each device that shows this kind, and one for the mailbox where there is a mail.
PUT = """
INSERT INTO push_message (user_id, notice_id, device_id, due_at, expires_at, attempts, outcome)
SELECT n.user_id, n.id, d.id, now() + %(pause)s, now() + %(keeps)s, 0, ''
  FROM social_notice n JOIN push_device d ON d.user_id = n.user_id AND %(kind)s = ANY (d.kinds)
 WHERE n.user_id = ANY (%(users)s) AND n.kind = %(kind)s AND n.url = %(url)s AND n.read_at IS NULL
 UNION ALL
SELECT n.user_id, n.id, NULL, now() + %(mail_after)s, now() + %(keeps)s, 0, ''
  FROM social_notice n
 WHERE n.user_id = ANY (%(users)s) AND n.kind = %(kind)s AND n.url = %(url)s AND n.read_at IS NULL
   AND %(mail_after)s IS NOT NULL
ON CONFLICT DO NOTHING
"""

CLAIM = """
WITH due AS (
    SELECT id FROM push_message WHERE done_at IS NULL AND due_at <= now()
     ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
)
UPDATE push_message m SET due_at = now() + %s, attempts = attempts + 1 FROM due WHERE m.id = due.id
RETURNING m.id, now()
"""


def put(user_ids: list[int], kind: str, url: str) -> None:
    """What these people were just told waits to be sent. Called in the notice's transaction."""
    terms = kinds.pushed().get(kind)
    if terms is None:
        return
    values: dict[str, Any] = {
        "users": user_ids,
        "kind": kind,
        "url": url,
        "pause": PAUSE,
        "keeps": terms.keeps,
        "mail_after": terms.mail_after,
    }
    with connection.cursor() as cursor:
        cursor.execute(PUT, values)


def deliver() -> int:
    """Sends what is due, for a while. Gives the number of messages that were sent."""
    begun, sent = time.monotonic(), 0
    while time.monotonic() - begun < MOST_SECONDS:
        claimed = claim()
        if not claimed:
            break
        sent += send(claimed)
    return sent


def claim(most: int = BATCH) -> list[Envelope]:
    """The messages that are due, now ours for `LEASE`, with all that deciding on them needs."""
    terms: list[Any] = [most, LEASE]
    until = time.monotonic() + LEASE.total_seconds() - 2 * PATIENCE
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, terms)
        found = cursor.fetchall()
    if not found:
        return []
    messages = Message.objects.filter(pk__in=[row[0] for row in found]).order_by("pk")
    rows = list(messages.select_related("user"))
    notices = Notice.objects.in_bulk({row.notice_id for row in rows})
    devices = Device.objects.in_bulk({row.device_id for row in rows if row.device_id})
    reaches = Reach.objects.in_bulk({row.user_id for row in rows})
    pushed = set(
        Message.objects.filter(
            notice__in=notices, device__isnull=False, outcome=Outcome.SENT
        ).values_list("notice_id", flat=True)
    )
    return [
        Envelope(
            row,
            notices.get(row.notice_id),
            devices.get(row.device_id) if row.device_id else None,
            reaches.get(row.user_id),
            row.notice_id in pushed,
            found[0][1],
            until,
        )
        for row in rows
    ]


def send(claimed: list[Envelope]) -> int:
    """Decides on each, sends the ones that go now side by side, and stores every end at once."""
    going = []
    for envelope in claimed:
        fate = decide(envelope)
        if isinstance(fate, Outcome):
            _end(envelope.message, fate)
        elif isinstance(fate, datetime):
            _put_off(envelope.message, fate, attempts=0)
        else:
            going.append(envelope)
    sent = 0
    for envelope, answer in delivery.send_all(going):
        sent += _store(envelope, answer)
    return sent


def decide(envelope: Envelope) -> Outcome | datetime | None:
    """How a due message ends unsent, or until when it waits; None: it is sent now."""
    message, notice, device, now = (
        envelope.message,
        envelope.notice,
        envelope.device,
        envelope.now,
    )
    if notice is None or notice.read_at or notice.told_at:
        return Outcome.SEEN
    if not message.user.is_active:
        return Outcome.GONE
    terms = kinds.pushed().get(notice.kind)
    if message.device_id is None:
        if envelope.pushed:
            return Outcome.SEEN
        if envelope.reach is not None and not envelope.reach.turn_mail:
            return Outcome.UNWANTED
    elif device is None or device.user_id != message.user_id:
        return Outcome.GONE
    elif notice.kind not in device.kinds or not settings.PUSH_PRIVATE_KEY:
        return Outcome.UNWANTED
    later = quiet_hours.ends_at(envelope.reach, now)
    if later is not None and message.device_id is None and terms and terms.mail_after:
        later += terms.mail_after  # the push message goes first
    if terms is None or (later or now) >= message.expires_at:
        return Outcome.STALE
    return later


def _store(envelope: Envelope, answer: delivery.Answer | Outcome | None) -> bool:
    """What came of it. True: it was sent."""
    message = envelope.message
    if answer is None:
        return False  # not tried: it is due again when the lease is over
    if isinstance(answer, Outcome):
        if answer == Outcome.GONE and envelope.device is not None:
            envelope.device.delete()
        _end(message, answer)
        return answer == Outcome.SENT
    pause = max(answer.retry_after, min(3600, 30 * 4 ** (message.attempts - 1)))
    again = envelope.now + timedelta(seconds=pause)
    if again >= message.expires_at:
        _end(message, Outcome.STALE)
    else:
        _put_off(message, again, attempts=message.attempts)
    return False


def _end(message: Message, outcome: Outcome) -> None:
    _ours(message).update(done_at=Now(), outcome=outcome)


def _put_off(message: Message, until: datetime, attempts: int) -> None:
    _ours(message).update(due_at=until, attempts=attempts)


def _ours(message: Message) -> QuerySet[Message]:
    """The row, unless somebody has claimed it since."""
    return Message.objects.filter(pk=message.pk, attempts=message.attempts, done_at=None)


def prune() -> None:
    """Old ends are of no use to anybody, and a browser that never comes back is gone."""
    Message.objects.filter(done_at__lt=Now() - timedelta(days=DONE_DAYS)).delete()
    Device.objects.filter(renewed_at__lt=Now() - timedelta(days=UNRENEWED_DAYS)).delete()
