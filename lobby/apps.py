"""The lobby app: finding, filling and keeping tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("Lobby")

    def ready(self) -> None:
        from lobby import notices, person_section, personal_data, receivers  # noqa: F401  (each joins something below)
