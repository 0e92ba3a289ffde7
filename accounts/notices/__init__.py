"""Whom somebody follows, and what they are told of."""
