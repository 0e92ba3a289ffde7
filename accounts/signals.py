"""Signals about people, for the parts of the site that accounts does not know."""

from django.dispatch import Signal

# Sent after commit with `user`, `why` (an access.Why) and `session_key`. A key names the one
# session that ended; None means every session of this person. After a password change the
# person's own browser holds a new key already, so its sockets come back by themselves.
access_revoked = Signal()

# Sent with `guest` and `user`, in no transaction: the guest has signed in as this person, and ends.
guest_signed_in = Signal()

# Sent with `user` before the account is wiped, in no transaction: they leave matches, get up from
# tables, and their programs leave too, each in a transaction of its own.
account_closing = Signal()

# Sent with `user` and the person's row locked. True: a match, a table or a program holds them.
account_held = Signal()

# Sent with `user` in the transaction that wipes the account, while the name still stands: what is
# stored of them goes.
account_erasing = Signal()

# Sent after commit with `user`: what they may do has changed, or they are to be told something.
sanctions_changed = Signal()

# Sent after commit with `user`: they have another name now.
renamed = Signal()
