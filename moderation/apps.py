from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    label = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        from moderation import groups, notices, person_section, personal_data, receivers  # noqa: F401

        # After the last app: then the permissions of all of them are there.
        last = [config for config in apps.get_app_configs() if config.models_module][-1]
        post_migrate.connect(groups.after_migrate, sender=last, dispatch_uid="groups")
