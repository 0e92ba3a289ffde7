"""Services: the only writers of matches, a file a role.

Whoever changes a match — a player, the clock, a bot, the staff — comes through here. Each service
is one transaction that first locks the match's row, looks again at what it was called for, and
nudges the table on commit. Refusals are raised after the transaction, so what the lock brought to
light (a missed deadline) stands.

`starting` deals, `moving` plays a person's move, `clock` what is due, `leaving` empties and refills
a seat, `judging` is what the staff decides, `finishing` lists all that the end of a match does.
They share `transition`, the working copy's way forward, and `ledger`, the SQL of a move.
"""
