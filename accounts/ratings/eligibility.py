"""Eligibility for rated play: may this account play for a rating, and if not, why not.

A rating is worth what it costs to make a second account. So a rated player is a person with a
confirmed address who plays by hand; a program does not get tired, and plays friendly matches.
Which tables and matches may be rated is the games' question: `games.services.match_rating`.
"""

from collections.abc import Collection

from allauth.account.models import EmailAddress

from accounts.access import permissions
from accounts.karma import selectors as karma
from accounts.karma.durations import duration_in_words
from accounts.models import User
from accounts.ratings import refusals
from accounts.sanctions.selectors import suspended
from refusals import Refusal


def check(user: User) -> None:
    """Raises the refusal that says why this account may not sit at a rated table now."""
    check_plays_by_hand(user)
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise refusals.AddressNotConfirmed
    permissions.check_may_play_rated(user)
    pause = karma.cool_down_of(user.pk)
    if pause is not None:
        raise refusals.CoolingDown(pause.left, duration_in_words(pause.wait))


def check_plays_by_hand(user: User) -> None:
    """The part that is asked again at each move, for it costs no query."""
    if user.is_bot:
        raise refusals.BotsPlayFriendly
    if user.is_guest:
        raise refusals.GuestsPlayFriendly
    if user.by_token:
        raise refusals.ProgramsPlayFriendly


def why_not(user: User) -> Refusal | None:
    """The same as an answer, for a page that says it before anybody asks."""
    try:
        check(user)
    except Refusal as refusal:
        return refusal
    return None


def ineligible(user_ids: Collection[int]) -> set[int]:
    """Those who lost it after they said that they are ready: a sanction fell, an address went.
    A guest never had it, and has no address."""
    confirmed = EmailAddress.objects.filter(user__in=user_ids, user__is_guest=False, verified=True)
    unconfirmed = set(user_ids) - set(confirmed.values_list("user_id", flat=True))
    return unconfirmed | set(suspended(list(user_ids)))
