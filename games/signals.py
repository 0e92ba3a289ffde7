"""What others may listen for. Sent inside the transaction that did it."""

from django.dispatch import Signal

match_finished = Signal()  # match_id, venue
clocks_credited = Signal()  # seconds: an outage of ours is given back to every clock
turn_came = Signal()  # match_id, venue, seq, seats; only where nobody is expected to sit and wait
