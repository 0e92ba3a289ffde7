"""Rate limits of the API for each token, shared by all web processes."""

from accounts.access.rate_limit import RateLimit

REQUESTS = RateLimit("api", 300, 60, shared=True)
LINKS = RateLimit("links", 60, 60, shared=True)  # sockets opened
