"""Signals of notices, sent inside the transaction that did it."""

from django.dispatch import Signal

bell_changed = Signal()  # user_ids: their unread notices are not what they were
