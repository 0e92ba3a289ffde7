"""Template tags of people: `{% avatar user %}`, `{% name user %}`, `{% email_reminder %}`."""

from typing import Any

from allauth.account.models import EmailAddress
from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.avatar import avatar_svg, nobody_svg
from accounts.people.display import display_name

register = template.Library()


@register.simple_tag
def avatar(user: User | AnonymousUser | None, size: int = 40) -> SafeString:
    if not isinstance(user, User) or user.has_left:
        return nobody_svg(size)
    return avatar_svg(user.username, user.avatar_hue, user.avatar_shape, size)


@register.simple_tag
def name(user: User | AnonymousUser | None) -> SafeString:
    """The name, safe in any direction of writing, and the mark of bots and guests, also heard."""
    shown = format_html('<bdi class="name">{}</bdi>', display_name(user))
    if not isinstance(user, User):
        return shown
    if user.is_bot and not user.has_left:
        return _marked(shown, _("bot"), _("plays by itself"))
    if user.is_guest:
        return _marked(shown, _("guest"), _("plays without an account"))
    return shown


def _marked(shown: SafeString, word: str, heard: str) -> SafeString:
    return format_html(
        '{} <span class="chip" aria-hidden="true">{}</span><span class="sr-only">({})</span>',
        shown,
        word,
        heard,
    )


@register.inclusion_tag("accounts/email_reminder.html", takes_context=True)
def email_reminder(context: dict[str, Any]) -> dict[str, Any]:
    """A friendly line for people who have not confirmed their address yet; one query."""
    user = context.get("user")
    address = (
        EmailAddress.objects.filter(user=user).order_by("-primary", "pk").first()
        if isinstance(user, User)
        else None
    )
    return {
        "address": address if address and not address.verified else None,
        "csrf_token": context.get("csrf_token"),
    }
