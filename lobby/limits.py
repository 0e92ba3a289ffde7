"""Rate limits of the lobby, shared by all web processes: so many in so many seconds."""

from accounts.access.rate_limit import RateLimit

CHAT = RateLimit("chat", 5, 10, shared=True)
TABLES = RateLimit("tables", 10, 60, shared=True)
GUESSES = RateLimit("codes", 30, 60, shared=True)  # codes that no table has
INVITATIONS = RateLimit("invitations", 10, 60, shared=True)
