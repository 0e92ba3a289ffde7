"""Checks that several services share: each passes in silence or raises its refusal."""

from collections.abc import Collection

from accounts.access import permissions
from accounts.karma import selectors as karma
from accounts.models import User
from accounts.ratings import eligibility
from games import registry
from games import selectors as matches
from games.engine.contract import Rules
from lobby import refusals, selectors
from lobby.finding import open_tables
from lobby.models import Table

RUNNING_MATCHES = 20
GUEST_MATCHES = 3
"""Matches that one account plays at a time. At most one of them is on a live clock."""


def admit(user: User) -> None:
    """Whoever is banned or signed out is refused here, whatever their page still shows."""
    permissions.check_may_act(user)


def game_called(key: str) -> Rules:
    try:
        return registry.rules_for(key)
    except LookupError:
        raise refusals.NoSuchGame from None


def check_not_playing(user: User, besides: int | None = None) -> None:
    """A practice match does not count: it gives way."""
    match = matches.binding_match_of(user)
    if match is not None and match.pk != besides:
        code = selectors.code_of(match.venue)
        if code:
            raise refusals.PlayingElsewhere(code)


def check_free(user: User, table: Table) -> None:
    """At a live table sits only who plays nowhere else; and everybody has one rated seat.

    Called with the person's row locked: whoever was banned or left while this waited for the lock
    is refused here.
    """
    permissions.check_may_act_now(user)
    if table.rated:
        eligibility.check(user)
    check_few_matches(user)
    if not table.live:
        return
    check_not_playing(user, besides=table.match_id)
    if table.rated:
        other = open_tables.rated_chair_of(user, besides=table.pk)
        if other is not None:
            raise refusals.SeatedElsewhere(other.code)


def check_few_matches(user: User) -> None:
    """Everybody's share of the clocks is bounded, however long those are."""
    if with_their_share([user.pk]):
        raise refusals.TooManyMatches(most=GUEST_MATCHES if user.is_guest else RUNNING_MATCHES)


def with_their_share(user_ids: Collection[int]) -> set[int]:
    """Those who play as many matches as one may. A guest, of whom an address makes dozens, plays
    few."""
    return matches.with_many_running(user_ids, RUNNING_MATCHES, of_guests=GUEST_MATCHES)


def check_karma(user: User, table: Table) -> None:
    """What the owner asked for holds for whoever sits down."""
    if table.min_karma and table.min_karma > (yours := karma.value_of(user.pk)):
        raise refusals.KarmaTooLow(table.min_karma, yours)


def check_guest(user: User, table: Table) -> None:
    """A guest sits where the owner lets guests in, and where nobody's karma is asked for. From a
    rated table `check_free` keeps them."""
    if not user.is_guest or table.rated:
        return
    if not table.allows_guests:
        raise refusals.NoGuestsHere
    if table.min_karma:
        raise refusals.GuestsHaveNoKarma


def check_owner(table: Table, user: User) -> None:
    if table.owner_id != user.pk:
        raise refusals.OwnerOnly


def check_unreserved(table: Table) -> None:
    if table.reserved_for:
        raise refusals.Reserved(table.reserved_for)


def check_waiting(table: Table) -> None:
    if table.status == Table.Status.CLOSED:
        raise refusals.TableClosed
    if table.status == Table.Status.PLAYING:
        raise refusals.MatchRunning
