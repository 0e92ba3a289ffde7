from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    label = "api"
    verbose_name = _("Programs' door")

    def ready(self) -> None:
        from api import personal_data, receivers  # noqa: F401  (both join accounts)
