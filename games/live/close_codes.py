"""WebSocket close codes: why a socket closes for good (44xx). Any other code means: come back."""

SIGNED_OUT = 4401
BANNED = 4403
NO_SUCH_TABLE = 4404
TOO_MANY_TABS = 4408
TOO_MANY_SOCKETS = 4409
TOO_MANY_GUESSES = 4428
"""Codes that find nothing were tried too often from here; it is not said whether this one does."""
TOO_MANY_MESSAGES = 4429
TRY_AGAIN = 4500
"""Something went wrong on our side."""

TOO_FAST = 4529
"""Too many sockets opened from one address; a page comes back by itself."""
