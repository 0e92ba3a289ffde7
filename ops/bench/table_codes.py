"""Codes for many tables made at once: in a crowd of thousands two drawn codes may well be equal."""

from collections.abc import Iterator

from lobby.finding.codes import new_code
from lobby.models import Table


def unused_codes(count: int) -> Iterator[str]:
    """So many codes that no table has, each different."""
    found: set[str] = set()
    while len(found) < count:
        drawn = {new_code() for _ in range(count - len(found))}
        taken = Table.objects.filter(code__in=drawn).values_list("code", flat=True)
        found |= drawn.difference(taken)
    return iter(found)
