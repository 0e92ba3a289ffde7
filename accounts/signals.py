"""Signals about people, for the parts of the site that accounts does not know."""

from django.dispatch import Signal

# Sent after commit with `user`, `why` (an access.Why) and `session_key`. A key names the one
# session that ended; None means every session of this person. After a password change the
# person's own browser holds a new key already, so its sockets come back by themselves.
access_revoked = Signal()

# Sent with `user` inside the transaction that wipes the account, while the name still stands: they
# get up from tables and leave matches.
account_closing = Signal()

# Sent after it, in the same transaction: what is stored of them goes.
account_erasing = Signal()

# Sent after commit with `user`: what they may do has changed, or they are to be told something.
sanctions_changed = Signal()
