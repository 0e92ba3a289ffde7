"""Notice kinds of one's own reports."""

from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import register

register(
    "report-confirmed",
    _("Your report about %(name)s was right, and something was done. %(reason)s"),
    icon="circle-check",
)
register(
    "report-unfounded",
    _("We looked at your report about %(name)s and found nothing wrong. %(reason)s"),
    icon="info",
)
register(
    "report-unclear",
    _("We looked at your report about %(name)s and could not tell. %(reason)s"),
    icon="info",
)
