"""`make bench` runs every measurement in miniature and reports each; nothing here judges speed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import registry
from ops import ROOT
from ops.bench import history
from ops.bench.__main__ import PARTS
from ops.bench.report import Machine, Row, percentile, table
from ops.bench.scripted_match import longest_options, script_of
from tests.games.contests import contests_of


def run_bench(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The real command, on servers of its own."""
    drop = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
    env = {name: value for name, value in os.environ.items() if name not in drop}
    return subprocess.run(
        [sys.executable, "-m", "ops.bench", "--out", str(out), *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
    )


def rows_of(output: str) -> list[str]:
    """The lines of the final table."""
    return output[output.index("\npart ") :].splitlines()[2:-1]


def test_every_part_reports_its_figures_beside_a_ceiling(tmp_path):
    out = tmp_path / "bench.json"
    done = run_bench(out, "--tiny")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = rows_of(done.stdout)
    by_part = {part: [row for row in rows if row.startswith(part + " ")] for part in PARTS}
    games = registry.all_games()
    assert len(by_part["engine"]) == sum(len(g.INFO.players) + len(g.INFO.levels) for g in games)
    contests = sum(len(contests_of(key)) for key in registry.game_keys())
    assert len(by_part["contests"]) == contests
    service = by_part["service"]
    assert sum("moves/s" in row and "bare/s" in row for row in service) == 3
    assert sum("queries a move" in row and "bounded ✓" in row for row in service) == 1
    live = by_part["live"]
    assert sum("× 1 move/s" in row and row.count(" ms") == 2 for row in live) == 3
    assert sum("moves/s" in row and "echoes/s" in row for row in live) == 2
    assert sum("CPU of a move" in row for row in live) == 2
    assert sum("bytes of a push" in row for row in live) == 2
    api = by_part["api"]
    assert sum("process" in row and "closed loop" in row for row in api) == 3
    assert any("boardgame.io in memory" in row for row in api)
    assert sum("p99 ≤ 10 ms" in row for row in api) == 1
    assert not [row for row in live + api if " lost" in row or " refused" in row]
    assert sum("connect at once" in row for row in by_part["storm"]) == 2
    assert sum("come back" in row and "did not" not in row for row in by_part["storm"]) == 1
    assert sum("KiB" in row or "idle pages" in row for row in by_part["idle"]) == 3
    feel = by_part["feel"]
    assert sum("layout shift" in row and "< 0.02" in row for row in feel) == 2
    assert sum("press to" in row and " ms" in row for row in feel) == 2
    assert ["first move" in row for row in by_part["arriving"]] == [True]
    archive = by_part["archive"]
    assert sum("leaderboard" in row and "1 query" in row for row in archive) == 5
    assert sum(" ms" in row for row in archive) == 8
    [run] = history.read(out)
    assert len(run["rows"]) == len(rows)
    assert run["workload"] == "tiny" and run["versions"]["django"] and run["machine"]["cores"]


CHANGE = re.compile(r" [+-]\d+(?:/[+-]\d+)* %  ")


def test_a_chosen_part_runs_alone_and_is_compared_with_the_last_time(tmp_path):
    out = tmp_path / "bench.json"
    for run in (1, 2):
        done = run_bench(out, "--tiny", "engine")
        assert done.returncode == 0, done.stdout + done.stderr
        rows = rows_of(done.stdout)
        assert {row.split()[0] for row in rows} == {"engine"}
        changes = [CHANGE.search(row) is not None for row in rows if "moves/s" in row]
        assert changes and all(changes) == (run == 2) == any(changes)
    assert len(history.read(out)) == 2


def test_an_unknown_part_is_refused(tmp_path):
    done = run_bench(tmp_path / "bench.json", "speed")
    assert done.returncode == 2
    assert "speed" in done.stderr


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([7.0], 50, 7.0),
        ([3.0, 1.0, 2.0], 50, 2.0),
        (list(range(1, 101)), 99, 99),
        (list(range(1, 101)), 100, 100),
        ([1.0, 2.0], 99, 2.0),
        ([1.0, 2.0], 0, 1.0),
    ],
)
def test_a_percentile_is_a_value_that_was_measured(values, percent, expected):
    assert percentile(values, percent) == expected


