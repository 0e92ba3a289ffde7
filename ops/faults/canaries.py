"""Secrets of a faults run, and the search for them in all that its players were sent.

Most stand in the database. Sentences, such as a question that is still to come, stand in the state
of a match: they are secret from a person until the replay of some log shows them to that person.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from ops.faults import captures
from ops.faults.evidence import Search
from ops.faults.leaks import SHORTEST, Secret, is_leak, sightings
from ops.faults.players import Player, Program

SENTENCE = 12
"""A text that is longer than any card, so that it can be searched for."""


class Stored(NamedTuple):
    owner: int | None
    """Who may be sent it at any time."""
    what: str
    text: str | bytes
    public_from: float = inf


class Canaries:
    """Fed by the replay of every match; asked once, after the last."""

    def __init__(self) -> None:
        self.sentences: set[str] = set()
        self.shown: dict[int, dict[str, float]] = defaultdict(dict)

    def deal(self, *hidden: Any) -> None:
        """A state, or options, as plain JSON: what nobody was shown yet."""
        self.sentences.update(sentences(hidden))

    def show(self, people: Iterable[int], at: float, *values: Any) -> None:
        """What these people may know from then on."""
        for text in sentences(values):
            for user in people:
                before = self.shown[user].get(text, inf)
                self.shown[user][text] = min(at, before)

    def secrets_from(self, user: int, stored: Iterable[Stored]) -> Iterator[Secret]:
        """What this person must not be sent, and until when."""
        known = self.shown[user]
        for text in self.sentences:
            public_from = min((at for shown, at in known.items() if text in shown), default=inf)
            yield Secret(f"“{text}”", text, public_from)
        for each in stored:
            if each.owner != user and len(each.text) >= SHORTEST:
                yield Secret(each.what, each.text, each.public_from)

    def search(self, players: Sequence[Player]) -> Search:
        found, met = Search(), set()
        stored = [*stored_secrets(), *tokens_of(players)]
        for player in players:
            who, record = player.journal.who, player.record
            record.close()
            secrets = list(self.secrets_from(player.journal.user, stored))
            found.secrets = max(found.secrets, len(secrets))
            if record.dropped:
                found.leaks.append(f"{who}: {record.dropped} messages were not kept")
            told = list(captures.read(record.file, who))
            found.messages += len(told)
            found.size += sum(len(each.data) for each in told)
            for secret, capture, written in sightings(told, secrets):
                if is_leak(secret, capture):
                    line = f"{who} was sent {secret.what} ({written}) by {capture.where}"
                    found.leaks.append(line)
                else:
                    met.add(secret.what)
        found.leaks, found.met = list(dict.fromkeys(found.leaks)), len(met)
        return found


def tokens_of(players: Iterable[Player]) -> Iterator[Stored]:
    """Kept nowhere but by the programs themselves."""
    for player in players:
        if isinstance(player, Program):
            user = player.journal.user
            yield Stored(user, f"the token of {user}", player.secret)


def stored_secrets() -> Iterator[Stored]:
    from django.conf import settings
    from django.contrib.sessions.models import Session

    from accounts.models import User
    from api.models import Token
    from games.models import Match, Seat
    from lobby.models import Chair, Table

    yield Stored(None, "the secret key of the site", settings.SECRET_KEY)
    for match in Match.objects.defer("state"):
        end = match.finished_at.timestamp() if match.finished_at else inf
        yield Stored(None, f"the seed of match {match.pk}", bytes(match.seed), end)
        yield Stored(None, f"the key of match {match.pk}", bytes(match.key), end)
    for seat in Seat.objects.select_related("match").defer("match__state"):
        over = seat.match.finished_at
        end = over.timestamp() if over else inf
        yield Stored(seat.user_id, f"the nonce of seat {seat}", seat.nonce, end)
    dealt = {bytes(seed) for seed in Match.objects.values_list("seed", flat=True)}
    for table in Table.objects.all():
        if bytes(table.seed) not in dealt:
            yield Stored(None, f"the next seed of table {table.pk}", bytes(table.seed))
    for chair in Chair.objects.all():
        yield Stored(chair.user_id, f"the nonce of chair {chair.pk}", chair.nonce)
    for user in User.objects.all():
        yield Stored(user.pk, f"the address of {user.pk}", user.email)
        yield Stored(None, f"the password hash of {user.pk}", user.password)
    for token in Token.objects.all():
        yield Stored(None, f"the digest of the token of {token.user_id}", token.digest)
    for session in Session.objects.all():
        owner = int(session.get_decoded()["_auth_user_id"])
        yield Stored(owner, f"the session of {owner}", session.session_key)


def sentences(value: Any) -> Iterator[str]:
    """The texts in plain JSON that are long enough to be looked for."""
    if isinstance(value, str):
        if len(value) >= SENTENCE:
            yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from sentences(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from sentences(each)
