"""Capacity: measured costs, a queueing simulation over them, and what a number of people needs."""
