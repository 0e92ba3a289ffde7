"""What others may listen for. Sent inside the transaction that did it."""

from django.dispatch import Signal

match_finished = Signal()  # match_id, place
