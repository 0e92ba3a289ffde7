"""Serializers: what the site knows as plain JSON values, in the shapes of `api.schemas`."""
