from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SanctionsConfig(AppConfig):
    name = "accounts.sanctions"
    label = "sanctions"
    verbose_name = _("Sanctions")

    def ready(self) -> None:
        from accounts.sanctions import notices, person_section, personal_data, receivers  # noqa: F401
