"""Proof of fair chance: the public log of a match, and the checks that work it out again."""
