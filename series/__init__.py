"""Series: party nights and tournaments. People, rounds, tables and points, with a clock of its own.

Read `docs/series.md` first. `pairing/` and `standings/` are pure; `services/` are the only writers.
"""
