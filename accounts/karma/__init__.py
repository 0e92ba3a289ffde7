"""Karma: how reliably somebody plays, as an account of outcomes, each with its reason."""
