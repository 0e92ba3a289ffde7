from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PushConfig(AppConfig):
    name = "accounts.push"
    label = "push"
    verbose_name = _("Push messages")

    def ready(self) -> None:
        from accounts.push import personal_data, receivers  # noqa: F401  (both join accounts)
