"""Services of the API: the only writer of tokens and bot accounts."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.access import permissions
from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.locking import lock_person
from accounts.people.names import skeleton, validate_free_for_people
from api import refusals
from api.models import Program, Scope, Token
from games.engine.contract import Reason, gettext_noop
from games.live import broadcast
from games.live.close_codes import SIGNED_OUT

PREFIX = "cy_"
TOKENS = 10
"""Tokens that one account has at a time."""

BOTS = 3
"""Bot accounts that one person has at a time."""


class BadName(refusals.Refusal):
    """The reason comes from the rules for names."""

    code = "bad-name"


def digest(text: str) -> str:
    """32 random bytes need no slow hash: nobody can guess them one by one."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def make_token(
    user: User, name: str, scopes: Sequence[str], days: int | None = None
) -> tuple[Token, str]:
    """A new token and its text, which is told here and never again."""
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        lock_person(user.pk)
        living = Token.objects.filter(user=user, revoked_at=None)
        if living.filter(name=name).exists():
            raise refusals.TokenNameTaken
        if living.count() >= TOKENS:
            raise refusals.TooManyTokens(most=TOKENS)
        token = Token.objects.create(
            user=user,
            name=name,
            digest=digest(text),
            start=text[:8],
            scopes=[scope for scope in Scope.values if scope in scopes],
            expires_at=None if days is None else Now() + timedelta(days=days),
        )
    token.refresh_from_db()
    return token, text


def revoke_token(token: Token) -> None:
    """Ends at once, also on open sockets."""
    with transaction.atomic():
        Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now())
        broadcast.user_revoked(token.user_id, SIGNED_OUT, token.session)


def note_use(token: Token) -> None:
    """When it was last used, to the minute."""
    old = Q(last_used_at=None) | Q(last_used_at__lt=Now() - timedelta(minutes=1))
    Token.objects.filter(old, pk=token.pk).update(last_used_at=Now())


def make_bot(owner: User, name: str) -> User:
    """A bot account: marked as a bot, without a password, for its owner's programs."""
    permissions.check_may_act(owner)
    if owner.is_bot:
        raise refusals.BotsHaveNoBots
    try:
        validate_free_for_people(name)
    except ValidationError as error:
        raise BadName(Reason(error.messages[0])) from None
    with transaction.atomic():
        lock_person(owner.pk)
        if owner.programs.filter(user__is_active=True).count() >= BOTS:
            raise refusals.TooManyBots(most=BOTS)
        bot = User(username=name, is_bot=True)
        bot.set_unusable_password()
        try:
            with transaction.atomic():
                if User.objects.filter(name_key=skeleton(name)).exists():
                    raise IntegrityError
                bot.save()
        except IntegrityError:
            text = gettext_noop("This name looks too much like somebody else's.")
            raise BadName(Reason(text)) from None
        Program.objects.create(user=bot, owner=owner)
    return bot


def close_bot(owner: User, name: str) -> None:
    """The bot leaves for good: its matches stand, its name and its tokens go."""
    program = Program.objects.select_related("user").filter(owner=owner, user__username=name)
    found = program.first()
    if found is None:
        raise refusals.NotYourBot
    close_account(found.user)


def forget(user: User) -> None:
    """Somebody leaves for good: no token opens anything any more, and their bots leave too."""
    for program in Program.objects.filter(owner=user).select_related("user"):
        close_account(program.user)
    Token.objects.filter(user=user).delete()


def silence_bots_of(owner: User, code: int) -> None:
    """Somebody may not act any more, and neither may what plays for them."""
    for bot_id in Program.objects.filter(owner=owner).values_list("user_id", flat=True):
        broadcast.user_revoked(bot_id, code)
