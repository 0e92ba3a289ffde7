"""Pearson's chi-square test: is it as even as chance would be, and how often is chance less so?"""

from collections.abc import Sequence
from math import exp, lgamma, log

SMALLEST = 5.0
"""Below so many expected of a kind the sum says nothing yet."""

EXACT = 1e-12
TINY = 1e-300


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> tuple[float, int, float]:
    """The sum, the degrees of freedom, and the smallest expected number."""
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    if not total:
        return 0.0, len(counts) - 1, 0.0
    gap = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
    return gap, len(counts) - 1, min(expected)


def p_value(gap: float, freedom: int) -> float:
    """How often pure chance is at least this uneven: Q(freedom / 2, gap / 2)."""
    if gap <= 0 or freedom < 1:
        return 1.0
    return upper_gamma(freedom / 2, gap / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function from x up: near zero a series, else a fraction."""
    front = exp(a * log(x) - x - lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while abs(term) > abs(total) * EXACT:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's way through the continued fraction."""
    b = x + 1 - a
    c = 1 / TINY
    d = 1 / b
    total = d
    step = 0
    while True:
        step += 1
        top = -step * (step - a)
        b += 2
        d = 1 / _not_zero(top * d + b)
        c = _not_zero(b + top / c)
        total *= d * c
        if abs(d * c - 1) < EXACT:
            return total


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
