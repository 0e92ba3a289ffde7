"""The public log of a match: all that anybody needs to work its chance out again.

It names every call of chance with what it was given and what it gave, and says where the pieces
of the table lay in a shuffle. Every step carries a seal over itself and the seal before, so a
byte that was changed shows at its step. `docs/chance.md` describes the format.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from accounts.people.bots import dressed
from accounts.people.display import display_name
from archive.proof.ties import ties
from archive.replay.frames import Replay, replay_of
from games.console.replaying import whole_options
from games.engine import codec
from games.engine.contract import Rules
from games.models import Match, Seat

FORMAT = "courtyard-log-1"


def log_of(match: Match) -> dict[str, Any]:
    """The log of a match that is over."""
    return log_from(match, replay_of(match), seats_of(match))


def seats_of(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("user").order_by("index"))


def log_from(match: Match, replay: Replay, rows: list[Seat]) -> dict[str, Any]:
    head = {
        "format": FORMAT,
        "match": match.pk,
        "game": match.game,
        "options": public_options(replay.rules, whole_options(match)),
        "seats": [
            {
                "seat": row.index,
                "name": display_name(dressed(row.user, row.name)),
                "nonce": row.nonce,
                "place": row.place,
                "score": row.score,
            }
            for row in rows
        ],
        "startedAt": match.started_at.isoformat(),
        "finishedAt": match.finished_at.isoformat() if match.finished_at else None,
        "result": match.result,
        "seed": bytes(match.seed).hex(),
        "commitment": match.commitment,
        "key": bytes(match.key).hex(),
    }
    return sealed(head, list(steps_of(replay)))


def sealed(head: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Head and steps, each with the seal that binds it to the one before."""
    before = seal_of("", head)
    log = {**head, "seal": before, "steps": []}
    for step in steps:
        before = seal_of(before, step)
        log["steps"].append({**step, "seal": before})
    return log


def steps_of(replay: Replay) -> Iterator[dict[str, Any]]:
    for frame in replay.frames:
        event = frame.event
        calls = public_calls(frame.calls)
        plain = calls == frame.calls and any(call["call"] == "shuffle" for call in calls)
        step = {
            "seq": event.seq,
            "seat": event.seat,
            "by": event.by,
            "at": event.at.isoformat(),
            "move": event.move,
            "facts": event.facts,
            "state": codec.dump(frame.state) if plain else None,
            "chance": calls,
        }
        yield {**step, "ties": list(ties(step))}


def public_calls(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls with a token for everything that is more than a word or a number.

    A whole question with its answer may come again in another match; for the shuffle it is enough
    that equal things have equal tokens.
    """
    return [
        {
            name: _tokens(value) if name in ("items", "result") else value
            for name, value in call.items()
        }
        for call in calls
    ]


def _tokens(value: Any) -> Any:
    if isinstance(value, dict):
        return f"sha256:{hashlib.sha256(canonical(value).encode()).hexdigest()}"
    return [_tokens(one) for one in value] if isinstance(value, list) else value


def public_options(rules: Rules, options: dict[str, Any]) -> dict[str, Any]:
    """The options without those the game marks as secret: they hold what was never on the table."""
    hidden = codec.secret_names(rules)
    return {name: value for name, value in options.items() if value is None or name not in hidden}


def seal_of(before: str, part: dict[str, Any]) -> str:
    """SHA-256 of the seal before and this part, without its own seal, as canonical JSON."""
    own = {name: value for name, value in part.items() if name not in ("seal", "steps")}
    return hashlib.sha256((before + canonical(own)).encode()).hexdigest()


def canonical(value: Any) -> str:
    """One way to write a value: keys in order, no spaces, letters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
