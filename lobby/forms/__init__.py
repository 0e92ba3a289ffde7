"""Forms of a new table, built from a game's own options. A sixth game needs no form."""
