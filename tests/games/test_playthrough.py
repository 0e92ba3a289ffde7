"""Recorded playthroughs: one short match of each game, as its rules play it today.

A change of rules shows here as a diff. If it is meant, record the match anew and read the diff.
"""

import difflib

import pytest

from games import registry
from games.console.playthrough import recipe_of, record
from games.management.commands.record_playthrough import file_of

LONGEST = 150
"""Lines that somebody is willing to read."""


@pytest.mark.parametrize("key", registry.game_keys())
def test_the_match_is_the_recorded_one(key: str) -> None:
    file = file_of(key)
    command = f"manage.py record_playthrough {key}"
    assert file.exists(), f"there is no recorded match: run {command}"
    recorded = file.read_text()
    played = record(recipe_of(recorded))
    diff = difflib.unified_diff(
        recorded.splitlines(), played.splitlines(), "recorded", "played now", lineterm="", n=2
    )
    assert played == recorded, "\n".join([f"if this is meant, run {command}", *diff])
    assert len(recorded.splitlines()) <= LONGEST
