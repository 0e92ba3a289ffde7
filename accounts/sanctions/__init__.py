"""Sanctions: what somebody may not do for a while, and why."""
