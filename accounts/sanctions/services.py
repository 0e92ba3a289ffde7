"""Sanction services: the only writer of sanctions, and of what they forbid on a person's row.

Each function is one transaction that locks the person's row, writes the log of staff, and tells on
commit: open pages show it at once, and what is forbidden is refused from the same moment on.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.access.revocation import Why, revoke
from accounts.models import FOR_EVER, User
from accounts.notices.services import notify
from accounts.people.locking import lock_person
from accounts.people.names import skeleton
from accounts.sanctions import refusals
from accounts.sanctions.models import COLUMNS, Appeal, Kind, Sanction
from accounts.signals import renamed, sanctions_changed
from accounts.staff import appeals, audit_log
from accounts.staff.refusals import NoReason

REPLACED = "Replaced by a later one."


@transaction.atomic
def impose(
    user: User,
    kind: Kind,
    reason: str,
    *,
    by: User | None,
    until: datetime | None = None,
    report_id: int | None = None,
) -> Sanction:
    """Imposes a sanction until a moment, or for good. It replaces a running one of its kind.

    A rename gives a neutral name at once; from `until` on the person may choose another.
    """
    check_may_judge(by, user)
    reason = reason.strip()
    if not reason:
        raise NoReason
    person = lock_person(user.pk)
    if person.bot_level or person.has_left:
        raise refusals.NotAPerson
    if kind in COLUMNS:
        _open(person, kind).update(lifted_at=timezone.now(), lifted_by=by, lift_reason=REPLACED)
    sanction = Sanction(
        user=person,
        kind=kind,
        reason=reason,
        author=by,
        until=until or FOR_EVER,
        report_id=report_id,
    )
    if kind == Kind.RENAME:
        sanction.until = until or timezone.now()
        sanction.old_name, sanction.old_name_key = person.username, skeleton(person.username)
        _rename(person, _neutral_name())
    sanction.save()
    _refresh(person, kind)
    _copy(person, user)
    audit_log.record(
        by,
        f"imposed: {kind}",
        person,
        reason,
        sanction=sanction.pk,
        until=None if sanction.is_for_good else sanction.until.isoformat(),
        report=report_id,
        name_before=sanction.old_name,
    )
    notify(person.pk, f"sanction-{kind}", {"reason": reason}, reverse("accounts:sanctions"))
    _notify(person)
    if kind == Kind.BAN:
        revoke(person, Why.BANNED)
    return sanction


def check_may_judge(by: User | None, user: User) -> None:
    """Nobody judges themselves, and staff are judged by administrators."""
    if by is None:
        return
    if by.pk == user.pk:
        raise refusals.NotYourself
    if user.is_staff and not by.is_superuser:
        raise refusals.NotStaff


def ban(user: User, by: User | None, reason: str, until: datetime | None = None) -> None:
    impose(user, Kind.BAN, reason, by=by, until=until)


def lift_ban(user: User, by: User | None = None, reason: str = "Lifted.") -> None:
    for sanction in _open(user, Kind.BAN):
        lift(sanction.pk, by=by, reason=reason)
    user.banned_until = None


@transaction.atomic
def lift(sanction_id: int, *, by: User | None, reason: str) -> None:
    """Ends a sanction before its time. A name that was taken away stays taken away."""
    sanction = Sanction.objects.select_related("user").get(pk=sanction_id)
    check_may_judge(by, sanction.user)
    if not reason.strip():
        raise NoReason
    person = lock_person(sanction.user_id)
    sanction.refresh_from_db(fields=["lifted_at"])
    if sanction.lifted_at is not None:
        return
    sanction.lifted_at, sanction.lifted_by = timezone.now(), by
    sanction.lift_reason = reason.strip()
    sanction.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    _refresh(person, Kind(sanction.kind))
    audit_log.record(by, f"lifted: {sanction.kind}", person, reason, sanction=sanction.pk)
    notify(person.pk, "sanction-lifted", {"reason": reason.strip()}, reverse("accounts:sanctions"))
    _notify(person)


@transaction.atomic
def read(sanction_id: int, user: User) -> None:
    """The person has read it; pages stop saying it. It stays on record."""
    rows = Sanction.objects.filter(pk=sanction_id, user=user, read_at=None)
    if rows.update(read_at=timezone.now()):
        _notify(user)


@transaction.atomic
def choose_name(user: User, name: str) -> None:
    """After a rename: one new name, once. Its shape and freedom are the form's to check."""
    person = lock_person(user.pk)
    rows = Sanction.objects.filter(user=person, kind=Kind.RENAME, new_name="", lifted_at=None)
    sanction = rows.order_by("-id").first()
    if sanction is None:
        raise refusals.NoNameToChoose
    if sanction.until > timezone.now():
        raise refusals.TooEarly
    _rename(person, name)
    rows.update(new_name=name, read_at=timezone.now())
    _copy(person, user)
    _notify(person)


# ---- Appeals ----------------------------------------------------------------------------------


@transaction.atomic
def appeal(sanction_id: int, user: User, text: str) -> Appeal:
    """Asks for a sanction to be looked at again. Once for each, while it runs."""
    lock_person(user.pk)
    sanction = Sanction.objects.filter(pk=sanction_id, user=user).first()
    if sanction is None:
        raise refusals.NotYours
    if not sanction.is_running:
        raise refusals.NotRunning
    return appeals.file(Appeal, sanction, text)


@transaction.atomic
def answer_appeal(appeal_id: int, by: User, accepted: bool, answer: str) -> None:
    """Accepts (and lifts) or declines. Whoever imposed it leaves the answer to somebody else."""
    found = appeals.lock(Appeal, appeal_id)
    sanction = found.subject
    check_may_judge(by, sanction.user)
    found.check_answerable(by, [] if by.is_superuser else [sanction.author_id])
    appeals.answer(found, by, accepted, answer)
    if accepted:
        lift(sanction.pk, by=by, reason=answer)
    else:
        notify(
            sanction.user_id,
            "appeal-refused",
            {"reason": found.answer},
            reverse("accounts:sanctions"),
        )


# ---- What they share --------------------------------------------------------------------------


def _open(user: User, kind: Kind) -> QuerySet[Sanction]:
    return Sanction.objects.filter(user=user, kind=kind, lifted_at=None, until__gt=timezone.now())


def _refresh(person: User, kind: Kind) -> None:
    """What is forbidden now, on the person's own row."""
    if kind in COLUMNS:
        longest = _open(person, kind).order_by("-until").first()
        setattr(person, COLUMNS[kind], longest.until if longest else None)
        person.save(update_fields=[COLUMNS[kind]])


def _copy(person: User, given: User) -> None:
    """The caller's own copy of the person tells the same."""
    for name in (*COLUMNS.values(), "username"):
        setattr(given, name, getattr(person, name))


def _rename(person: User, name: str) -> None:
    person.username = name
    person.full_clean(exclude=["password", "email"])
    person.save(update_fields=["username"])
    transaction.on_commit(lambda: renamed.send_robust(sender=User, user=person))


def _neutral_name() -> str:
    """Free for sure: nobody else may be called by something that looks like it."""
    while True:
        name = f"Player-{secrets.randbelow(900_000) + 100_000}"
        if not User.objects.filter(name_key=skeleton(name)).exists():
            return name


def _notify(person: User) -> None:
    transaction.on_commit(lambda: sanctions_changed.send_robust(sender=User, user=person))
