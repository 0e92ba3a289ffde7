"""Entering a series: join, alone or as a team of two, step out, come back, withdraw.

Each of it holds the series and counts its standings anew, while the sweep waits for nobody: so
whoever comes and goes without end is asked to wait before the series is locked.
"""

from contextlib import suppress

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.karma import selectors as karma
from accounts.models import User
from accounts.people.locking import lock_people, lock_person
from accounts.ratings import eligibility
from accounts.ratings import selectors as ratings
from lobby.services import reserved
from lobby.services.checks import admit
from refusals import Refusal
from series import limits, notices, refusals
from series.models import Entrant, Member, Series
from series.services import teaming
from series.services.calling import copy_standings, get_up
from series.services.hosting import pass_on_host
from series.services.locking import change, database_now, lock_series
from series.services.terms import in_teams


@transaction.atomic
def join(series_id: int, user: User, partner: str = "") -> Entrant:
    """Enters, or comes back after having stepped out or withdrawn. Joined already: nothing changes.

    In a series of teams one names the partner, who then joins as well; until then it forms.
    """
    admit(user)
    limits.ENTRIES.take(user.pk)
    series = lock_series(series_id)
    admit(lock_person(user.pk))  # who was banned or has left since the request began
    member = Member.objects.filter(series=series, user=user).select_related("entrant").first()
    if member is not None and (entrant := _come_back(series, member.entrant, user)) is not None:
        return entrant
    check_may_enter(series, user)
    if (team := teaming.team_that_asks(series, user, partner)) is not None:
        Member.objects.create(series=series, entrant=team, user=user)
        _set(series, team, Entrant.Status.IN)
        return team
    taken = Entrant.objects.filter(series=series, status__in=Entrant.TAKING_PART).count()
    if taken >= series.most:
        raise refusals.IsFull(most=series.most)
    other = teaming.partner_called(series, user, partner) if in_teams(series.item) else None
    entrant = Entrant.objects.create(
        series=series,
        invited=other,
        status=Entrant.Status.FORMING if other else Entrant.Status.IN,
        came_after=series.rounds_made.count(),
    )
    Member.objects.create(series=series, entrant=entrant, user=user)
    if other is not None:
        notices.partner_asked(series, entrant, user, other)
    copy_standings(series)
    return entrant


def _come_back(series: Series, entrant: Entrant, user: User) -> Entrant | None:
    """None: they had withdrawn before their partner came, and enter anew."""
    if entrant.status == Entrant.Status.REMOVED:
        raise refusals.Removed
    if entrant.status == Entrant.Status.OUT and not teaming.is_complete(series, entrant):
        entrant.delete()
        return None
    if entrant.status in (Entrant.Status.AWAY, Entrant.Status.OUT):
        check_entry_open(series, again=True)
        if series.is_night:
            # As somebody who comes late, so that they do not sit in every game from now on.
            Entrant.objects.filter(pk=entrant.pk).update(came_after=series.rounds_made.count())
        _set(series, entrant, Entrant.Status.IN)
        notices.partner_did(series, entrant, user, Entrant.Status.IN)
    return entrant


def _set(series: Series, entrant: Entrant, status: str) -> None:
    entrant.status = status
    Entrant.objects.filter(pk=entrant.pk).update(status=status, free_since=database_now())
    copy_standings(series)


def check_may_enter(series: Series, user: User) -> None:
    """Raises the refusal that says which condition is not met."""
    check_entry_open(series)
    if series.is_night:
        return
    if user.is_guest:
        raise refusals.GuestsPlayNights
    if (user.is_bot or user.by_token) and not series.programs:
        raise refusals.NoProgramsHere
    if series.rated:
        eligibility.check(user)
    if series.confirmed and not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise refusals.ConfirmFirst
    if series.min_karma > (yours := karma.value_of(user.pk)):
        raise refusals.KarmaTooLow(least=series.min_karma, yours=yours)
    _check_rating(series, user)


