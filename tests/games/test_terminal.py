"""Matches in the terminal, scripted: every game to its end, and no hand before other eyes."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.console import simulating
from games.console.terminal import WIPE, Left, Screen, Table
from games.console.text_view import text_view
from games.engine import codec
from games.engine.contract import Seat
from games.page.plain_text import plain
from games.page.wording import card_short

ROOT = Path(__file__).parent.parent.parent
KEY = next(simulating.keys("terminal"))
LONGEST = 8000  # answers
COMMAND = ["table", "forty", "--players", "2", "--interactive"]


class Keyboard(io.StringIO):
    """Somebody who reads the question and always takes the last that is offered."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self.out = out
        self.questions: list[str] = []

    def readline(self, *_: Any) -> str:  # type: ignore[override]
        assert len(self.questions) < LONGEST, "this match does not end"
        lines = self.out.getvalue()[-6000:].rstrip("\n").splitlines()
        self.questions.append(lines[-1])
        if "Which?" in lines[-1]:
            pieces = [word.split(":")[0] for word in lines[-2].split("  ")[1:]]
            return " ".join([lines[-2].split(": ", 1)[1].split("  ")[0].split(":")[0], *pieces])
        if "Who acts?" in lines[-1]:
            return f"{1 + len(self.questions) % 2}\n"
        if "Press Enter" in lines[-1]:
            return "\n"
        offered = [line for line in lines if ") " in line[:5] and line[:3].strip().isdecimal()]
        return offered[-1].split(")")[0].strip() + "\n"


def sit_down(
    game: str,
    people: int,
    bots: int = 0,
    source: Callable[[io.StringIO], io.StringIO] = Keyboard,
    lively: bool = False,
    key: bytes = KEY,
    **options: Any,
) -> tuple[Table, io.StringIO, io.StringIO]:
    rules = registry.rules_for(game)
    chosen = rules.Options(**options)
    out = io.StringIO()
    keyboard = source(out)
    names = ["Leyla", "Noam", "Samir", "Dana"][:people] + [f"Bot{n}" for n in range(bots)]
    levels = {people + n: rules.INFO.levels[0] for n in range(bots)}
    screen = Screen(keyboard, out, lively)
    return Table(rules, names, levels, chosen, key, screen), out, keyboard


def typed(*lines: str) -> Callable[[io.StringIO], io.StringIO]:
    return lambda _out: io.StringIO("".join(f"{line}\n" for line in lines))


SHORT: dict[str, dict[str, Any]] = {
    "otzarot": {"target": 3000},
    "telefon": {"target": 100},
    "thirtyone": {"hands": 5},
    "alalab": {"max_questions": 30},
}
GAMES = registry.game_keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_at_one_keyboard(game: str) -> None:
    """People only, then one person among bots: whatever the game, it ends with a result."""
    most = max(registry.rules_for(game).INFO.players[:2])
    for people, bots in ((most, 0), (1, most - 1)):
        table, out, _keyboard = sit_down(game, people, bots, **SHORT.get(game, {}))
        outcome = table.play()
        text = out.getvalue()
        assert outcome == table.rules.outcome(table.state)
        assert plain(table.words.headline(outcome, table.who(table.holds))) in text
        assert "<" not in text and "&" not in text, "words without HTML"


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_are_told_to_whoever_looks_on(game: str) -> None:
    fewest = registry.rules_for(game).INFO.players[0]
    table, out, _keyboard = sit_down(game, 0, fewest, **SHORT.get(game, {}))
    table.play()
    assert out.getvalue().count("·") > 10


def screens(text: str) -> Iterator[tuple[str, str]]:
    """Who held the screen, and all that stood on it."""
    for part in text.split(WIPE)[1:]:
        yield part.split(",", 1)[0].strip(), part


