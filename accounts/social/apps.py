from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SocialConfig(AppConfig):
    name = "accounts.social"
    label = "social"
    verbose_name = _("Friends and notices")

    def ready(self) -> None:
        from accounts.social import exporting, receivers  # noqa: F401  (both join accounts)
