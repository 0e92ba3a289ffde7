"""Appeals: filed once by the person, answered once by the staff. What an answer does is the app's.

Each function runs in the transaction of its caller, which holds the person's lock.
"""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist

from accounts.models import User
from accounts.people.locking import lock_person
from accounts.staff import audit_log, refusals
from accounts.staff.cases import LONGEST, Appeal

A = TypeVar("A", bound=Appeal)


def file(model: type[A], subject: Any, text: str) -> A:
    text = text.strip()
    if not text:
        raise refusals.NothingSaid
    if len(text) > LONGEST:
        raise refusals.TooLong
    if model.objects.filter(subject=subject).exists():  # type: ignore[attr-defined]
        raise refusals.AppealedAlready
    return model.objects.create(subject=subject, text=text)  # type: ignore[attr-defined]


def lock(model: type[A], appeal_id: int) -> A:
    """The appeal, locked after the person it is about. It goes with their account."""
    rows = model.objects.select_related("subject__user")  # type: ignore[attr-defined]
    try:
        lock_person(rows.get(pk=appeal_id).subject.user_id)
        return rows.select_for_update(of=("self",)).get(pk=appeal_id)
    except ObjectDoesNotExist:
        raise refusals.NoSuchAppeal from None


def answer(appeal: Appeal, by: User, accepted: bool, text: str) -> None:
    """Writes the answer down, and a line in the log of staff."""
    state = Appeal.State.ACCEPTED if accepted else Appeal.State.DECLINED
    appeal.set_answer(by, state, text)
    appeal.save()
    audit_log.record(by, f"{state} appeal", appeal.subject, appeal.answer)  # type: ignore[attr-defined]
