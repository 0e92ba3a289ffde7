"""Fault injection, `make faults`: players, a random injector of faults, and an offline checker."""
