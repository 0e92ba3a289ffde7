"""Admin of ratings, to look at. What is changed by hand, `recompute_ratings` would undo."""

from django.contrib import admin

from accounts.ratings.models import Rating, RatingChange
from accounts.staff.read_only import ReadOnly


class RatingsAdmin(ReadOnly, admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50


@admin.register(Rating)
class RatingAdmin(RatingsAdmin):
    list_display = ["user", "game", "season", "shown", "matches", "wins", "best_streak"]
    list_filter = ["season"]
    list_select_related = ["user"]
    search_fields = ["user__username__istartswith"]
    ordering = ["game", "season", "-shown"]


@admin.register(RatingChange)
class RatingChangeAdmin(RatingsAdmin):
    list_display = ["match_id", "user", "game", "place", "shown_before", "shown", "at"]
    list_select_related = ["user"]
    search_fields = ["=match_id", "user__username__istartswith"]
    ordering = ["-id"]
