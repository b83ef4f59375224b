"""Fractions as people and programs read them, to the hundredth."""

from collections.abc import Iterable
from fractions import Fraction

from scorepad.language import joined, text


def hundredths(amount: Fraction) -> int:
    """Return hundredths; a half is rounded away from 0, so that N-S and E-W are alike."""
    rounded = (200 * abs(amount) + 1) // 2
    return -rounded if amount < 0 else rounded


def format_hundredths(amount: Fraction) -> str:
    rounded = hundredths(amount)
    whole, rest = divmod(abs(rounded), 100)
    return joined((f"{'-' * (rounded < 0)}{whole}", text("."), f"{rest:02}"), "")


def column(amounts: Iterable[Fraction]) -> list[str]:
    """Return the amounts with two decimals, unless all are whole."""
    listed = list(amounts)
    whole = all(amount.denominator == 1 for amount in listed)
    return [str(amount) if whole else format_hundredths(amount) for amount in listed]
