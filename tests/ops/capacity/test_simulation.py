"""The simulation agrees with what queueing theory knows in closed form, and grows with the load."""

from dataclasses import replace

import pytest

from ops.capacity.costs import Costs
from ops.capacity.simulation import Load, simulate

NOTHING = replace(Costs(), judge=0, statement=0, store=0, flush=0, beside=0, idle=0, read=0)


def one_server(share: float, variation: float) -> float:
    """The mean time in a system of one web process, busy for this share, in service times."""
    load = Load(
        tables=round(1000 * share), pace=1, webs=1, cores=1, variation=variation, seconds=60
    )
    return simulate(load, replace(NOTHING, move=1.0)).mean


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_constant_service_is_m_d_1(share: float) -> None:
    expected = 1 + share / (2 * (1 - share))
    assert one_server(share, variation=0) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_exponential_service_is_m_m_1(share: float) -> None:
    assert one_server(share, variation=1) == pytest.approx(1 / (1 - share), rel=0.05)


def test_more_load_is_never_faster() -> None:
    results = [simulate(Load(tables=tables), Costs()) for tables in (10, 50, 100, 200, 300)]
    for percent in (50, 95, 99):
        times = [result.p(percent) for result in results]
        assert times == sorted(times), percent
    assert results[-1].web > 4 * results[1].web


def test_a_second_process_and_a_second_core_help_only_together() -> None:
    busy = Load(tables=180, webs=1, cores=1)
    alone = simulate(busy, Costs()).p(95)
    assert simulate(replace(busy, webs=2, cores=3), Costs()).p(95) < alone / 2
    assert simulate(replace(busy, webs=2, cores=1), Costs()).p(95) > alone / 2


def test_scattered_tables_cost_a_read_in_every_other_process() -> None:
    sticky = simulate(Load(tables=100, webs=4, cores=6), Costs())
    scattered = simulate(Load(tables=100, webs=4, cores=6, sticky=False), Costs())
    costs = Costs()
    assert scattered.web / sticky.web == pytest.approx(
        1 + 3 * costs.read / (costs.move + 4 * costs.idle), rel=0.05
    )
    assert scattered.p(50) > sticky.p(50)


def test_moves_that_wait_for_the_disk_go_together() -> None:
    """A flush that takes long does not bound the rate: the next statement carries all who wait."""
    slow_disk = replace(NOTHING, move=0.1, flush=20.0)
    result = simulate(Load(tables=1000, webs=1, cores=4), slow_disk)
    assert result.batch > 15
    assert result.p(99) < 2 * 20 + 5


def test_the_same_seed_is_the_same_run() -> None:
    load = Load(tables=50)
    assert simulate(load, Costs()).latencies == simulate(load, Costs()).latencies
    assert simulate(replace(load, seed=2), Costs()).latencies != simulate(load, Costs()).latencies
