"""Costs are read from the bench's own file, and a file that is not as expected does no harm."""

import json
from pathlib import Path

import pytest

from ops.bench import history
from ops.bench.load import Result
from ops.bench.load_rows import cost_rows, paced_row
from ops.bench.report import Row, machine
from ops.capacity import __main__ as command
from ops.capacity import costs
from ops.capacity.costs import Costs
from ops.capacity.plan import plan

CPU = {"web": 3.0, "postgres": 0.5, "valkey": 0.1, "workers": 0.2, "generator": 0.3}


def bench_file(path: Path, *rows: Row) -> Path:
    """As `make bench` writes it."""
    history.write(path, history.entry(rows, machine(), "full", 1.0), [])
    return path


def result(cpu: dict[str, float]) -> Result:
    return Result(latencies=[5.0, 6.0, 30.0], seconds=1, pushes=10, push_bytes=25_000, cpu=cpu)


def test_what_the_bench_writes_is_found(tmp_path: Path) -> None:
    path = bench_file(
        tmp_path / "bench.json",
        *cost_rows("live", "Forty, one web process", result(CPU)),
        *cost_rows("live", "Otzarot, one web process", result({**CPU, "web": 5.0})),
        *cost_rows("api", "Otzarot, one web process", result({**CPU, "web": 0.9})),
        *cost_rows("api", "Otzarot, two web processes", result({**CPU, "web": 7.0})),
        paced_row("live", "Forty, 50 tables × 1 move/s", result(CPU)),
        paced_row("live", "Forty, 50 tables × 1 move/s, not sticky", result(CPU)),
        Row("idle", "memory of an idle page, over 2000", "43 KiB"),
        Row("idle", "share of a core with none / 2000 idle pages", "0.5% / 10.5%"),
    )
    found = costs.read(path)
    assert (found.move, found.program_move, found.push_bytes) == (4.0, 0.9, 2500)
    assert (found.beside, found.generator) == (pytest.approx(0.3), 0.3)
    assert (found.page_kib, found.idle) == (43, pytest.approx(0.05))
    assert found.flush == Costs().flush
    assert costs.points(path) == {50: (6.0, 30.0, 30.0)}


@pytest.mark.parametrize("text", [None, "", "[]", '{"runs": [{"rows": [{}]}]}', '{"runs": [3]}'])
def test_a_file_that_is_not_there_or_not_ours_changes_nothing(
    tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "bench.json"
    if text is not None:
        path.write_text(text)
    assert costs.read(path) == Costs()
    assert costs.points(path) == {}


def test_the_newest_run_counts(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    for web in (9.0, 3.0):
        rows = list(cost_rows("live", "Forty, one web process", result({**CPU, "web": web})))
        entry = history.entry(rows, machine(), "full", 1.0)
        history.write(path, entry, history.read(path))
    assert len(json.loads(path.read_text())["runs"]) == 2
    assert costs.read(path).move == 3.0


def test_a_plan_grows_with_its_people_and_its_costs() -> None:
    small, large = plan(1_000, Costs()), plan(100_000, Costs())
    assert large.moves == pytest.approx(100 * small.moves, rel=0.01)
    assert large.web_cores == pytest.approx(100 * small.web_cores, rel=0.01)
    assert large.webs * 0.6 >= large.web_cores > (large.webs - 1) * 0.6
    assert large.pgbouncer and not small.pgbouncer
    dearer = Costs(move=2 * Costs().move)
    assert plan(100_000, dearer).webs > large.webs


def test_the_command_prints_its_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "CROWDS", (300, 1_000))
    bench = ["--bench", str(tmp_path / "none.json")]
    assert command.main(["--table", *bench]) == 0
    told = capsys.readouterr().out
    assert "| `move` |" in told and "| people at once | 300 | 1,000 |" in told
    assert "'make bench' fills it" in told
    path = bench_file(
        tmp_path / "bench.json", paced_row("live", "Forty, 10 tables × 1 move/s", result(CPU))
    )
    assert command.main(["--check", "--bench", str(path)]) == 0
    assert "| 10 | 6/30/30 ms |" in capsys.readouterr().out
    assert command.main(["--tables", "20", "--seconds", "5", *bench]) == 0
    assert "20 tables, 20 moves/s, 2 web processes: p50/p95/p99 " in capsys.readouterr().out
