"""Presence of a program without a socket: a lease at its venue, renewed by asking now and then."""

from uuid import UUID, uuid5

from api.models import Token
from games.presence import leases

LEASES = UUID("0b1f27a4-4a3b-4a36-8f0b-7a2f1f7f7c52")
"""The namespace of their ids: one lease for a token and a venue."""


def renew_lease(token: Token, venue: str) -> None:
    leases.arrive(uuid5(LEASES, f"{token.pk}/{venue}"), token.user_id, venue)
