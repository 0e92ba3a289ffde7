"""Django's admin, with the house's own door and first page. Named in INSTALLED_APPS."""

from django.contrib.admin.apps import AdminConfig


class CourtyardAdminConfig(AdminConfig):
    default_site = "moderation.admin_site.CourtyardAdminSite"
