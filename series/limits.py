"""Limits of series: what a maker may plan, and how often."""

from accounts.access.rate_limit import RateLimit

MADE = RateLimit("series", 5, 3600, shared=True)
ENTRIES = RateLimit("series-entries", 30, 300, shared=True)
"""Coming and going of one person, in all series."""
HOSTED = RateLimit("series-hosted", 60, 60, shared=True)
"""What one host decides, each a line in the log of a night."""

KARMA_OF_MAKERS = 75
"""Asked of whoever is not staff."""

PLANNED = 3
"""Series that one person has planned or running at a time."""

DAYS_AHEAD = 60
ROUNDS = (1, 15)
MINUTES = (5, 180)
BREAKS = (0, 900)
GRACE = (10, 600)
ENTRANTS = (2, 128)
ENTRANTS_OF_STAFF = (2, 512)
EXTENSIONS = (1, 120)
"""Minutes by which a clock is moved on at once."""

REMIND = 600
"""Seconds before the start in which everybody who joined is told."""

PEOPLE_OF_NIGHT = 24
