"""The programs' door: the same actions a browser has, as JSON."""
