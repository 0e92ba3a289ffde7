"""Finding a table: the lobby and its lists, quick play, friends, matches to watch."""
