"""Notice kinds of sanctions."""

from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import register

register("sanction-warning", _("A warning from the house: %(reason)s"), icon="circle-alert")
register(
    "sanction-mute", _("You may not write in the chat for a while: %(reason)s"), icon="circle-alert"
)
register(
    "sanction-unrated",
    _("You may not sit at rated tables for a while: %(reason)s"),
    icon="circle-alert",
)
register("sanction-ban", _("Your account was banned: %(reason)s"), icon="circle-alert")
register("sanction-rename", _("The house gave you another name: %(reason)s"), icon="circle-alert")
register(
    "sanction-lifted", _("What lay on your account was lifted: %(reason)s"), icon="circle-check"
)
register("appeal-refused", _("Your appeal was refused: %(reason)s"), icon="info")
