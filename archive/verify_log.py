"""The public log of a match: all that anybody needs to work its chance out again.

It names every call of chance with what it was given and what it gave, and says where the pieces
of the table lay in a shuffle. Every step carries a seal over itself and the seal before, so a
byte that was changed shows at its step. `docs/chance.md` describes the format.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from accounts.people.bots import dressed
from accounts.people.display import display_name
from archive.replay import Film, film_of
from games.engine import codec
from games.engine.contract import Rules
from games.models import Match, Seat

FORMAT = "courtyard-log-1"


def log_of(match: Match) -> dict[str, Any]:
    """The log of a match that is over."""
    return log_from(match, film_of(match), seats_of(match))


def seats_of(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("user").order_by("index"))


def log_from(match: Match, film: Film, rows: list[Seat]) -> dict[str, Any]:
    head = {
        "format": FORMAT,
        "match": match.pk,
        "game": match.game,
        "options": public_options(film.rules, match.options),
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
    return sealed(head, list(steps_of(film)))


def sealed(head: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Head and steps, each with the seal that binds it to the one before."""
    before = seal_of("", head)
    log = {**head, "seal": before, "steps": []}
    for step in steps:
        before = seal_of(before, step)
        log["steps"].append({**step, "seal": before})
    return log


def steps_of(film: Film) -> Iterator[dict[str, Any]]:
    for frame in film.frames:
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
    hidden = secret_options(rules)
    return {name: value for name, value in options.items() if value is None or name not in hidden}


def secret_options(rules: Rules) -> set[str]:
    """The names, as they are on the wire, of the options a game keeps to itself."""
    return {
        field.encode_name
        for field in msgspec.structs.fields(rules.Options)
        for mark in get_args(field.type)
        if isinstance(mark, msgspec.Meta) and (mark.extra or {}).get("secret")
    }


def seal_of(before: str, part: dict[str, Any]) -> str:
    """SHA-256 of the seal before and this part, without its own seal, as canonical JSON."""
    own = {name: value for name, value in part.items() if name not in ("seal", "steps")}
    return hashlib.sha256((before + canonical(own)).encode()).hexdigest()


def canonical(value: Any) -> str:
    """One way to write a value: keys in order, no spaces, letters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# ---- What ties chance to the table -----------------------------------------------------------


def ties(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Which pieces of the table are which of a call's: hands in a shuffle, dice in a roll.

    A tie says that the things numbered `of` at the path `where` of the step are, one by one, those
    numbered `at` in the result. Only what is certain is stated, and each place of a shuffle is used
    once. Numbers are left out: a score is no card.
    """
    for number, call in enumerate(step["chance"]):
        if call["call"] == "shuffle":
            yield from _dealt(number, call["result"], step["state"])
        elif call["call"] == "roll":
            yield from _rolled(number, call["result"], step["facts"])


def resolve(step: dict[str, Any], where: list[str | int]) -> list[Any]:
    """What lies at a path of a step, as a list."""
    value: Any = step
    for name in where:
        value = value[name]
    return value if isinstance(value, list) else [value]


def _dealt(number: int, result: list[Any], state: Any) -> Iterator[dict[str, Any]]:
    free: dict[str, list[int]] = {}
    for place, piece in enumerate(result):
        if isinstance(piece, str):
            free.setdefault(piece, []).append(place)
    for where, pieces in _pieces_in(state, ["state"]):
        wanted = {piece: pieces.count(piece) for piece in pieces}
        if all(len(free.get(piece, ())) >= n for piece, n in wanted.items()):
            at = [free[piece].pop(0) for piece in pieces]
            yield {"call": number, "where": where, "of": list(range(len(at))), "at": at}


def _pieces_in(value: Any, where: list[str | int]) -> Iterator[tuple[list[str | int], list[str]]]:
    """Every list of words, and every word, in a state."""
    if isinstance(value, str):
        yield where, [value]
    elif isinstance(value, list):
        if value and all(isinstance(one, str) for one in value):
            yield where, value
        else:
            for number, one in enumerate(value):
                yield from _pieces_in(one, [*where, number])
    elif isinstance(value, dict):
        for name, one in value.items():
            if name != "type":
                yield from _pieces_in(one, [*where, name])


def _rolled(number: int, result: list[Any], facts: list[Any]) -> Iterator[dict[str, Any]]:
    """A fact that shows the faces: as they fell, or beside the numbers of the dice that rolled."""
    for place, fact in enumerate(facts):
        lists = {name: value for name, value in fact.items() if isinstance(value, list)}
        numbered = [v for v in lists.values() if len(v) == len(result) and _are_numbers(v)]
        for name, faces in lists.items():
            if _are_numbers(faces):
                continue
            for of in [*numbered, list(range(len(result)))]:
                if [faces[n] for n in of if n < len(faces)] == result:
                    at = list(range(len(result)))
                    yield {"call": number, "where": ["facts", place, name], "of": of, "at": at}
                    return


def _are_numbers(values: list[Any]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in values)
