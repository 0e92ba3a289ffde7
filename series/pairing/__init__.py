"""Pairing: who meets whom, who waits, who sits where. Pure functions over ids and a history.

`sizes` says how many pods of which size, `byes` who has none this time, `search` who meets whom
with the fewest repeats, `seating` who begins. `swiss`, `knockout`, `arena` and `rotation` are the
four ways to go on that are made of them. The same arguments give the same pods.
"""
