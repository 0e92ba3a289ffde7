"""Leaderboards: who plays a game best, most, or wins most in a row."""
