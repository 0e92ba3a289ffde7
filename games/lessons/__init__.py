"""Lessons: a game is taught at its own table, by a script that the engine plays."""
