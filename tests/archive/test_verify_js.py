"""The browser's own checks give the same marks as ours: two implementations of one description."""

import copy
import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from accounts.models import User
from archive.proof import verification
from archive.proof.log import canonical, log_from
from archive.replay.frames import replay_from
from games import registry
from games.engine.chance import chance_for, match_key
from tests.archive.matches import unsaved

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
GAMES = registry.game_keys()


@pytest.fixture(scope="module")
def logs() -> dict[str, Any]:
    """A log of every game, without a database: the browser's event loop keeps Django from it."""
    made = {}
    for game in GAMES:
        count = min(registry.rules_for(game).INFO.players)
        users = [User(username=f"Player{number}") for number in range(count)]
        match, seats, events = unsaved(game, users)
        made[game] = log_from(match, replay_from(match, events), seats)
    return made


@pytest.fixture(scope="module")
def page(logs: dict[str, Any], browser: Browser) -> Iterator[Page]:
    """A page of localhost with the script, for WebCrypto is given to such pages; no server."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        if name.endswith(".js"):
            body, kind = (SCRIPTS / name).read_text(), "text/javascript"
        else:
            body, kind = "<!doctype html><title>x</title>", "text/html"
        route.fulfill(body=body, content_type=kind)

    page.route("http://localhost/**", answer)
    page.goto("http://localhost/")
    page.evaluate("async () => { window.v = await import('/verify.js'); }")
    page.evaluate("async () => { window.s = await import('/sha256.js'); }")
    yield page
    page.close()


def theirs(page: Page, log: Any) -> dict[str, list[str]]:
    return page.evaluate(
        "async (text) => v.marks(await v.check(JSON.parse(text)))", json.dumps(log)
    )


def ours(log: Any) -> dict[str, list[str]]:
    return verification.verify(log, with_rules=False).marks


def spoilt(log: dict[str, Any], whim: random.Random) -> dict[str, Any]:
    """Something somewhere in the log is another."""
    log = copy.deepcopy(log)
    place: Any = log
    while True:
        names = list(place) if isinstance(place, dict) else list(range(len(place)))
        name = whim.choice(names)
        value = place[name]
        if isinstance(value, dict | list) and value:
            place = value
            continue
        match value:
            case str():
                place[name] = value[:-1] + ("0" if value[-1:] != "0" else "1")
            case bool() | None:
                place[name] = "x"
            case int():
                place[name] = value + whim.choice([1, -1])
            case _:
                place[name] = ["x"]
        return log


@pytest.mark.parametrize("game", GAMES)
def test_every_game_checks_alike_honest_and_spoilt(
    page: Page, logs: dict[str, Any], game: str
) -> None:
    log = logs[game]
    assert theirs(page, log) == ours(log) == {}
    whim = random.Random(game)
    for _ in range(12):
        bad = spoilt(log, whim)
        try:
            expected = ours(bad)
        except verification.NotALog:
            assert not page.evaluate("(text) => v.isLog(JSON.parse(text))", json.dumps(bad))
            continue
        assert expected, "what was spoilt shows"
        assert theirs(page, bad) == expected


def test_numbers_below_n_agree_for_every_n(page: Page) -> None:
    """Faces 2 to 52, and numbers of which the stream throws many away."""
    key = match_key(bytes(32), ["a", "b"])
    sizes = [*range(2, 53), 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32]
    expected = []
    for seq, n in enumerate(sizes):
        stream = chance_for(key, seq)
        expected.append([stream._below(n) for _ in range(40)])
    script = """async ([key, sizes]) => {
      const sign = await v.signer(v.unhex(key));
      const all = [];
      for (const [seq, n] of sizes.entries()) {
        const stream = new v.Stream(sign, seq);
        const some = [];
        for (let i = 0; i < 40; i++) some.push(await stream.below(n));
        all.push(some);
      }
      return all;
    }"""
    assert page.evaluate(script, [key.hex(), sizes]) == expected


@pytest.mark.parametrize("seq", [0, 1, 2**31, 2**32, 2**40])
@pytest.mark.parametrize("call", ["shuffle", "pick", "roll"])
def test_calls_agree_at_every_step(page: Page, seq: int, call: str) -> None:
    key = match_key(b"\x01" * 32, ["ä", "", "π\U0001f600"])
    items = [str(number) for number in range(60)]
    stream = chance_for(key, seq)
    expected = [
        list(stream.shuffle(items))
        if call == "shuffle"
        else stream.pick(items)
        if call == "pick"
        else list(stream.roll(items, 200))
        for _ in range(3)
    ]
    script = """async ([call, items, seq]) => {
      const key = await v.keyOf(new Uint8Array(32).fill(1), ["ä", "", "π😀"]);
      const stream = new v.Stream(await v.signer(key), seq);
      const all = [];
      for (let i = 0; i < 3; i++) all.push(await v.again(stream, { call, items, count: 200 }));
      return all;
    }"""
    assert page.evaluate(script, [call, items, seq]) == expected


def test_an_empty_list_or_a_thousandfold_roll_is_refused_not_waited_for(page: Page) -> None:
    script = """async (call) => {
      const stream = new v.Stream(await v.signer(new Uint8Array(32)), 0);
      return v.again(stream, call).then(() => "done", () => "refused");
    }"""
    for call in [
        {"call": "pick", "items": []},
        {"call": "roll", "items": ["a"], "count": 10**9},
        {"call": "roll", "items": ["a"]},
        {"call": "shuffle", "items": "abc"},
        {"call": "steal", "items": ["a"]},
    ]:
        assert page.evaluate(script, call) == "refused", call


def test_canonical_writing_agrees(page: Page) -> None:
    value = {"b": [1, -2, 1.5, True, None], "10": 'é\n"\\', "9": {}, "a": "π\u2028\x7f😀"}
    assert page.evaluate("(text) => v.canonical(JSON.parse(text))", json.dumps(value)) == canonical(
        value
    )


def test_the_sums_by_hand_are_those_of_webcrypto(page: Page) -> None:
    """For plain http, where browsers keep WebCrypto back."""
    for length in [0, 1, 55, 56, 63, 64, 65, 119, 1000]:
        data = bytes((7 * n) % 256 for n in range(length))
        key = data[:32] + data[:length]
        script = """([data, key]) => {
          const [text, sign] = [new Uint8Array(data), new Uint8Array(key)];
          return [v.hex(s.sha256(text)), v.hex(s.hmac(sign, text))];
        }"""
        found = page.evaluate(script, [list(data), list(key)])
        assert found == [hashlib.sha256(data).hexdigest(), hmac.digest(key, data, "sha256").hex()]
