"""Verification of a public log: was chance what it was bound to be?

The same checks stand in `static/js/verify.js`, which a player's own browser runs; they give the
same marks. Here one more is made: the game's rules are played again from the log's own seed,
nonces and moves, and must ask for the same chance and give the same facts.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from archive.proof.log import FORMAT, canonical, public_calls, public_options, seal_of
from archive.proof.ties import resolve
from archive.replay.frames import RecordingChance
from games import registry
from games.engine import codec
from games.engine.chance import Stream, chance_for
from games.engine.contract import Seat
from games.engine.errors import Refusal
from games.engine.play import play

HEX = re.compile(r"([0-9a-fA-F]{2})*")

MOST = 10_000
"""No game rolls so many dice at once; a log that says so is not worked through."""


class NotALog(ValueError):
    """It cannot be read as a log at all."""


@dataclass
class StepCheck:
    """The check of a step (or of the head, `seq` None): what is wrong, as codes and sentences."""

    seq: int | None
    calls: list[dict[str, Any]] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.wrong


@dataclass
class Verification:
    head: StepCheck
    steps: list[StepCheck]

    @property
    def ok(self) -> bool:
        return self.head.ok and all(check.ok for check in self.steps)

    @property
    def marks(self) -> dict[str, list[str]]:
        """What is wrong, by step, as codes: the same as the browser's."""
        checks = [self.head, *self.steps]
        return {
            "head" if check.seq is None else str(check.seq): [code for code, _ in check.wrong]
            for check in checks
            if check.wrong
        }


def verify(log: Any, *, with_rules: bool = True, options: Any = None) -> Verification:
    """Every check of a log. Raises NotALog if it is none.

    `options` are the whole ones, where the log leaves out what the game keeps to itself; without
    them such a game is not played again.
    """
    require_shape(log)
    head = StepCheck(None)
    key = _check_head(log, head)
    before = log["seal"]
    checks = []
    for number, step in enumerate(log["steps"]):
        check = StepCheck(number, step["chance"])
        if step["seq"] != number:
            check.wrong.append(("order", f"stands where step {number} should be"))
        _check_chance(key, number, step, check)
        _check_ties(step, check)
        if step["seal"] != seal_of(before, step):
            check.wrong.append(("seal", "its bytes are not those that were sealed"))
        before = step["seal"]
        checks.append(check)
    if with_rules:
        _check_rules(log, key, checks, head, options)
    return Verification(head, checks)


def require_shape(log: Any) -> None:
    """Enough to be read step by step; what the parts say is checked later."""
    try:
        good = (
            log["format"] == FORMAT
            and all(isinstance(log[name], str) for name in ("seed", "commitment", "key", "seal"))
            and all(isinstance(seat["nonce"], str) for seat in log["seats"])
            and len(log["steps"]) > 0
            and all(
                isinstance(step["seal"], str)
                and isinstance(step["chance"], list)
                and isinstance(step["ties"], list)
                and "seq" in step
                for step in log["steps"]
            )
        )
    except (KeyError, TypeError, AttributeError):
        good = False
    if not good:
        raise NotALog("This is not a log of a match.")


def _check_head(log: dict[str, Any], check: StepCheck) -> bytes:
    """The seed belongs to the seal shown before, and the key to the seed and the nonces."""
    seed = bytes.fromhex(log["seed"]) if HEX.fullmatch(log["seed"]) else b""
    if hashlib.sha256(seed).hexdigest() != log["commitment"]:
        check.wrong.append(("commitment", "the seed is not the one whose seal was shown before"))
    nonces = "\n".join(seat["nonce"] for seat in log["seats"])
    key = hmac.digest(seed, nonces.encode(), "sha256")
    if key.hex() != log["key"]:
        check.wrong.append(("key", "the key is not that of this seed and these nonces"))
    if log["seal"] != seal_of("", log):
        check.wrong.append(("seal", "its bytes are not those that were sealed"))
    return key


def _check_chance(key: bytes, seq: int, step: dict[str, Any], check: StepCheck) -> None:
    stream = chance_for(key, seq)
    for number, call in enumerate(step["chance"]):
        try:
            right = canonical(_again(stream, call)) == canonical(call["result"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError, IndexError):
            right = False
        if not right:
            check.wrong.append((f"chance-{number}", "chance gives something else"))


def _again(stream: Stream, call: dict[str, Any]) -> Any:
    if not isinstance(call["items"], list):
        raise TypeError("chance is asked about a list")
    match call["call"]:
        case "shuffle":
            return list(stream.shuffle(call["items"]))
        case "roll":
            if call["count"] > MOST:
                raise ValueError("nobody rolls so many")
            return list(stream.roll(call["items"], call["count"]))
        case "pick":
            return stream.pick(call["items"])
    raise ValueError(call["call"])


def _check_ties(step: dict[str, Any], check: StepCheck) -> None:
    used: set[tuple[int, int]] = set()
    for number, tie in enumerate(step["ties"]):
        try:
            there = resolve(step, tie["where"])
            given = step["chance"][tie["call"]]["result"]
            positions = {(tie["call"], at) for at in tie["at"]}
            shown, gave = [there[n] for n in tie["of"]], [given[n] for n in tie["at"]]
            right = canonical(shown) == canonical(gave) and min([*tie["of"], *tie["at"]]) >= 0
            right = right and len(positions) == len(tie["at"]) and not used & positions
            used |= positions
        except (KeyError, TypeError, IndexError, ValueError):
            right = False
        if not right:
            check.wrong.append((f"tie-{number}", "the table does not show what chance gave"))


# ---- The rules, played again -------------------------------------------------------------------


def _check_rules(
    log: dict[str, Any], key: bytes, checks: list[StepCheck], head: StepCheck, whole: Any
) -> None:
    """The game itself must ask for this chance and tell these facts; ends at the first surprise."""
    try:
        rules = registry.rules_for(log["game"])
        if whole is None and set(codec.secret_names(rules)) - set(log["options"]):
            return
        if whole is not None and public_options(rules, whole) != log["options"]:
            head.wrong.append(("rules", "the options are not those of the match"))
            return
        options = codec.load(whole or log["options"], rules.Options)
    except Exception:
        head.wrong.append(("rules", "there is no such game with such options"))
        return
    played = _played(rules, options, len(log["seats"]), key, log["steps"])
    for check, step in zip(checks, log["steps"], strict=True):
        try:
            calls, facts = next(played)
        except Refusal as refusal:
            check.wrong.append(("rules", f"the rules refuse the move: {refusal}"))
            return
        except Exception:
            check.wrong.append(("rules", "the game cannot be played on from here"))
            return
        if calls != step["chance"]:
            check.wrong.append(("rules", "the game asked for other chance"))
        elif facts is not None and facts != step["facts"]:
            check.wrong.append(("rules", "the game tells other facts"))


def _played(
    rules: Any, options: Any, seats: int, key: bytes, steps: Iterable[dict[str, Any]]
) -> Iterator[tuple[list[dict[str, Any]], Any]]:
    state: Any = None
    for number, step in enumerate(steps):
        chance = RecordingChance(chance_for(key, number))
        if number == 0:
            made = rules.deal(seats, options, chance)
        elif step["move"] is not None:
            made = play(rules, state, Seat(step["seat"]), step["move"], chance)
        else:
            yield [], None  # the house did something beside the game
            continue
        state = made.state
        yield public_calls(chance.calls), codec.dump(made.facts)
