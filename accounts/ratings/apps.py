from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "accounts.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from accounts.ratings import personal_data, receivers  # noqa: F401  (both join accounts)
