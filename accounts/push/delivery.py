"""Delivery of claimed messages: each is put into words, encrypted and posted, or mailed.

Threads do the waiting and touch no database. A push service that fails again and again within one
round is left alone until the next, so that it holds up no other.
"""

import hashlib
import json
import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from accounts.notices import kinds
from accounts.notices.models import Notice
from accounts.push import addresses, transport, turn_mail, vapid
from accounts.push.encryption import Keys, encrypt, from_text, to_text
from accounts.push.models import Device, Message, Outcome, Reach
from accounts.push.transport import Answer

log = logging.getLogger("courtyard.push")

AT_ONCE = 16
PATIENT = 3
"""Failures of one push service after which a round asks it nothing more."""


@dataclass(frozen=True)
class Envelope:
    """A claimed message and what it concerns, as it was read when it was claimed."""

    message: Message
    notice: Notice | None
    device: Device | None
    reach: Reach | None
    pushed: bool
    """Whether this notice was pushed to some device."""
    now: datetime
    until: float
    """The moment, by this process's clock, after which it must not be begun any more."""


def send_all(going: Iterable[Envelope]) -> Iterator[tuple[Envelope, Answer | Outcome | None]]:
    """Each with its end as soon as it is known: an outcome, an answer that asks to try again, or
    None if it was not begun."""
    failures: Counter[str] = Counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = {_begin(pool, envelope, failures): envelope for envelope in going}
        for job in as_completed(jobs):
            if problem := job.exception():  # what is wrong with one message stops no other
                log.error("message %d failed", jobs[job].message.pk, exc_info=problem)
            yield jobs[job], Outcome.REFUSED if problem else job.result()


def _begin(pool: ThreadPoolExecutor, envelope: Envelope, failures: Counter[str]) -> Future[Any]:
    if envelope.device is None:
        mail = turn_mail.compose(envelope.message.user, _notice(envelope))
        return pool.submit(_mail, mail, envelope)
    return pool.submit(_push, envelope.device, payload(envelope), envelope, failures)


def payload(envelope: Envelope) -> bytes:
    """What the service worker is told. The words of a notice hold no card and no secret."""
    notice = _notice(envelope)
    language = envelope.message.user.language or settings.LANGUAGE_CODE
    with translation.override(language):
        body = kinds.words(notice.kind, notice.params)
    told = {
        "id": envelope.message.pk,
        "tag": topic(notice),
        "title": "Courtyard",
        "body": body[:500],
        "page": notice.url,
        "open": reverse("social:open", args=[notice.pk]),
    }
    return json.dumps(told, ensure_ascii=False).encode()


def topic(notice: Notice) -> str:
    """One for each table: a newer message takes the place of the former, on its way or shown."""
    return to_text(hashlib.sha256(notice.url.encode()).digest()[:24])


def _notice(envelope: Envelope) -> Notice:
    assert envelope.notice is not None
    return envelope.notice


def _push(
    device: Device, text: bytes, envelope: Envelope, failures: Counter[str]
) -> Answer | Outcome | None:
    host = urlsplit(device.endpoint).netloc
    if time.monotonic() > envelope.until:
        return None
    if failures[host] >= PATIENT:
        return Answer(0)
    contact = settings.SECURITY_CONTACT or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    contact = contact if ":" in contact else f"mailto:{contact}"
    left = int((envelope.message.expires_at - envelope.now).total_seconds())
    try:
        keys = Keys(from_text(device.p256dh), from_text(device.auth))
        headers = {
            "Authorization": vapid.authorization(
                device.endpoint, settings.PUSH_PRIVATE_KEY, contact
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, left)),
            "Topic": topic(_notice(envelope)),
            "Urgency": "high",
        }
        answer = transport.post(device.endpoint, headers, encrypt(text, keys))
    except addresses.BadEndpoint:
        log.warning("a device's endpoint leads to no public address; it is removed")
        return Outcome.GONE
    if 200 <= answer.status < 300:
        return Outcome.SENT
    if answer.status in (404, 410):
        return Outcome.GONE
    if answer.status in (0, 408, 425, 429) or answer.status >= 500:
        failures[host] += 1
        log.info("push service %s answered %d; again later", host, answer.status)
        return answer
    log.error("push service %s refused a message with %d", host, answer.status)
    return Outcome.REFUSED


def _mail(mail: EmailMessage | None, envelope: Envelope) -> Answer | Outcome | None:
    if mail is None:
        return Outcome.UNWANTED
    if time.monotonic() > envelope.until:
        return None
    try:
        mail.send()
    except (OSError, SMTPException) as error:
        log.warning("a mail could not be sent: %s", type(error).__name__)
        return Answer(0)
    return Outcome.SENT
