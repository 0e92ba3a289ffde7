"""`make bench` runs every measurement in miniature and reports each; nothing here judges speed."""

import os
import subprocess
import sys

import pytest

from games import registry
from ops import ROOT
from ops.bench.report import Row, percentile, table
from ops.bench.scripted_match import longest_options, script_of
from tests.games.contests import contests_of


def run_bench(*words: str) -> subprocess.CompletedProcess[str]:
    """The real command, on servers of its own."""
    drop = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
    env = {name: value for name, value in os.environ.items() if name not in drop}
    return subprocess.run(
        [sys.executable, "-m", "ops.bench", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=280,
    )


def rows_of(output: str) -> list[str]:
    """The lines of the final table."""
    return output[output.index("\npart ") :].splitlines()[2:]


def test_every_part_reports_its_figures_beside_a_ceiling():
    done = run_bench("--tiny")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = rows_of(done.stdout)
    games = registry.all_games()
    engine = [row for row in rows if row.startswith("engine")]
    assert len(engine) == sum(len(g.INFO.players) + len(g.INFO.levels) for g in games)
    contests = [row for row in rows if row.startswith("contests")]
    assert len(contests) == sum(len(contests_of(key)) for key in registry.game_keys())
    service = [row for row in rows if row.startswith("service")]
    assert sum("moves/s" in row and "bare/s" in row for row in service) == 2
    assert sum("queries a move" in row and "bounded ✓" in row for row in service) == 1
    (live,) = [row for row in rows if row.startswith("live")]
    assert live.count(" ms") == 2 and "lost" not in live and "refused" not in live
    (memory,) = [row for row in rows if row.startswith("memory")]
    assert memory.count("KiB") == 2
    archive = [row for row in rows if row.startswith("archive")]
    assert sum("leaderboard" in row and "1 query" in row for row in archive) == 5
    assert sum(" ms" in row for row in archive) == 8


def test_a_chosen_part_runs_alone():
    done = run_bench("--tiny", "engine")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {row.split()[0] for row in rows_of(done.stdout)} == {"engine"}


def test_an_unknown_part_is_refused():
    done = run_bench("speed")
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
        (Row("live", "x", "9 ms", "3 ms", 0.333, "p99 < 10 ms", True), "0.33  p99 < 10 ms ✓"),
        (Row("live", "x", "9 ms", "3 ms", 0.333, "p99 < 5 ms", False), "p99 < 5 ms ✗ missed"),
        (Row("live", "x", "9 ms"), "9 ms"),
    ],
)
def test_a_row_says_whether_its_aim_was_met(row, end):
    heading, line = table([row])
    assert heading.split() == ["part", "what", "figure", "ceiling", "ratio", "aim"]
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
