from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DevicesConfig(AppConfig):
    name = "accounts.devices"
    label = "devices"
    verbose_name = _("Devices")

    def ready(self) -> None:
        from accounts.devices import personal_data, receivers  # noqa: F401  (both join accounts)
