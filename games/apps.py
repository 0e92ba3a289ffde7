from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import person_section, personal_data, receivers, registry  # noqa: F401  (two join accounts)

        registry.check_games()
