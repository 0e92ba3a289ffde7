"""The start of a match: supplies, the deal, the seats, the first clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.ratings import eligibility
from games import registry
from games.engine import chance, codec
from games.engine.play import start
from games.models import Event, Match
from games.models import Seat as SeatRow
from games.services import ledger, match_rating
from games.services.transition import lock, roles_of, settle, store


@dataclass(frozen=True)
class Participant:
    """Somebody about to be seated. With a level, the server plays the seat."""

    user: User
    level: str = ""
    nonce: str = ""
    name: str = ""
    """Of a local player, who has no account."""


def start_match(
    game: str,
    options: Any,
    chairs: Sequence[Participant],
    *,
    venue: str,
    seed: bytes,
    rated: bool = False,
    public: bool = True,
    leaver: str = Match.Leaver.FORFEIT,
) -> int:
    """Deals a match and starts its clock. The seed's commitment was shown before the nonces."""
    rules = registry.rules_for(game)
    key = chance.match_key(seed, [chair.nonce for chair in chairs])
    roles = roles_of(rules, options, len(chairs))
    hosts = [chair.user for chair, role in zip(chairs, roles, strict=True) if role == "host"]
    one_room = any(chair.name for chair in chairs)
    options = supplied(game, options.at_start(one_room), hosts[0] if hosts else None)
    shown, supplies = codec.part_options(rules, options)
    step = start(rules, len(chairs), options, key)
    if rated:
        match_rating.check_terms(rules, options, public)
        for chair in chairs:
            if not chair.level:
                eligibility.check_plays_by_hand(chair.user)
    live = options.live
    with transaction.atomic():
        row = Match.objects.create(
            game=game,
            venue=venue,
            options=shown,
            supplies=supplies,
            rated=rated,
            rating_rules=match_rating.RULES if rated else 0,
            public=public,
            live=live,
            leaver=leaver,
            state=codec.dump(step.state),
            fresh=[0] * len(chairs),
            bots={str(i): chair.level for i, chair in enumerate(chairs) if chair.level},
            seed=seed,
            commitment=chance.commitment(seed),
            key=key,
        )
        SeatRow.objects.bulk_create(
            SeatRow(
                match=row,
                index=index,
                user=chair.user,
                name=chair.name,
                role=roles[index],
                nonce=chair.nonce,
                holds_rated=rated and live and not chair.level,
            )
            for index, chair in enumerate(chairs)
        )
        run = lock(row.pk)
        run.events.append(ledger.event(0, None, Event.By.HOUSE, None, None, step.facts))
        settle(run)
        store(run)
    return row.pk


def supplied(game: str, options: Any, host: User | None) -> Any:
    """The options with the secret ones that the game brings, or a refusal: nothing is there."""
    return registry.game(game).supply(options, host)
