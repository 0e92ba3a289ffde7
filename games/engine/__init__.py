"""What a game may know. Pure: the standard library and msgspec, nothing else.

No Django, no clock, no randomness, no I/O. A game is a module of pure functions over frozen
values (`contract`), played through one guarded door (`play`), with chance handed in (`chance`).
"""
