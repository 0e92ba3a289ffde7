"""Devices: from which browsers and addresses an account plays, as keyed hashes, for a while."""