def test_the_screen_is_wiped_between_hidden_hands() -> None:
    table, out, keyboard = sit_down("forty", 2, lively=True)
    names, seen = ["Leyla", "Noam"], 0
    for _ in range(12):
        hands = [{plain(card_short(card)) for card in hand} for hand in table.state.hands]
        before = len(out.getvalue())
        table.do(*table.next_move())
        shown = out.getvalue()[before:]
        holder, part = next(iter(screens(shown)))
        assert shown.startswith(WIPE), "nothing is said before the screen is wiped"
        other = hands[1 - names.index(holder)]
        own = hands[names.index(holder)]
        hand_line = next(line for line in part.splitlines() if line.strip().startswith("Hand:"))
        assert all(card in hand_line for card in own)
        offers = part.split("Hand:")[1]
        assert not {f"{card} " for card in other if f" {card} lies loose" in offers}
        seen += 1
    assert seen == 12 and keyboard.questions  # type: ignore[attr-defined]


def test_who_holds_a_secret_choice_is_not_told_by_the_order_of_the_keyboard() -> None:
    """Three people, one of whom may swap: all three are handed the screen before it is done."""
    for key in islice(simulating.keys("secret"), 40):
        table, out, _keyboard = sit_down("forty", 3, lively=True, key=key)
        if table.state.phase == "exchange":
            break
    assert table.state.phase == "exchange"
    seat, move = table.next_move()
    assert [holder for holder, _part in screens(out.getvalue())] == ["Leyla", "Noam", "Samir"]
    assert seat in (0, 1, 2) and codec.dump(move)["type"] in ("exchange", "keep")


def test_dice_are_gathered_by_their_numbers() -> None:
    script = typed("1", "1", "1", "0 99", "1", "0 1", "q")
    for key in simulating.keys("dice"):
        table, out, _keyboard = sit_down("otzarot", 1, 1, script, key=key)
        while table.rules.view(table.state, None).turn != 0:
            table.do(*table.next_move())
        for _ in range(2):
            table.do(*table.next_move())
        view = table.rules.view(table.state, Seat(0))
        moves = [codec.dump(move) for move in table.rules.legal_moves(table.state, Seat(0))]
        if view.phase == "decide" and {"type": "reroll", "dice": [0, 1]} in moves:
            break
    with pytest.raises(Left):
        table.do(*table.next_move())
        table.play()
    text = out.getvalue()
    assert "From these: 0:" in text and "One of these numbers, please." in text


WRONG = ["0", "99", "-1", "x", "", "{", '{"type": "dance"}', '{"type": "keep"}', "1.5", "²"]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_move_is_told_and_asked_again(wrong: str) -> None:
    table, out, _keyboard = sit_down("forty", 1, 1, typed(wrong, "1"))
    while table.rules.view(table.state, None).turn != 0:
        table.do(*table.next_move())
    before = table.state
    seat, _move = table.next_move()
    assert seat == 0 and table.state == before
    assert out.getvalue().count("Your move?") == 2


def test_a_move_may_be_written_as_it_travels() -> None:
    table, _out, _keyboard = sit_down("forty", 1, 1)
    while table.rules.view(table.state, None).turn != 0:
        table.do(*table.next_move())
    card = table.state.hands[0][0]
    table.screen.source = io.StringIO(json.dumps({"type": "throw", "handCard": card}) + "\n")
    assert codec.dump(table.next_move()[1]) == {"type": "throw", "handCard": card}


@pytest.mark.parametrize("script", [(), ("q",), ("1", "quit"), ("?",)])
def test_whoever_stops_leaves_politely(
    script: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", typed(*script)(io.StringIO()))
    out = io.StringIO()
    call_command("table", "forty", players=2, interactive=True, bots=1, stdout=out)
    assert "You left the table. Goodbye." in out.getvalue()


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: Any) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    out = io.StringIO()
    call_command("table", "forty", players=2, interactive=True, stdout=out)
    assert "Goodbye" in out.getvalue()


def test_a_race_asks_who_was_first() -> None:
    """Where everybody may act, whoever is named acts; Enter lets it pass."""
    racing = [game for game in GAMES if registry.rules_for(game).RACE]
    for game in racing:
        table, out, _keyboard = sit_down(game, 2, 0, typed("x", "", "2"))
        table.do(*table.next_move())
        table.do(*table.next_move())
        assert "Who acts? 1) Leyla 2) Noam" in out.getvalue()


