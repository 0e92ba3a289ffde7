#!/usr/bin/env python
"""Django's command line, with Courtyard's settings."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] in (["table"], ["record_playthrough"]):
        # A game in memory asks no server for anything, so it needs no secret either.
        os.environ.setdefault("DEBUG", "yes")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
