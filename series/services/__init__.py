"""Services: the only writers of series, a file a role.

Each service is one transaction that takes the row lock of the series before any other, looks again
at what it was called for, and nudges the series' page on commit. So every step of a series is made
once, whoever asks for it and however often. The order of locks is series, person, table, match,
seat. The end of a match asks for nothing here: the sweep sees within a second that it is over.

`making` plans a series, `entering` lets people in and out, `teaming` finds partners. `advancing`
is what the clock does: `rounds`, `knockout` and `arena` make what comes next, `calling` brings a
pod to a table and reads what was played, `ending` ends it. `hosting` is what the host of a night
decides, `programme` which games it has, `judging` what the staff does. They share `terms`, what a
programme allows, `pausing` and `locking`.
"""
