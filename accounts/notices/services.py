"""Notice services: the only writer of notices, follows and wishes.

`notify` is how any part of the site tells somebody something: it writes a row, and on commit every
open page of that person rings. Who has none open is sent a push message (`accounts.push`).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.notices import refusals
from accounts.notices.models import Follow, Notice, Wishes
from accounts.notices.signals import bell_changed
from accounts.people.locking import hold_people, lock_people, lock_who_stays
from accounts.push import outbox

MOST_FOLLOWED = 500

READ_DAYS, UNREAD_DAYS = 30, 90
"""So long a notice is kept: not long once it was read, a season if it never was."""


# ---- Notices ------------------------------------------------------------------------------------


def notify(
    user_id: int,
    kind: str,
    params: Mapping[str, Any] | None = None,
    url: str = "",
    *,
    once: str | None = None,
) -> None:
    """Tells one person. `once` names the occasion: told again under the same name, it is silent."""
    notify_all([user_id], kind, params, url, once=once)


def notify_all(
    user_ids: Iterable[int],
    kind: str,
    params: Mapping[str, Any] | None = None,
    url: str = "",
    *,
    once: str | None = None,
    instead_of: Collection[str] = (),
) -> None:
    """The same to several people, in one statement. Bots and those who left are told nothing.

    What this kind said before about the same page is thereby read: only the newest counts. What
    the kinds `instead_of` said about it is gone: this one takes its place.
    """
    with transaction.atomic():
        ids = hold_people(user_ids)
        if once is not None:
            known = Notice.objects.filter(user__in=ids, once=once)
            told = set(known.values_list("user_id", flat=True))
            ids = [each for each in ids if each not in told]
        if not ids:
            return
        if url:
            _mark_read(Notice.objects.filter(user__in=ids, kind=kind, url=url, read_at=None))
            Notice.objects.filter(user__in=ids, kind__in=instead_of, url=url).delete()
        Notice.objects.bulk_create(
            (
                Notice(user_id=each, kind=kind, params=dict(params or {}), url=url, once=once)
                for each in ids
            ),
            ignore_conflicts=True,
        )
        outbox.put(ids, kind, url)
        bell_changed.send(Notice, user_ids=ids)


def read(user_id: int, **which: Any) -> int:
    """Marks notices of one person as read: `pk=…`, `url=…`, or all of them."""
    with transaction.atomic():
        rows = Notice.objects.filter(user_id=user_id, read_at=None, **which)
        changed = rows.update(read_at=Now())
        if changed:
            bell_changed.send(Notice, user_ids=[user_id])
    return changed


def tell(user_id: int, newest: int) -> None:
    """A page in sight shows the bell with this notice as its newest: nothing else need say it."""
    rows = Notice.objects.filter(user_id=user_id, pk__lte=newest, read_at=None, told_at=None)
    rows.update(told_at=Now())


def settle(kind: str, url: str, besides: Collection[int] = ()) -> None:
    """What was told of a page no longer waits for anybody, such as the turn in a match now over;
    or only for these people `besides`."""
    with transaction.atomic():
        rows = Notice.objects.filter(kind=kind, url=url, read_at=None).exclude(user__in=besides)
        ids = set(rows.values_list("user_id", flat=True))
        if ids:
            _mark_read(rows)
            bell_changed.send(Notice, user_ids=sorted(ids))


def _mark_read(rows: QuerySet[Notice]) -> None:
    """Of several people. One that is locked is just being read or erased by its own: whoever tells
    something holds a match or a table, and waits for nobody's bell."""
    free = rows.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
    Notice.objects.filter(pk__in=list(free)).update(read_at=Now())


def prune() -> int:
    """Old notices are of no use to anybody."""
    old = Q(read_at__lt=Now() - timedelta(days=READ_DAYS))
    older = Q(at__lt=Now() - timedelta(days=UNREAD_DAYS))
    return Notice.objects.filter(old | older).delete()[0]


# ---- Following ----------------------------------------------------------------------------------


def follow(user: User, name: str) -> User:
    """From now on `user` sees when this person plays. The other one hears of it, once."""
    if user.is_guest:
        raise refusals.GuestsFollowNobody
    other = _somebody(name)
    if other.pk == user.pk:
        raise refusals.NotYourself
    if other.is_guest:
        raise refusals.GuestsAreGoneTomorrow
    with transaction.atomic():
        if not all(each.is_active for each in lock_people([user.pk, other.pk])):
            raise refusals.Nobody
        if Follow.objects.filter(user=user).count() >= MOST_FOLLOWED:
            raise refusals.TooManyFollowed
        _row, made = Follow.objects.get_or_create(user=user, followed=other)
        if made:
            notify(
                other.pk,
                "followed",
                {"name": user.username},
                user.get_absolute_url(),
                once=f"followed:{user.pk}",
            )
    return other


def unfollow(user: User, name: str) -> User:
    other = _somebody(name)
    Follow.objects.filter(user=user, followed=other).delete()
    return other


def _somebody(name: str) -> User:
    other = User.objects.filter(username__iexact=name.strip(), is_active=True, is_bot=False).first()
    if other is None:
        raise refusals.Nobody
    return other


@transaction.atomic
def wish(user: User, *, show_online: bool, invites: str) -> None:
    """How one wishes to be found."""
    if invites not in Wishes.Invites.values:
        raise refusals.NoSuchWish
    lock_who_stays(user)
    Wishes.objects.update_or_create(
        user=user, defaults={"show_online": show_online, "invites": invites}
    )


def forget(user: User) -> None:
    """Somebody leaves for good: nothing here knows them any more, nor do the others' notices."""
    forget_told(user)
    Notice.objects.filter(params__name=user.username).delete()
    Follow.objects.filter(Q(user=user) | Q(followed=user)).delete()
    Wishes.objects.filter(user=user).delete()


def forget_told(user: User) -> None:
    Notice.objects.filter(user=user).delete()
