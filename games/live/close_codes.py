"""WebSocket close codes: why a socket closes for good (44xx). Any other code means: come back."""

SIGNED_OUT = 4401
BANNED = 4403
NO_SUCH_TABLE = 4404
TOO_MANY_TABS = 4408
TOO_MANY_MESSAGES = 4429
TRY_AGAIN = 4500
"""Something went wrong on our side."""
