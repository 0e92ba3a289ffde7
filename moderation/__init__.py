"""Moderation: reports, decisions, the dashboard, and the admin site."""
