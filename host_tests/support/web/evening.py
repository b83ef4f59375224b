"""An evening for the pages: tablets that were played, and ports at which they are plugged in."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from firmware.link.codec import frame
from firmware.session import Session, fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet
from support.club import club_sessions
from support.link.ptys import plugged_in

PORTS = ("one", "two", "three")
RUBBER = ("3N N =", "2H E =", "2Hxx W -1", "4S E =", "6N E =")
BOARDS = (("b1 4S N =", "b2 3N E +1"), ("b1 4S N -1", "b2 3N E ="))


@contextlib.contextmanager
def played(folder: Path) -> Iterator[list[Tablet]]:
    """Tablets of three tables: a rubber, and two boards of duplicate at two of them."""
    with contextlib.ExitStack() as stack:
        tablets = []
        games = (("rubber", RUBBER), *(("duplicate", deals) for deals in BOARDS))
        for table, (rules, deals) in enumerate(games, 1):
            tablet = stack.enter_context(Tablet(Flash(folder / f"table{table}.flash")))
            tablet.serial_write(frame(f"?1 table {table}"))
            tablet.wait(500)
            tablet.serial_read()
            Robot(tablet, session_of(rules, deals)).play()
            tablets.append(tablet)
        yield tablets


def session_of(rules: str, deals: tuple[str, ...]) -> Session:
    """A session in which this was played, to its end."""
    return fold(club_sessions.finished(club_sessions.played(deals, rules)))


def ports(folder: Path) -> list[str]:
    return [str(folder / name) for name in PORTS]


@contextlib.contextmanager
def plugged(folder: Path, tablets: list[Tablet]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for port, tablet in zip(ports(folder), tablets, strict=True):
            Path(port).symlink_to(stack.enter_context(plugged_in(tablet)))
            stack.callback(Path(port).unlink)
        yield
