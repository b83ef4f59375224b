"""Who asks; and values that hold for whatever runs within a block of a thread or a task."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

Value = TypeVar("Value")


class Actor(NamedTuple):
    """The name of a person or program as given, "" if none was, and where they are.

    address: IP address (of IPv6 the /64), or the URL of the proxy; "": a command; "*": many
    """

    who: str = ""
    address: str = ""


COMMAND = Actor()  # whoever is at this machine


@contextlib.contextmanager
def setting(variable: ContextVar[Value], value: Value) -> Iterator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)
