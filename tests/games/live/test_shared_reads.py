"""Shared reads: together if they ask together, and never an answer older than its question."""

import asyncio

from games.live.shared_reads import SharedReads


class Source:
    """Something that is read, and counts how often."""

    def __init__(self) -> None:
        self.value = 0
        self.read = 0

    def __call__(self) -> int:
        self.read += 1
        return self.value


async def test_who_asks_at_once_shares_the_answer_and_who_asks_later_does_not() -> None:
    reads, source = SharedReads(), Source()
    assert await asyncio.gather(*(reads.get("a", source) for _ in range(50))) == [0] * 50
    assert source.read == 1
    source.value = 1
    assert await reads.get("a", source) == 1
    assert source.read == 2


async def test_a_question_that_comes_during_a_read_is_asked_again() -> None:
    reads, source = SharedReads(), Source()
    first = asyncio.create_task(reads.get("a", source))
    while not source.read:
        await asyncio.sleep(0)
    source.value = 1
    assert await reads.get("a", source) == 1
    assert await first == 0


async def test_who_goes_away_takes_the_answer_from_nobody() -> None:
    reads, source = SharedReads(), Source()
    gone = asyncio.create_task(reads.get("a", source))
    stays = asyncio.create_task(reads.get("a", source))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == 0


async def test_a_read_that_fails_fails_for_those_who_asked_and_no_others() -> None:
    reads = SharedReads()

    def broken() -> int:
        raise ValueError

    answers = await asyncio.gather(
        reads.get("a", broken), reads.get("a", broken), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [ValueError, ValueError]
    assert await reads.get("a", Source()) == 0
