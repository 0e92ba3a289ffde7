"""Bot contests in full: how often the stronger player wins, beside what its game asks for."""

from collections.abc import Iterator
from itertools import islice

from games import registry
from ops.bench.report import Row
from ops.bench.workload import Workload
from tests.games.contests import contests_of, share


def measure(workload: Workload) -> Iterator[Row]:
    for rules in registry.all_games():
        for contest in contests_of(rules.INFO.key):
            won = list(islice(contest.play(), max(1, round(contest.games * workload.contests))))
            yield Row(
                "contests",
                f"{rules.INFO.name}, {contest}",
                f"{share(won):.1%} of {len(won)}",
                aim=f"≥ {contest.least:.0%}",
                met=share(won) >= contest.least,
            )
