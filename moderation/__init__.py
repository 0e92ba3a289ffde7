"""Keeping the house clean: reports, decisions, and the log of them."""
