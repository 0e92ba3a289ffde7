"""Template tag `{% match_link id as url %}`: the page of a past match, where there is one."""

from django import template
from django.urls import NoReverseMatch, reverse

register = template.Library()


@register.simple_tag
def match_link(match_id: int | None) -> str:
    """Matches are known here by number only; their pages belong to the archive."""
    try:
        return reverse("archive:replay", args=[match_id]) if match_id else ""
    except NoReverseMatch:
        return ""
