"""Ratings, to look at. Nothing is changed by hand: `recompute_ratings` would undo it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.ratings.models import Rating, RatingChange


class ReadOnly(admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ["user", "game", "season", "shown", "matches", "wins", "best_streak"]
    list_filter = ["season"]
    list_select_related = ["user"]
    search_fields = ["user__username__istartswith"]
    ordering = ["game", "season", "-shown"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    list_display = ["match_id", "user", "game", "place", "shown_before", "shown", "at"]
    list_select_related = ["user"]
    search_fields = ["=match_id", "user__username__istartswith"]
    ordering = ["-id"]
