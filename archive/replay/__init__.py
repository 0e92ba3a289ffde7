"""Replay: a match that is over, watched again step by step."""
