from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KarmaConfig(AppConfig):
    name = "accounts.karma"
    label = "karma"
    verbose_name = _("Karma")

    def ready(self) -> None:
        from accounts.karma import person_section, personal_data, receivers  # noqa: F401  (both join accounts)
