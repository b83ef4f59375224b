"""MicroPython's own module for CPython: what only matters to its compiler does nothing here."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable)


def const(value: T) -> T:
    """Mark a constant, which MicroPython's compiler would put in place of the name."""
    return value


def native(function: F) -> F:
    """Mark a function that MicroPython would compile to machine code."""
    return function


def viper(function: F) -> F:
    """Mark a function that MicroPython would compile with machine integers."""
    return function


def kbd_intr(chr: int) -> None:
    """Choose the byte that interrupts; a terminal of this machine has none to choose."""


def alloc_emergency_exception_buf(size: int) -> None:
    """Reserve memory for errors in interrupt handlers, of which there are none."""
