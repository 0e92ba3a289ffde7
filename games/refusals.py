"""A refusal in the reader's language."""

from django.utils.translation import gettext

from games.engine.errors import Refusal


def words(refusal: Refusal) -> str:
    reason = refusal.reason
    text = gettext(reason.text)
    return text % reason.params if reason.params else text
