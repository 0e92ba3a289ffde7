"""Standings: points and tie-breaks of a series, made of its results and of nothing else. Pure."""
