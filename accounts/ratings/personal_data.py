"""Data export of ratings: one person's, for that person."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from accounts.ratings.models import Rating, RatingChange


def ratings_of(user: User) -> dict[str, Any]:
    ratings = Rating.objects.filter(user=user).order_by("game", "season")
    past = RatingChange.objects.filter(user=user).order_by("at", "match_id")
    return {
        "standing": list(
            ratings.values(
                "game", "season", "shown", "mu", "sigma", "matches", "wins", "streak", "best_streak"
            )
        ),
        "changes": list(
            past.values("match_id", "game", "at", "place", "weight", "shown_before", "shown")
        ),
    }


data_export.register("ratings", ratings_of)
