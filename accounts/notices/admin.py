"""Admin of notices and follows: to look at, never to change."""

from django.contrib import admin

from accounts.notices.models import Follow, Notice
from accounts.staff.read_only import ReadOnly


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "user", "kind", "url", "read_at")
    list_filter = ("kind", "at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(Follow)
class FollowAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "user", "followed")
    list_select_related = ("user", "followed")
    search_fields = ("user__username", "followed__username")
