"""Checks that several services share: each passes in silence or raises its refusal."""

from accounts.access import permissions
from accounts.karma import selectors as karma
from accounts.models import User
from games import registry
from games import selectors as matches
from games.engine.contract import Rules
from lobby import refusals, selectors
from lobby.finding import open_tables
from lobby.models import Table
from lobby.services.durations import duration_in_words


def admit(user: User) -> None:
    """Whoever is banned or signed out is refused here, whatever their page still shows."""
    permissions.check_may_act(user)


def game_called(key: str) -> Rules:
    try:
        return registry.rules_for(key)
    except LookupError:
        raise refusals.NoSuchGame from None


def check_not_playing(user: User, besides: int | None = None) -> None:
    match = matches.running_match_of(user)
    if match is not None and match.pk != besides:
        code = selectors.code_of(match.venue)
        if code:
            raise refusals.PlayingElsewhere(code)


def check_free(user: User, table: Table) -> None:
    """At a live table sits only who plays nowhere else; and everybody has one rated seat.

    A program plays friendly matches only, for it does not get tired.
    """
    if table.rated and user.is_bot:
        raise refusals.FriendlyOnly
    if table.rated:
        _check_may_rate(user)
        _check_cool_down(user)
    if not table.live:
        return
    check_not_playing(user, besides=table.match_id)
    if table.rated:
        other = open_tables.rated_chair_of(user, besides=table.pk)
        if other is not None:
            raise refusals.SeatedElsewhere(other.code)


def _check_may_rate(user: User) -> None:
    """Whoever is kept from rated tables is refused here, whatever their page still shows."""
    permissions.check_may_play_rated(user)


def _check_cool_down(user: User) -> None:
    """Whoever left too often plays friendly matches for a while."""
    pause = karma.cool_down_of(user.pk)
    if pause is not None:
        raise refusals.CoolingDown(pause.left, duration_in_words(pause.wait))


def check_karma(user: User, table: Table) -> None:
    """What the owner asked for holds for whoever sits down."""
    if table.min_karma and table.min_karma > (yours := karma.value_of(user.pk)):
        raise refusals.KarmaTooLow(table.min_karma, yours)


def check_owner(table: Table, user: User) -> None:
    if table.owner_id != user.pk:
        raise refusals.OwnerOnly


def check_waiting(table: Table) -> None:
    if table.status == Table.Status.CLOSED:
        raise refusals.TableClosed
    if table.status == Table.Status.PLAYING:
        raise refusals.MatchRunning
