"""Selectors: whose token this is and whether it still opens, and what an account may look at."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.access import permissions
from accounts.models import User
from api import refusals, services
from api.models import Token
from games import selectors as matches
from games.models import Match, Seat
from games.selectors import LoadedMatch
from games.services.refusals import NoSuchMatch

STANDING = """
SELECT t.id FROM api_token t
  JOIN accounts_user u ON u.id = t.user_id
  LEFT JOIN api_program p ON p.user_id = u.id AND u.is_bot
  LEFT JOIN accounts_user o ON o.id = p.owner_id
 WHERE t.id = ANY(%(ids)s) AND t.revoked_at IS NULL
   AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
   AND u.is_active AND (u.banned_until IS NULL OR u.banned_until <= clock_timestamp())
   AND (o.id IS NULL OR o.is_active)
   AND (o.banned_until IS NULL OR o.banned_until <= clock_timestamp())
"""
"""Which of these tokens still open: the conditions of `_checked`, for many at once."""


def standing(token_ids: Sequence[int]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(STANDING, {"ids": list(token_ids)})
        return {row[0] for row in cursor.fetchall()}


def admitted(text: str) -> Token:
    """The token with this text, or a refusal that says why it does not open."""
    rows = Token.objects.select_related("user", "user__program__owner")
    token = rows.filter(digest=services.digest(text)).first()
    return _checked(token)


def still_admitted(token_id: int) -> Token:
    """The same question asked again on an open connection."""
    rows = Token.objects.select_related("user", "user__program__owner")
    return _checked(rows.filter(pk=token_id).first())


def _checked(token: Token | None) -> Token:
    if token is None or token.revoked_at is not None:
        raise refusals.WrongToken
    if token.expires_at is not None and token.expires_at <= timezone.now():
        raise refusals.ExpiredToken
    for person in filter(None, (token.user, owner_of(token.user))):
        permissions.check_may_act(person)
    token.user.by_token = True
    return token


def require(token: Token, scope: str) -> None:
    if scope not in token.scopes:
        raise refusals.MissingScope(scope=scope)


def owner_of(user: User) -> User | None:
    """Who answers for this bot account; None for people and house bots."""
    program = getattr(user, "program", None) if user.is_bot else None
    return None if program is None else program.owner


def tokens_of(owner: User) -> list[Token]:
    """One's own tokens and those of one's bots that have not been revoked."""
    accounts = [owner.pk, *(bot.pk for bot in bots_of(owner))]
    rows = Token.objects.filter(user__in=accounts, revoked_at=None).select_related("user")
    return list(rows.order_by("user__is_bot", "user__username", "-pk"))


def bots_of(owner: User) -> list[User]:
    rows = User.objects.filter(program__owner=owner, is_active=True)
    return list(rows.order_by("username"))


def find_match(match_id: int, user: User) -> LoadedMatch:
    """A match this account may look at: its own, or a public one."""
    return visible_to(user, matches.read(match_id))


def venue_of(match_id: int, user: User) -> str:
    """Where a match is played that this account may look at."""
    if match_id >= 2**63:
        raise NoSuchMatch
    own = Seat.objects.filter(match=OuterRef("pk"), user=user)
    rows = Match.objects.filter(Q(public=True) | Exists(own), pk=match_id)
    venue = rows.values_list("venue", flat=True).first()
    if venue is None:
        raise NoSuchMatch
    return venue


def visible_to(user: User, shown: LoadedMatch | None) -> LoadedMatch:
    """The match, if there is one and this account may look at it."""
    if shown is None or not (shown.match.public or shown.seat_of(user.pk) is not None):
        raise NoSuchMatch
    return shown