@pytest.mark.parametrize(
    ("row", "end"),
    [
        (
            Row("live", "x", "9 ms", "3 ms", 0.333, "p99 < 10 ms", True),
            "0.33          p99 < 10 ms ✓",
        ),
        (Row("live", "x", "9 ms", "3 ms", 0.333, "p99 < 5 ms", False), "p99 < 5 ms ✗ missed"),
        (Row("live", "x", "9 ms"), "9 ms"),
    ],
)
def test_a_row_says_whether_its_aim_was_met(row, end):
    heading, line = table([row])
    assert heading.split() == ["part", "what", "figure", "ceiling", "ratio", "change", "aim"]
    assert line.endswith(end)


TURN_BY_TURN = [rules.INFO.key for rules in registry.all_games() if not rules.RACE]


@pytest.mark.parametrize("key", TURN_BY_TURN)
def test_a_script_is_a_long_match_and_the_same_again(key):
    rules = registry.rules_for(key)
    players = rules.INFO.players[-1]
    options = longest_options(rules, players)
    script = script_of(rules, players, options, bytes(32))
    assert [scripted.seq for scripted in script] == list(range(1, len(script) + 1))
    assert len(script) > 20, "long enough for the live measurement"
    assert script == script_of(rules, players, options, bytes(32))


# ---- What has changed since the last run ---------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        ("1011 moves/s", [1011]),
        ("8/20/88/160 ms", [8, 20, 88, 160]),
        ("6.86, 0.29 ms", [6.86, 0.29]),
        ("70 moves/s, p50 12 ms, p99 3219 ms", [70, 12, 3219]),
        ("12,345", [12345]),
        ("4.9% / 11.0%", [4.9, 11.0]),
        ("not measured: npm failed", []),
    ],
)
def test_the_numbers_of_a_figure_are_those_that_stand_alone(figure, expected):
    assert history.numbers(figure) == expected


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ([110], [100], "+10 %"),
        ([90, 100], [100, 100], "-10/+0 %"),
        ([0, 1], [0, 0], "0/new %"),
        ([1], [], ""),
        ([1, 2], [1], ""),
        ([], [], ""),
    ],
)
def test_a_change_is_told_in_percent(new, old, expected):
    assert history.change(new, old) == expected


def run_of(workload: str, *rows: Row) -> history.Run:
    return history.entry(rows, Machine(2, "3", "Linux", 0.5), workload, 1)


def test_a_row_is_compared_with_the_newest_run_of_its_size_that_has_it():
    before = [
        run_of("tiny", Row("live", "a", "1 ms")),
        run_of("full", Row("engine", "b", "50 moves/s")),
        run_of("full", Row("live", "a", "20 ms"), Row("engine", "b", "10 moves/s")),
    ]
    rows = [
        Row("live", "a", "30 ms"),
        Row("live", "a", "30 KB"),
        Row("engine", "b", "25 moves/s"),
        Row("live", "new", "1 ms"),
    ]
    assert history.changes(rows, before, "full") == ["+50 %", "", "-50 %", ""]


def test_the_history_keeps_the_newest_runs_and_forgives_a_broken_file(tmp_path):
    path = tmp_path / "var" / "bench.json"
    assert history.read(path) == []
    for number in range(history.KEPT + 2):
        history.write(path, run_of("full", Row("live", "a", f"{number} ms")), history.read(path))
    runs = history.read(path)
    assert len(runs) == history.KEPT
    assert runs[0]["rows"][0]["numbers"] == [history.KEPT + 1]
    path.write_text("[]")
    assert history.read(path) == []
