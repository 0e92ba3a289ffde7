"""The only writer of karma.

Entries are appended inside the transaction of what they tell of, once per person, match and kind.
The number is kept beside them: it is always the start plus all changes.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts.karma import refusals, worth
from accounts.karma.models import HIGHEST, LOWEST, Appeal, Entry, Standing
from accounts.models import User
from accounts.notices.services import tell
from accounts.sanctions import audit

Kind = Entry.Kind

APPEAL_DAYS = 30
OPEN_APPEALS = 5
LONGEST = 1000

WHAT = {
    Kind.LEFT: gettext_noop("You left a match"),
    Kind.TIMED_OUT: gettext_noop("The clock often played for you"),
    Kind.REPORTED: gettext_noop("You were reported, and it was confirmed"),
}


def record(
    user_id: int,
    kind: str,
    *,
    match_id: int | None = None,
    game: str = "",
    reason: str = "",
    once: str = "",
) -> Entry | None:
    """Writes one outcome. None: it stood there already.

    Called inside the transaction that ended the match or the seat. Locks the person's number.
    """
    once = once or f"{kind}:{match_id}"
    with transaction.atomic():
        standing = _lock(user_id)
        if Entry.objects.filter(user_id=user_id, once=once).exists():
            return None
        return _append(
            standing,
            kind,
            worth.WORTH[Kind(kind)],
            match_id=match_id,
            game=game,
            reason=reason[:300],
            once=once,
        )


def confirm_report(
    user: User,
    report_id: int | None = None,
    *,
    match_id: int | None = None,
    game: str = "",
    reason: str = "",
) -> Entry | None:
    """A report about this person was found to be true. Several about one match count once."""
    once = f"reported:m{match_id}" if match_id else f"reported:r{report_id}"
    return record(user.pk, Kind.REPORTED, match_id=match_id, game=game, reason=reason, once=once)


def reverse_entry(entry_id: int, reason: str = "") -> Entry | None:
    """Takes an entry back by a counter-entry; the entry itself stays in sight. None: it was."""
    with transaction.atomic():
        entry = Entry.objects.get(pk=entry_id)
        standing = _lock(entry.user_id)
        once = f"reversed:{entry.pk}"
        if Entry.objects.filter(user=entry.user, once=once).exists():
            return None
        return _append(
            standing,
            Kind.REVERSED,
            -entry.change,
            match_id=entry.match_id,
            game=entry.game,
            reason=reason[:300],
            reverses=entry,
            once=once,
        )


def _lock(user_id: int) -> Standing:
    rows = Standing.objects.select_for_update(of=("self",), no_key=True).filter(user_id=user_id)
    found = rows.first()
    if found is None:
        Standing.objects.get_or_create(user_id=user_id)
        found = rows.get()
    return found


def _append(standing: Standing, kind: str, change: int, **more: object) -> Entry:
    """The number stays within its bounds, and the entry says what really changed."""
    value = min(HIGHEST, max(LOWEST, standing.value + change))
    entry = Entry.objects.create(
        user_id=standing.user_id,
        kind=kind,
        change=value - standing.value,
        value=value,
        **more,
    )
    standing.value = value
    standing.save(update_fields=["value"])
    if kind in WHAT:
        tell(
            standing.user_id,
            "karma",
            {"what": WHAT[Kind(kind)], "change": entry.change, "value": value},
            f"{reverse('karma:mine')}#entry-{entry.pk}",
            once=f"karma:{entry.pk}",
        )
    return entry


# ---- Appeals ------------------------------------------------------------------------------------


def appeal(entry_id: int, user: User, text: str) -> Appeal:
    """Somebody says that an entry of theirs is wrong, once."""
    text = text.strip()
    if not text:
        raise refusals.SayWhy
    if len(text) > LONGEST:
        raise refusals.TooLong
    with transaction.atomic():
        _lock(user.pk)
        entry = Entry.objects.filter(pk=entry_id, user=user).first()
        if entry is None:
            raise refusals.NoSuchEntry
        if Appeal.objects.filter(entry=entry).exists():
            raise refusals.AppealedAlready
        if not entry.may_be_appealed:
            raise refusals.NothingToAppeal
        fresh = Entry.objects.filter(pk=entry.pk, at__gt=Now() - timedelta(days=APPEAL_DAYS))
        if not fresh.exists():
            raise refusals.TooOld
        waiting = Appeal.objects.filter(entry__user=user, state=Appeal.State.OPEN)
        if waiting.count() >= OPEN_APPEALS:
            raise refusals.TooManyAppeals
        return Appeal.objects.create(entry=entry, text=text)


def answer_appeal(appeal_id: int, by: User, accepted: bool, answer: str) -> None:
    """Answers once, and tells the player. Accepting writes the counter-entry."""
    answer = answer.strip()
    if not answer:
        raise refusals.AnswerMissing
    with transaction.atomic():
        row = Appeal.objects.select_for_update(of=("self",)).get(pk=appeal_id)
        if row.state != Appeal.State.OPEN:
            raise refusals.AnsweredAlready
        if row.entry.user_id == by.pk:
            raise refusals.OwnAppeal
        row.state = Appeal.State.ACCEPTED if accepted else Appeal.State.DECLINED
        row.answer, row.answered_by = answer[:LONGEST], by
        row.save(update_fields=["state", "answer", "answered_by"])
        Appeal.objects.filter(pk=row.pk).update(answered_at=Now())
        if accepted:
            reverse_entry(row.entry_id, answer)
        audit.record(by, "accepted appeal" if accepted else "declined appeal", row.entry, answer)
        tell(
            row.entry.user_id,
            "appeal-accepted" if accepted else "appeal-declined",
            {},
            f"{reverse('karma:mine')}#entry-{row.entry_id}",
            once=f"appeal:{row.pk}",
        )


def forget(user: User) -> None:
    """Somebody leaves for good."""
    Appeal.objects.filter(entry__user=user).delete()
    Entry.objects.filter(user=user, reverses__isnull=False).delete()
    Entry.objects.filter(user=user).delete()
    Standing.objects.filter(user=user).delete()
