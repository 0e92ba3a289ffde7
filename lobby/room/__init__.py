"""The room: one table's page, socket, chat and television screen, before, during and after a match."""
