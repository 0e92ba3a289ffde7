"""Rate limits of the lobby, shared by all web processes: so many in so many seconds."""

from accounts.access.rate_limit import RateLimit

CHAT = RateLimit("chat", 5, 10, shared=True)
TABLES = RateLimit("tables", 10, 60, shared=True)
# Codes that find nothing. An address may be a whole school's, so it has more of them.
GUESSES = RateLimit("codes", 20, 600, shared=True)
GUESSES_OF_ADDRESS = RateLimit("codes-of-address", 60, 600, shared=True)
# Whatever somebody presses at a table or in a series: all who look are told of each press. As many
# as a program may ask.
PRESSES = RateLimit("presses", 300, 60, shared=True)
INVITATIONS = RateLimit("invitations", 10, 60, shared=True)
