"""App config of Django's admin with our own admin site. Named in INSTALLED_APPS."""

from django.contrib.admin.apps import AdminConfig


class CourtyardAdminConfig(AdminConfig):
    default_site = "moderation.admin_site.CourtyardAdminSite"
