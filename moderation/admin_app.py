"""Django's admin, with the house's own door and first page. Named in INSTALLED_APPS."""

from django.contrib.admin.apps import AdminConfig


class HouseAdmin(AdminConfig):
    default_site = "moderation.site.House"
