"""Karma services: the only writer of scores and entries.

Entries are appended inside the transaction of what they tell of, once per person, match and kind.
The number is kept beside them: it is always the start plus all changes.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts.karma import refusals, scoring
from accounts.karma.models import HIGHEST, LOWEST, Appeal, Entry, KarmaScore
from accounts.models import User
from accounts.notices.services import notify
from accounts.people.locking import lock_person
from accounts.staff import appeals

Kind = Entry.Kind

APPEAL_DAYS = 30
OPEN_APPEALS = 5

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
        score = _lock(user_id)
        if Entry.objects.filter(user_id=user_id, once=once).exists():
            return None
        return _append(
            score,
            kind,
            scoring.POINTS[Kind(kind)],
            match_id=match_id,
            game=game,
            reason=reason[:300],
            once=once,
        )


def lock_scores(user_ids: Iterable[int]) -> None:
    """Locks the numbers of several people by their ids, before any of them is changed.

    Two matches of the same people that end at once then wait for each other, never in a circle.
    """
    for user_id in sorted(user_ids):
        _lock(user_id)


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
        score = _lock(entry.user_id)
        once = f"reversed:{entry.pk}"
        if Entry.objects.filter(user=entry.user, once=once).exists():
            return None
        return _append(
            score,
            Kind.REVERSED,
            -entry.change,
            match_id=entry.match_id,
            game=entry.game,
            reason=reason[:300],
            reverses=entry,
            once=once,
        )


def _lock(user_id: int) -> KarmaScore:
    rows = KarmaScore.objects.select_for_update(of=("self",), no_key=True).filter(user_id=user_id)
    found = rows.first()
    if found is None:
        KarmaScore.objects.get_or_create(user_id=user_id)
        found = rows.get()
    return found


def _append(score: KarmaScore, kind: str, change: int, **more: object) -> Entry:
    """The number stays within its bounds, and the entry says what really changed."""
    value = min(HIGHEST, max(LOWEST, score.value + change))
    entry = Entry.objects.create(
        user_id=score.user_id,
        kind=kind,
        change=value - score.value,
        value=value,
        **more,
    )
    score.value = value
    score.save(update_fields=["value"])
    if kind in WHAT:
        notify(
            score.user_id,
            "karma",
            {"what": WHAT[Kind(kind)], "change": entry.change, "value": value},
            f"{reverse('karma:mine')}#entry-{entry.pk}",
            once=f"karma:{entry.pk}",
        )
    return entry


# ---- Appeals ------------------------------------------------------------------------------------


@transaction.atomic
def appeal(entry_id: int, user: User, text: str) -> Appeal:
    """Somebody says that an entry of theirs is wrong, once."""
    lock_person(user.pk)
    entry = Entry.objects.filter(pk=entry_id, user=user).first()
    if entry is None:
        raise refusals.NoSuchEntry
    if not entry.may_be_appealed:
        raise refusals.NothingToAppeal
    fresh = Entry.objects.filter(pk=entry.pk, at__gt=Now() - timedelta(days=APPEAL_DAYS))
    if not fresh.exists():
        raise refusals.TooOld
    waiting = Appeal.objects.filter(subject__user=user, state=Appeal.State.OPEN)
    if waiting.count() >= OPEN_APPEALS:
        raise refusals.TooManyAppeals
    return appeals.file(Appeal, entry, text)


@transaction.atomic
def answer_appeal(appeal_id: int, by: User, accepted: bool, answer: str) -> None:
    """Answers once, and tells the player. Accepting writes the counter-entry."""
    found = appeals.lock(Appeal, appeal_id)
    entry = found.subject
    found.check_answerable(by, [entry.user_id])
    appeals.answer(found, by, accepted, answer)
    if accepted:
        reverse_entry(entry.pk, answer)
    notify(
        entry.user_id,
        f"appeal-{found.state}",
        {},
        f"{reverse('karma:mine')}#entry-{entry.pk}",
        once=f"appeal:{found.pk}",
    )


def forget(user: User) -> None:
    """Somebody leaves for good."""
    Appeal.objects.filter(subject__user=user).delete()
    Entry.objects.filter(user=user, reverses__isnull=False).delete()
    Entry.objects.filter(user=user).delete()
    KarmaScore.objects.filter(user=user).delete()
