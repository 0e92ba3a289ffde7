"""What others may listen for. Sent inside the transaction that did it."""

from django.dispatch import Signal

reports_changed = Signal()  # about: the person reported