def _check_rating(series: Series, user: User) -> None:
    least, most = series.min_rating, series.max_rating
    if least is None and most is None:
        return
    mark = ratings.marks(series.item.game, [user.pk]).get(user.pk)
    shown = mark.shown if mark else 0
    if (least is not None and shown < least) or (most is not None and shown > most):
        words = f"{'' if least is None else least}–{'' if most is None else most}"
        if mark is None:
            raise refusals.NoRatingYet(range=words)
        raise refusals.RatingOutOfRange(range=words, yours=shown)


def check_entry_open(series: Series, again: bool = False) -> None:
    """Late entry: an arena and a night at any time, a Swiss in its first half, a knock-out never.

    Who was in it already may come back to a Swiss at any time.
    """
    if not series.lasts:
        raise refusals.IsOver
    if series.status == Series.Status.PLANNED:
        return
    if series.kind == Series.Kind.KNOCKOUT:
        raise refusals.EntryClosed
    late = 2 * series.rounds_made.count() > series.rounds
    if series.kind == Series.Kind.SWISS and late and not again:
        raise refusals.EntryClosed


def withdraw(series_id: int, user: User) -> None:
    """Leaves a series. Before the start nothing stays; later the results do, and a match that runs
    goes on by its own rules. The host of a night hands it on."""
    limits.ENTRIES.take(user.pk)
    _withdraw(series_id, user)


@transaction.atomic
def _withdraw(series_id: int, user: User) -> None:
    series = lock_series(series_id)
    member = Member.objects.filter(series=series, user=user).select_related("entrant").first()
    if member is None:
        return
    entrant = member.entrant
    if not series.lasts:
        raise refusals.IsOver
    if series.is_night and series.host_id == user.pk:
        pass_on_host(series, leaving=user)
    if entrant.status in Entrant.TAKING_PART:
        notices.partner_did(series, entrant, user, Entrant.Status.OUT)
    if not entrant.seats.exists() and not entrant.byes.exists():
        entrant.delete()
        copy_standings(series)
    elif entrant.status in Entrant.TAKING_PART:
        _set(series, entrant, Entrant.Status.OUT)
        get_up(entrant)


@transaction.atomic
def step_out(series_id: int, user: User) -> None:
    """Sits out until they come back: called to no table meanwhile."""
    limits.ENTRIES.take(user.pk)
    series = lock_series(series_id)
    member = Member.objects.filter(series=series, user=user).select_related("entrant").first()
    if member is None:
        raise refusals.NotIn
    if member.entrant.status == Entrant.Status.IN:
        _set(series, member.entrant, Entrant.Status.AWAY)
        notices.partner_did(series, member.entrant, user, Entrant.Status.AWAY)


def hand_over(guest: User, user: User) -> None:
    """The guest has signed in as this person, who is in the same nights from now on, with the same
    points and, where they are called, in the same chair; unless this person is in it already."""
    for series_id in _lasting_ids(guest):
        with suppress(Refusal), transaction.atomic():
            series = lock_series(series_id)
            lock_people([guest.pk, user.pk])
            user.refresh_from_db()
            admit(user)
            check_may_enter(series, user)
            members = Member.objects.filter(series=series).select_related("entrant")
            member = members.filter(user=guest).first()
            if member is None or members.filter(user=user).exists():
                continue
            Member.objects.filter(pk=member.pk).update(user=user, was=guest)
            for seat in member.entrant.seats.filter(open=True).select_related("pod"):
                reserved.hand_over(seat.pod.table_id, guest, user)
            change(series, **({"host": user} if series.host_id == guest.pk else {}))


def _lasting_ids(user: User) -> list[int]:
    """Everything that somebody takes part in and that is not over."""
    rows = Member.objects.filter(user=user, entrant__status__in=Entrant.TAKING_PART)
    rows = rows.filter(series__status__in=["planned", "running", "paused"])
    return list(rows.order_by("series_id").values_list("series_id", flat=True))


def withdraw_everywhere(user: User) -> None:
    """Somebody leaves for good."""
    for series_id in _lasting_ids(user):
        _withdraw(series_id, user)
