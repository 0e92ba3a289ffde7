"""Notices in the admin: to look at, never to change."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.notices.models import Follow, Notice


class ToLookAt(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Notice)
class NoticeAdmin(ToLookAt):
    list_display = ("at", "user", "kind", "url", "read_at")
    list_filter = ("kind", "at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(Follow)
class FollowAdmin(ToLookAt):
    list_display = ("at", "user", "followed")
    list_select_related = ("user", "followed")
    search_fields = ("user__username", "followed__username")
