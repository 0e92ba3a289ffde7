"""The series app: party nights and tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeriesConfig(AppConfig):
    name = "series"
    verbose_name = _("Evenings and tournaments")

    def ready(self) -> None:
        from series import lookup, notices, personal_data, receivers  # noqa: F401  (each joins something below)
