"""Fair chance: an honest log passes every check, and a changed byte shows at its step."""

import copy
import json
import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from archive.proof import verification
from archive.proof.log import canonical, log_of, public_options
from games import registry
from games.models import Event, Match
from tests.archive.matches import played

pytestmark = pytest.mark.django_db
GAMES = registry.game_keys()


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


def marks(log: Any, match: Match) -> dict[str, list[str]]:
    return verification.verify(log, options=match.options).marks


def test_an_honest_log_passes_every_check(match: Match) -> None:
    log = log_of(match)
    assert marks(log, match) == {}
    assert len(log["steps"]) == match.seq + 1
    assert log["steps"][0]["chance"], "the deal asked for chance"
    assert marks(json.loads(json.dumps(log)), match) == {}


def test_the_log_ties_chance_to_what_lay_on_the_table(match: Match) -> None:
    """Where a game shuffles or rolls plain pieces, the log says where they went."""
    log = log_of(match)
    for step in log["steps"]:
        for call in step["chance"]:
            plain = all(isinstance(item, str) for item in call["items"])
            hidden = any(str(item).startswith("sha256:") for item in call["items"])
            if plain and not hidden and call["call"] in ("shuffle", "roll"):
                assert step["ties"], (match.game, step["seq"])


def test_a_log_holds_nothing_that_the_game_keeps_to_itself(match: Match) -> None:
    log = log_of(match)
    rules = registry.rules_for(match.game)
    assert log["options"] == public_options(rules, match.options)
    for step in log["steps"]:
        for call in step["chance"]:
            assert not any(isinstance(item, dict | list) for item in call["items"])


TAMPERED = [
    ("the seed", "head", lambda log: log.update(seed="00" * 32)),
    ("the seal", "head", lambda log: log.update(commitment="00" * 32)),
    ("the key", "head", lambda log: log.update(key="00" * 32)),
    ("a nonce", "head", lambda log: log["seats"][0].update(nonce="another")),
    ("a name", "head", lambda log: log["seats"][0].update(name="another")),
    ("the result", "head", lambda log: log.update(result=None)),
    ("an input", "0", lambda log: log["steps"][0]["chance"][0]["items"].reverse()),
    ("a shuffle", "0", lambda log: log["steps"][0]["chance"][0]["result"].reverse()),
    ("a fact", "1", lambda log: log["steps"][1].update(facts=[])),
    ("a move", "1", lambda log: log["steps"][1].update(move={"type": "cheat"})),
    ("a call more", "1", lambda log: log["steps"][1]["chance"].append({"call": "pick"})),
    ("a step out", "1", lambda log: log["steps"].pop(1)),
    ("the order", "1", lambda log: log["steps"].insert(1, log["steps"].pop(2))),
]


@pytest.mark.parametrize("what, where, spoil", TAMPERED, ids=[row[0] for row in TAMPERED])
def test_what_was_changed_shows_where_it_was(what: str, where: str, spoil: Any) -> None:
    match = played(GAMES[-1])
    log = log_of(match)
    spoil(log)
    assert where in marks(log, match)


def test_a_changed_byte_anywhere_shows(match: Match) -> None:
    """Without the rules: what a browser can see as well. A byte that breaks the JSON is no log."""
    text = json.dumps(log_of(match), separators=(",", ":"))
    whim = random.Random(match.pk)
    for _ in range(60):
        at = whim.randrange(len(text))
        other = whim.choice([c for c in "0123456789abcXYZ" if c != text[at]])
        try:
            changed = json.loads(text[:at] + other + text[at + 1 :])
            report = verification.verify(changed, with_rules=False)
        except (ValueError, RecursionError):
            continue
        assert not report.ok, (at, text[at - 20 : at + 20])


def test_a_deck_dealt_otherwise_is_found_though_it_was_sealed_anew() -> None:
    """Whoever writes a whole new log, seals and all, still cannot choose the chance."""
    from archive.proof.log import sealed

    match = played(GAMES[-1])
    log = log_of(match)
    steps = [{k: v for k, v in step.items() if k != "seal"} for step in log["steps"]]
    call = steps[0]["chance"][0]
    call["result"][0], call["result"][1] = call["result"][1], call["result"][0]
    head = {k: v for k, v in log.items() if k not in ("seal", "steps")}
    assert "chance-0" in marks(sealed(head, steps), match)["0"]


def test_other_facts_sealed_anew_are_found_by_the_rules() -> None:
    from archive.proof.log import sealed

    match = played(GAMES[-1])
    log = log_of(match)
    steps = [{k: v for k, v in step.items() if k != "seal"} for step in log["steps"]]
    steps[1] = copy.deepcopy(steps[1]) | {"facts": []}
    head = {k: v for k, v in log.items() if k not in ("seal", "steps")}
    assert marks(sealed(head, steps), match) == {"1": ["rules"]}


@pytest.mark.parametrize("text", ["{}", "[]", "3", '{"format":"courtyard-log-1"}', "null"])
def test_what_is_no_log_is_refused_in_words(text: str) -> None:
    with pytest.raises(verification.NotALog, match="not a log"):
        verification.verify(json.loads(text))


def test_canonical_writing_is_one_way() -> None:
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"é"]}'


# ---- The command -------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_match", *words, stdout=out, no_color=True)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_the_command_says_the_same_step_by_step(match: Match) -> None:
    code, said = run(str(match.pk))
    assert code == 0
    assert "✓   seed, nonces and key" in said
    assert "✓   step 0: shuffle of" in said
    assert "1 checked, 0 wrong" in said


def test_the_command_ends_with_one_when_the_stored_log_was_changed(match: Match) -> None:
    Event.objects.filter(match=match, seq=1).update(facts=[])
    code, said = run("--all")
    assert code == 1
    assert "✗   step 1" in said


def test_the_command_ends_with_one_when_a_move_cannot_have_been_made(match: Match) -> None:
    Event.objects.filter(match=match, seq=1).update(move={"type": "cheat"})
    assert run(str(match.pk))[0] == 1


def test_the_command_ends_with_one_when_the_seed_was_changed(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(seed=bytes(32))
    code, said = run(str(match.pk), "--short")
    assert code == 1
    assert said.startswith("✗")


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    match = played(GAMES[-1])
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    text = json.dumps(log_of(match))
    good.write_text(text)
    bad.write_text(text.replace('"nonce-1"', '"nonce-2"'))
    none.write_text("hello")
    assert run("--file", str(good))[0] == 0
    assert run("--file", str(bad))[0] == 1
    code, said = run("--file", str(none))
    assert code == 1
    assert "not a log" in said


@pytest.mark.parametrize("words", [[], ["--all", "7"], ["999999"], ["--file", "/nowhere.json"]])
def test_the_command_says_what_it_needs(words: list[str]) -> None:
    with pytest.raises(CommandError):
        run(*words)


def test_a_running_match_is_not_opened_by_the_command() -> None:
    match = played(GAMES[-1], steps=3)
    with pytest.raises(CommandError):
        run(str(match.pk))
    assert run("--all") == (0, "0 checked, 0 wrong\n")
