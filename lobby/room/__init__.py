"""The room of one table: its page, socket, chat and television screen."""
