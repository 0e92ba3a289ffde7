"""Services: the only writers of tables, chairs and chat, a file a role.

Each service is one transaction that first takes its locks, looks again at what it was called for,
and nudges the table and the lobby on commit. A refusal is raised, and then nothing of it has
happened.

`tables` opens and closes, `one_room` opens for people who sit together, `chairs` seats people and
bots and hears who is ready, `starting` deals a match and opens the room again after it, `talk` is
chat, invitations and calls, `chores` tidies. They share `checks`, what they refuse, and `locking`,
the rows they hold.
"""
