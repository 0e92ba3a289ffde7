"""Signals of moderation, sent inside the transaction that did it."""

from django.dispatch import Signal

reports_changed = Signal()  # about: the person reported
