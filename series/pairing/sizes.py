"""Pod sizes: as many as possible of the wanted size; a smaller pod comes before any bye."""

from collections.abc import Collection, Iterator


def pod_sizes(entrants: int, wanted: int, legal: Collection[int]) -> tuple[tuple[int, ...], int]:
    """The sizes, largest first, and how many have a bye.

    Byes are as few as the game allows; then as many pods as possible are full; then the others are
    few and as large as possible.
    """
    if wanted not in legal:
        raise ValueError(f"no pod of {wanted} is legal")
    smaller = sorted((size for size in legal if size < wanted), reverse=True)
    for byes in range(entrants):
        seated = entrants - byes
        for full in range(seated // wanted, -1, -1):
            rest = seated - full * wanted
            best = max(_splits(rest, smaller), key=lambda split: (-len(split), split), default=None)
            if best is not None and (full or best):
                return (wanted,) * full + tuple(sorted(best, reverse=True)), byes
    return (), entrants


def _splits(rest: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to make `rest` of these sizes, each in ascending order."""
    if rest == 0:
        yield ()
    for index, size in enumerate(sizes):
        if size <= rest:
            for more in _splits(rest - size, sizes[index:]):
                yield (*more, size)
