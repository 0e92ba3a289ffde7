"""Rows of a load: how fast, at what cost of CPU, and how many bytes go down."""

from collections.abc import Iterator

from ops.bench.live_tables import SOCKETS
from ops.bench.load import Result
from ops.bench.report import Row


def paced_row(
    part: str, what: str, got: Result, ceiling: Result | None = None, aim: float | None = None
) -> Row:
    """Latencies at a steady pace. What was lost or refused misses every aim."""
    return Row(
        part,
        f"{what}, move to last of {SOCKETS}, p50/p95/p99/max",
        f"{got.summary} ms{got.troubles}",
        f"{ceiling.summary} ms" if ceiling else "",
        ceiling.p(99) / got.p(99) if ceiling else None,
        f"p99 ≤ {aim:g} ms" if aim else "",
        got.p(99) <= aim and not got.troubles if aim else None,
    )


def rate_row(
    part: str,
    what: str,
    got: Result,
    ceiling: str = "",
    ratio: float | None = None,
    aim: str = "",
    met: bool | None = None,
) -> Row:
    """Moves a second of a closed loop."""
    figure = f"{got.rate:.0f} moves/s, p50 {got.p(50):.0f} ms, p99 {got.p(99):.0f} ms"
    clean = None if met is None else met and not got.troubles
    return Row(part, what, figure + got.troubles, ceiling, ratio, aim, clean)


def cost_rows(
    part: str, what: str, got: Result, cpu_aim: float | None = None, byte_aim: int | None = None
) -> Iterator[Row]:
    """CPU of a move by process, and the size of a push."""
    yield Row(
        part,
        f"{what}, CPU of a move: " + ", ".join(got.cpu),
        ", ".join(f"{spent:.2f}" for spent in got.cpu.values()) + " ms",
        aim=f"web ≤ {cpu_aim:g} ms" if cpu_aim else "",
        met=got.cpu["web"] <= cpu_aim if cpu_aim else None,
    )
    yield Row(
        part,
        f"{what}, bytes of a push, mean over all {SOCKETS}",
        f"{got.bytes_a_push:.0f} bytes",
        aim=f"≤ {byte_aim}" if byte_aim else "",
        met=got.bytes_a_push <= byte_aim if byte_aim else None,
    )
