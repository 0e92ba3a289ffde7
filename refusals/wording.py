"""Translation of a refusal into the reader's language."""

from django.utils.translation import gettext

from refusals import Refusal


def words(refusal: Refusal) -> str:
    reason = refusal.reason
    text = gettext(reason.text)
    return text % reason.params if reason.params else text
