"""Template tags of notices: `{% bell %}`, `{% follow person %}`, `{% words notice %}`."""

from typing import Any

from django import template

from accounts.karma import scoring
from accounts.karma import selectors as karma
from accounts.models import User
from accounts.notices import kinds, selectors
from accounts.notices.models import Notice

register = template.Library()


@register.inclusion_tag("social/bell.html", takes_context=True)
def bell(context: dict[str, Any]) -> dict[str, Any]:
    """For somebody signed in, with one query (two if something is unread)."""
    user = getattr(context.get("request"), "user", None)
    if not isinstance(user, User):
        return {}
    return {"bell": selectors.bell(user.pk)}


@register.inclusion_tag("social/follow.html", takes_context=True)
def follow(context: dict[str, Any], person: User) -> dict[str, Any]:
    """How reliable this person is, and the button to follow them."""
    user = getattr(context.get("request"), "user", None)
    reader = user.pk if isinstance(user, User) else None
    return {
        "person": person,
        "csrf_token": context.get("csrf_token"),
        "offered": reader != person.pk and not person.is_bot and not person.is_guest,
        "mine": reader == person.pk,
        "followed": reader is not None and selectors.follows(reader, person.pk),
        "new": karma.is_new(person.pk),
        "karma": scoring.word(karma.value_of(person.pk)),
    }


@register.simple_tag
def words(notice: Notice) -> str:
    return kinds.words(notice.kind, notice.params)


@register.simple_tag
def notice_icon(notice: Notice) -> str:
    return kinds.icon(notice.kind)
