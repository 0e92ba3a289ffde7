from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SocialConfig(AppConfig):
    name = "accounts.notices"
    label = "social"
    verbose_name = _("Friends and notices")

    def ready(self) -> None:
        from accounts.notices import personal_data, receivers  # noqa: F401  (both join accounts)
