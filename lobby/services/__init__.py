"""Services: the only writers of tables, chairs and chat, a file a role.

Each service is one transaction that first takes its locks, looks again at what it was called for,
and nudges the table and the lobby on commit. A refusal is raised, and then nothing of it has
happened.

Locks are taken in the one order of the house: person, table, match, seat, then the rest by id.
Whoever takes or gives up a chair is locked before the table, and where a match could start so is
everybody who sits there, by id: a person does one thing at a time. What concerns the table alone
(`remove`, `invite`, `await_start`, closing) locks the table alone. A match is locked after its
table when it starts; when it ends it holds its own row already and then takes the table's, which
is safe because nobody who holds a table waits for a match that runs.

`tables` opens and closes, `one_room` opens for people who sit together, `reserved` for a tournament
that gives out the chairs; `chairs` seats people and bots and hears who is ready, `countdown` lets
bots fill the rest, `starting` deals a match and opens the room again after it, `talk` is chat,
invitations and calls, `table_defaults` remembers what was chosen, `chores` tidies. They share
`checks`, what they refuse, and `locking`, the rows they hold.
"""
