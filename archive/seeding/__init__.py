"""Seed data to measure with. Never for a site with people."""
