"""Development servers: the whole site on one machine, with a PostgreSQL and a Valkey of its own."""
