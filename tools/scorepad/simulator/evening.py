"""An evening that plays itself: tablets with a robot each, at ports that a PC can open."""

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.link.codec import frame
from firmware.opening import opening
from firmware.session import DEAL, END, Session, fold
from firmware.storage import record
from firmware.ui.words import say
from scorepad.simulator.flash import Flash
from scorepad.simulator.port import LoopbackPort, PortServer
from scorepad.simulator.presses import draw
from scorepad.simulator.robot import Robot, entries
from scorepad.simulator.tablet import Tablet

PACE_S = 6.0  # from deal to deal; at a real table some 7 minutes
FASTEST = 1.5  # times as fast is the fastest table
_ASKED_MS = 200  # for the answer to a question
_QUIET_MS = 300  # after what a PC has said OK is no accident (firmware/hardware/power.py)
_AGAIN_S = 0.5  # between two looks whether the event has come

Step = Callable[[], object]


@dataclass(frozen=True)
class Plan:
    """The play at a table by these rules: an event's boards, which a PC sends, or without any, one
    session after another."""

    table: int
    rules: str
    boards: Sequence[int] = ()


@contextlib.contextmanager
def playing(plans: Iterable[Plan], folder: Path, runtime: str, pace: float) -> Iterator[list[str]]:
    """Play within the block; yield the ports of the tablets.

    `folder`: of their flash; `pace`: seconds a deal, more or less.

    Raise SimulationError if a tablet does not start.
    """
    end = threading.Event()
    with contextlib.ExitStack() as tables:
        ports = []
        for plan in plans:
            table = tables.enter_context(contextlib.closing(_Table(plan, folder, runtime, pace)))
            thread = threading.Thread(target=table.play, args=(end,), daemon=True)
            thread.start()
            tables.callback(thread.join)
            tables.callback(end.set)
            ports.append(table.path)
        yield ports


class _Table:
    def __init__(self, plan: Plan, folder: Path, runtime: str, pace: float):
        self._plan = plan
        self._chance = random.Random(plan.table)
        self._pace = pace
        self._tablet = Tablet(Flash(folder / f"table{plan.table}.flash"), runtime)
        self._tablet.serial_write(frame(f"?1 table {plan.table}"))
        self._tablet.wait(_ASKED_MS)
        self._tablet.serial_read()
        self._port = PortServer(self._tablet, LoopbackPort())
        self.path = self._port.path

    def close(self) -> None:
        self._port.close()
        self._tablet.off()

    def play(self, end: threading.Event) -> None:
        """Play everything, then serve the cable until the end."""
        for step in self._event(end) if self._plan.boards else self._sessions():
            self._listen(end, self._pace * self._chance.uniform(1 / FASTEST, FASTEST))
            if end.is_set():
                return
            self._tablet.wait(_QUIET_MS)
            step()
        self._port.serve(end.is_set)

    def _listen(self, end: threading.Event, seconds: float) -> None:
        until = time.monotonic() + seconds
        self._port.serve(lambda: end.is_set() or time.monotonic() >= until)

    def _event(self, end: threading.Event) -> Iterator[Step]:
        while self._tablet.look().screen == "home" and not end.is_set():
            self._listen(end, _AGAIN_S)
            if say("begin") in self._tablet.look().text:
                self._tablet.press("OK")
        robot = Robot(self._tablet, fold(opening(self._plan.rules, {}, self._plan.table, 0, 0)))
        for number, board in enumerate(self._plan.boards, 1):
            yield partial(robot.follow, [(DEAL, board, number, draw(self._chance))])
        yield partial(robot.follow, [(END, 0, len(self._plan.boards), 0)])

    def _sessions(self) -> Iterator[Step]:
        while True:
            session = _whole(self._plan.rules, self._chance)
            robot = Robot(self._tablet, session)
            yield robot.start
            yield from (partial(robot.follow, [entry]) for entry in entries(session))


def records(tablet: bytes, number: int, rules: str, players: tuple[int, ...], begun: int) -> bytes:
    """Return a played session as the tablet with this id has it on its flash.

    `players`: their ids from North on; `begun`: minutes since 2000.
    """
    session = _whole(rules, random.Random(number))
    opened = opening(rules, {}, 1, session.first_dealer, begun, players)
    key = record.session_key(tablet, number)
    events = enumerate([*opened, *entries(session)])
    return b"".join(record.pack(key, at, event) for at, event in events)


def _whole(rules: str, chance: random.Random) -> Session:
    session = fold(opening(rules, {}, 1, 0, 0))
    while not session.sheet.complete:
        session.apply(DEAL, 0, len(session.deals) + 1, draw(chance))
    return session
