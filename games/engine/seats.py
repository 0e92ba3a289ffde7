"""Seat arithmetic: whose turn is next, one seat's part of a tuple, cards dealt in blocks."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from games.engine.contract import Seat

T = TypeVar("T")


@cache
def all_seats(seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(seats))


def next_seat(seat: int, seats: int) -> Seat:
    """The chair to the left, and after the last the first."""
    return Seat((seat + 1) % seats)


@cache
def seats_from(first: int, seats: int) -> tuple[Seat, ...]:
    """Every seat once, clockwise from this one."""
    return tuple(Seat((first + step) % seats) for step in range(seats))


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """By-seat values with one seat's replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def in_blocks(items: Sequence[T], seats: int, each: int) -> tuple[tuple[T, ...], ...]:
    """The first `seats` times `each` items, dealt a block to each seat."""
    return tuple(tuple(items[seat * each : (seat + 1) * each]) for seat in range(seats))
