"""The services that are run against each other, each as an act in a scene.

An act is one service with somebody who calls it. A person is read from the database first, as a
request does; what happens between that and the service's own lock is the race.
"""

from tests.stress.acts import matches, people, series, staff, tables
from tests.stress.acts.registry import ACTS, Call

__all__ = ["ACTS", "Call", "matches", "people", "series", "staff", "tables"]