def test_a_host_sits_at_the_keyboard_too(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", typed("", "1", "q")(io.StringIO()))
    for rules in registry.all_games():
        hosted = rules.ONE_ROOM
        if hosted is not None:
            mode = f"mode={hosted.mode}"
            call_command(
                "table", rules.INFO.key, players=2, interactive=True, option=[mode], stdout=out
            )
            assert "Host, it is your turn" in out.getvalue()


# ---- Counting ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_counted(game: str) -> None:
    out, error = io.StringIO(), io.StringIO()
    level = registry.rules_for(game).INFO.levels[0]
    asked = {"simulate": 3, "json": True, "seed": "s", "level": level}
    call_command("table", game, stdout=out, stderr=error, **asked)
    told = json.loads(out.getvalue())
    players = registry.rules_for(game).INFO.players[0]
    assert (told["matches"], told["players"], len(told["seats"])) == (3, players, players)
    assert told["steps"]["least"] <= told["steps"]["median"] <= told["steps"]["most"]
    won = sum(row["won"] or 0 for row in told["seats"])
    assert told["abandoned"] == 3 or won == pytest.approx(1, abs=0.001)
    assert "3 of 3" in error.getvalue()


def test_the_same_seed_gives_the_same_matches() -> None:
    told = []
    for _ in range(2):
        out = io.StringIO()
        call_command(
            "table", "forty", simulate=5, json=True, seed="s", stdout=out, stderr=io.StringIO()
        )
        told.append({k: v for k, v in json.loads(out.getvalue()).items() if k != "seconds"})
    assert told[0] == told[1]


def test_statistics_are_right_for_what_is_known_by_heart() -> None:
    rules = registry.rules_for("forty")

    def match(first: int, places: tuple[int, ...], steps: int) -> simulating.Played:
        outcome = simulating.Outcome(places, (9, 5), "cards")
        return simulating.Played(outcome, steps, Seat(first))

    played = [
        match(0, (1, 2), 40),
        match(1, (1, 2), 42),
        match(0, (1, 1), 44),
        match(1, (2, 1), 40),
    ]
    told = simulating.report(rules, 2, rules.Options(), played)
    assert told["steps"] == {"mean": 41.5, "median": 41.0, "least": 40, "most": 44}
    assert [row["won"] for row in told["seats"]] == [0.625, 0.375]
    assert told["first"]["won"] == 0.625 and told["first"]["edge"] == 0.125
    assert told["firstSeat"]["won"] == 0.625 and told["first"]["margin"] > 0.3


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_shown_a_bar() -> None:
    out, error = io.StringIO(), Terminal()
    call_command("table", "forty", simulate=4, stdout=out, stderr=error)
    assert "\r[███████" in error.getvalue() and "4 of 4" in error.getvalue()
    assert "Who begins" in out.getvalue() and "edge" in out.getvalue()


REFUSED = {
    "no such game": (["chess"], {}, "There is no game"),
    "too many players": (["forty"], {"players": 9}, "2, 3 players"),
    "too many bots": (["forty"], {"players": 2, "bots": 3}, "more bots than players"),
    "no such level": (["forty"], {"level": "wild"}, "gentle, steady, sharp"),
    "no such option": (["forty"], {"option": ["rounds=4"]}, "options do not exist"),
    "no match at all": (["forty"], {"simulate": 0}, "At least one"),
}


@pytest.mark.parametrize(("words", "asked", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_does_not_go_is_told_in_a_sentence(
    words: list[str], asked: dict[str, Any], why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("table", *words, **asked)


def test_it_needs_no_server_and_no_secret() -> None:
    """As it is printed: from a shell, with an empty environment and nothing running."""
    done = subprocess.run(
        [sys.executable, "manage.py", *COMMAND],
        cwd=ROOT,
        env={"DATABASE_URL": "postgres://nobody@127.0.0.1:1/x", "PYTHONUTF8": "1"},
        input="\n1\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "it is your turn" in done.stdout and "Goodbye" in done.stdout


def test_a_picture_names_seats_and_leaves_out_what_is_empty() -> None:
    table, _out, _keyboard = sit_down("forty", 2)
    lines = text_view(table.rules.view(table.state, Seat(0)), ["Leyla", "Noam"])
    assert any(line in ("Turn: Leyla", "Turn: Noam") for line in lines)
    assert lines[-1].startswith("Hand: ") and not any(line.startswith("Summary") for line in lines)
    assert any(line.startswith("Noam: hand count 10") for line in lines)
