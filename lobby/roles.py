"""Chairs beside those of the players: a host or a referee, always the last."""

from games.engine.contract import Role
from games.page.players import ROLES
from lobby.models import Table


def roles_at(table: Table) -> tuple[Role, ...]:
    return table.rules.extra_seats(table.choices)


def players_at(table: Table) -> int:
    """Chairs of players; the others come after them."""
    return table.seats - len(roles_at(table))


def role_of(table: Table, index: int) -> str:
    """What somebody in this chair is, in a word; empty for a player."""
    place = index - players_at(table)
    return str(ROLES[roles_at(table)[place]]) if place >= 0 else ""


def has_host(table: Table) -> bool:
    return "host" in roles_at(table)
