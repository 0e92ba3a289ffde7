"""Services of the API: the only writer of tokens and bot accounts."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.access import permissions
from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.locking import lock_person
from accounts.people.names import skeleton, validate_free_for_people
from accounts.people.refusals import BadName
from api import refusals
from api.models import Program, Scope, Token
from games.engine.contract import Reason, gettext_noop
from games.live import broadcast
from games.live.close_codes import SIGNED_OUT
from games.services import leaving

PREFIX = "cy_"
TOKENS = 10
"""Tokens that one account has at a time."""

BOTS = 3
"""Bot accounts that one person has at a time."""


def digest(text: str) -> str:
    """32 random bytes need no slow hash: nobody can guess them one by one."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def make_token(
    user: User, name: str, scopes: Sequence[str], days: int | None = None
) -> tuple[Token, str]:
    """A new token and its text, which is told here and never again. Its owner hears by mail."""
    if user.is_guest:
        raise refusals.GuestsHaveNoTokens
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        lock_person(user.pk)
        permissions.check_may_act_now(user)
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
        transaction.on_commit(lambda: mail_owner(token), robust=True)
    token.refresh_from_db()
    return token, text


def revoke_token(token: Token) -> None:
    """Ends at once, also on open sockets."""
    with transaction.atomic():
        Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now())
        broadcast.user_revoked(token.user_id, SIGNED_OUT, token.session)


def revoke_all(owner: User) -> int:
    """All tokens of somebody and of their bots: by their wish, or because the password changed."""
    bots = Program.objects.filter(owner=owner).values("user")
    with transaction.atomic():
        rows = Token.objects.filter(Q(user=owner) | Q(user__in=bots), revoked_at=None)
        living = list(rows.order_by("pk").select_for_update())
        Token.objects.filter(pk__in=[token.pk for token in living]).update(revoked_at=Now())
        for token in living:
            broadcast.user_revoked(token.user_id, SIGNED_OUT, token.session)
    return len(living)


def mail_owner(token: Token) -> None:
    """So that nobody's account is played from without their knowing."""
    program = Program.objects.filter(user=token.user_id).select_related("owner").first()
    owner = program.owner if program else token.user
    if not owner.email:
        return
    context = {
        "owner": owner,
        "token": token,
        "url": settings.SITE_URL + reverse("tokens"),
        "site_url": settings.SITE_URL,
    }
    with translation.override(owner.language or settings.LANGUAGE_CODE):
        subject = gettext("A new token for your account at Courtyard")
        owner.email_user(subject, render_to_string("api/email/token_made.txt", context))


def note_use(token: Token) -> None:
    """When it was last used, to the minute."""
    old = Q(last_used_at=None) | Q(last_used_at__lt=Now() - timedelta(minutes=1))
    Token.objects.filter(old, pk=token.pk).update(last_used_at=Now())


def make_bot(owner: User, name: str) -> User:
    """A bot account: marked as a bot, without a password, for its owner's programs."""
    permissions.check_may_act(owner)
    if owner.is_bot:
        raise refusals.BotsHaveNoBots
    if owner.is_guest:
        raise refusals.GuestsHaveNoTokens
    try:
        validate_free_for_people(name)
    except ValidationError as error:
        raise BadName(Reason(error.messages[0])) from None
    with transaction.atomic():
        lock_person(owner.pk)
        permissions.check_may_act_now(owner)
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


def close_bots(owner: User) -> None:
    """Somebody leaves for good, and what plays for them leaves first."""
    for program in Program.objects.filter(owner=owner).select_related("user"):
        close_account(program.user)


def forget(user: User) -> None:
    """Somebody left for good: no token opens anything any more."""
    Token.objects.filter(user=user).delete()


def silence_bots_of(owner: User, code: int) -> None:
    """Somebody may not act any more, and neither may what plays for them."""
    for program in Program.objects.filter(owner=owner).select_related("user").order_by("user"):
        broadcast.user_revoked(program.user_id, code)
        leaving.leave_everywhere_banned(program.user)
