"""Where a tablet is: at the end of a cable, or where whoever has said so knows how to reach it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from scorepad.tablet.cable import Cable


@dataclass(frozen=True)
class Place:
    """`cable` opens it. `table`: which the tablet there has, 0 = what people say.

    `tablet`: the id of the one that must be there, "" = any; `tables`: at which its sessions must
    have been played, none = at any.
    """

    cable: Callable[[str], Cable]
    table: int = 0
    tablet: str = ""
    tables: Collection[int] = ()


_FOUND = dict[str, Callable[[str], Place]]()


def found_by(begin: str, find: Callable[[str], Place]) -> None:
    """From now on `find` knows the ports whose names begin so; it raises UserError for others."""
    _FOUND[begin] = find


def place_of(port: str, cable: Callable[[str], Cable] = Cable) -> Place:
    """The place that a port is; `cable`: opens one of this machine. Raises UserError."""
    for begin, find in _FOUND.items():
        if port.startswith(begin):
            return find(port)
    return Place(cable)
