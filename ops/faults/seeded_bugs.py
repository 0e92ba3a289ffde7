"""Seeded bugs: four ways to break the site's promises, each of which the checker must find.

They live here, and are put into a process by `ops.faults.inside` alone: no module of the site has
a switch for them.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any


def tell_before_commit() -> None:
    """A move is acknowledged and shown, and only then on its way to the disk."""
    from games.live.committer import Committer
    from games.services.optimistic import Proposal, Stored

    really = Committer.commit
    pending: set[asyncio.Task[Any]] = set()

    async def commit(self: Committer, proposal: Proposal) -> Stored:
        async def later() -> None:
            await asyncio.sleep(0.5)
            await really(self, proposal)

        task = asyncio.create_task(later())
        pending.add(task)
        task.add_done_callback(pending.discard)
        now = datetime.now(UTC)
        started = now + timedelta(seconds=proposal.run.clock_seconds)
        return Stored(started if proposal.restart else proposal.known_deadline, now)

    Committer.commit = commit  # type: ignore[method-assign]


def no_idempotency() -> None:
    """A repeat is judged as if it were new."""
    from games.live.room import Room
    from games.services import ledger, optimistic, transition

    really = ledger.lock

    def lock(*args: Any, **kwargs: Any) -> Any:
        run = really(*args, **kwargs)
        return run and replace(run, repeat_of=None)

    ledger.lock = lock
    assert transition.ledger is ledger, "the lock is looked up where it is replaced"
    Room._remember = lambda *_: None  # type: ignore[method-assign]
    before, found, after = optimistic.COMMIT.partition("AND NOT EXISTS (SELECT 1 FROM games_event")
    assert found
    optimistic.COMMIT = before + after[after.index("w.move_id)") + len("w.move_id)") :]


def early_timer() -> None:
    """The clock rings two seconds too soon."""
    from games.presence import sweep
    from games.services import clock

    really = clock.missed

    def missed(run: Any) -> bool:
        return really(replace(run, now=run.now + timedelta(seconds=2)))

    clock.missed = missed
    sweep.DUE = sweep.DUE.replace(
        "statement_timestamp()", "(statement_timestamp() + interval '2 seconds')", 1
    )


def tell_the_key() -> None:
    """Every push to a page carries the key by which its match is dealt."""
    from games.live.consumers import MatchConsumer
    from games.models import Match
    from games.page.push import Push

    really = MatchConsumer.show_match

    def show_match(self: MatchConsumer, wanted: dict[str, Any]) -> Push:
        push = really(self, wanted)
        assert self.match_id is not None
        key = Match.objects.values_list("key", flat=True).get(pk=self.match_id)
        return push and push.followed_by(f"<!-- {bytes(key).hex()} -->")

    MatchConsumer.show_match = show_match  # type: ignore[method-assign]


BUGS = {
    "tell-before-commit": tell_before_commit,
    "no-idempotency": no_idempotency,
    "early-timer": early_timer,
    "tell-the-key": tell_the_key,
}
