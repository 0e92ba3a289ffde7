"""Ratings: how well somebody plays each game."""
