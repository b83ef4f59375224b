"""MicroPython's own module for CPython: what only matters to its compiler does nothing here."""

from typing import TypeVar

T = TypeVar("T")


def const(value: T) -> T:
    """Mark a constant, which MicroPython's compiler would put in place of the name."""
    return value
