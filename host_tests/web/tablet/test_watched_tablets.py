"""A server syncs what was played in whatever order deals, broken lines and busy tablets come.

The real loop that watches the ports runs without threads and on a clock of its own: between two
looks at the ports the test decides what happens. Every order of a few events is tried; then the
tablet answers again, and the club must get every deal without a new connection.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from dev.link.both_ends import LocalPort
from firmware.link.codec import frame
from scorepad.errors import UserError
from scorepad.tablet.cable import CableGone, NoAnswer, Refused
from scorepad.tablet.sync import Summary
from scorepad.tablet.watch import NEXT_S, watch
from scorepad.web.live.phones import Phone, Phones
from scorepad.web.live.tablets import Tablets
from scorepad.web.tablet.line import Line
from support.depth import FULL, sampled
from support.link.ptys import hearing

CABLE = "/dev/ttyACM0"
Ports = Callable[[], set[str]]
EVENTS = 4 if FULL else 3  # of an order
TABLE = 7


class Evening:
    """A server, and a tablet that plays at a cable, stays there, and says of no news.

    It stands for ParallelJobs, too: syncs run one at a time, when the test says so.

    deals: how many it has; kept: how many the club has
    events: what happens between two looks at the ports, by the names of the methods
    """

    def __init__(
        self, events: Iterator[str], there: Ports = lambda: {CABLE}, news: Ports = set
    ) -> None:
        self.deals = self.kept = 0
        self.now = 0.0
        self.syncs = 0
        self.end = threading.Event()
        self._events = events
        self._begun = list[Callable[[], Summary]]()
        self._finished = list[Summary]()
        self._trouble: Exception | None = None
        self._silent = False
        how = {"news": news, "watch": self._watch}
        self.tablets = Tablets(there, lambda port: True, self._sync, lambda: None, **how)

    def begin(self, work: Callable[[], Summary], port: str) -> None:
        self._begun.append(work)

    def ended(self, seconds: float) -> list[Summary]:
        finished, self._finished = self._finished, []
        return finished

    def _watch(self, there, sync, sleep, stay, news, rest):  # type: ignore[no-untyped-def]
        how = {"clock": lambda: self.now, "work": self}
        return watch(there, sync, lambda seconds: None, stay, news, self._rest, **how)

    def _rest(self, seconds: float) -> None:
        event = next(self._events, "")
        if not event:
            raise KeyboardInterrupt
        getattr(self, event)()

    def _sync(self, port: str, progress: Callable[[int, int], None], *_: object) -> Summary:
        self.syncs += 1
        if self._trouble:
            raise self._trouble
        if self._silent or not self._is_at(port):
            summary = Summary(port, trouble="no answer")
            summary.silent = True
            return summary
        self.kept = self.deals
        return Summary(port, found=True)

    def _is_at(self, port: str) -> bool:
        return True

    def connect_again(self) -> None:
        """Connect the tablet if it is not connected."""

    def run(self) -> None:
        with self.tablets.watched():
            pass

    def play(self) -> None:
        self.deals += 1

    def sync(self) -> None:
        if self._begun:
            self._finished.append(self._begun.pop(0)())

    def sync_busy(self) -> None:
        self._silent = True
        self.sync()
        self._silent = False

    def sync_locked(self) -> None:
        self._trouble = UserError("the database is locked")
        self.sync()
        self._trouble = None

    def wait(self) -> None:
        self.now += NEXT_S


class PhoneEvening(Evening):
    """The tablet is in a page, and its line breaks and comes back."""

    def __init__(self, events: Iterator[str]) -> None:
        self._phones = Phones(lambda: None, lambda: None)
        self._phone: Phone | None = None
        super().__init__(events, self._phones.there, self._phones.news)

    def _is_at(self, port: str) -> bool:
        return self._phone is not None and port == self._phone.port

    def _sync(self, port: str, progress: Callable[[int, int], None], *_: object) -> Summary:
        try:
            self._phones.place(port)
        except CableGone as gone:
            return Summary(port, trouble=str(gone))
        return super()._sync(port, progress)

    def play(self) -> None:
        super().play()
        if self._phone:
            self._phones.has_news(self._phone)

    def connect(self) -> None:
        """Come in by a new line; of the line before, the server may not know that it is broken."""
        line = Line(lambda part: None)
        self._phone = Phone("0a0b", TABLE, frozenset({TABLE}), lambda: True, line)
        self._phones.join(self._phone)

    def connect_again(self) -> None:
        if not self._phone:
            self.connect()

    def disconnect(self) -> None:
        if self._phone:
            self._phones.leave(self._phone)
        self._phone = None


PHONE_EVENTS = ("play", "connect", "disconnect", "sync", "sync_busy", "sync_locked")
CABLE_EVENTS = ("play", "wait", "sync", "sync_busy", "sync_locked")
AT_LAST = ("connect_again", *("sync", "wait") * 4)  # the tablet answers, and nothing else happens


def has_lost(evening: Callable[[Iterator[str]], Evening], events: tuple[str, ...]) -> bool:
    """Return True if the club lacks a deal after these events."""
    happened = evening(iter(("connect_again", *events, *AT_LAST)))
    happened.run()
    return happened.kept != happened.deals


@sampled
def test_the_deals_of_a_phone_come_over_the_line_that_it_has() -> None:
    """A sync that failed is repeated while the line stays, and needs no new connection."""
    orders = product(PHONE_EVENTS, repeat=EVENTS)
    assert [events for events in orders if has_lost(PhoneEvening, events)] == []


@sampled
def test_the_deals_of_a_tablet_come_while_its_cable_stays() -> None:
    """A tablet that has answered once is asked again after a sync in which it was silent."""
    orders = product(CABLE_EVENTS, repeat=EVENTS)
    assert [events for events in orders if has_lost(Evening, ("sync", *events))] == []


def test_a_phone_without_news_is_synced_once_in_a_while() -> None:
    quiet = PhoneEvening(iter(("connect", *("sync",) * 20, "wait", *("sync",) * 20)))
    quiet.run()
    assert quiet.syncs == 2


# ---- what strangers can hold


@pytest.mark.parametrize(
    ("said", "after", "most"),
    [("wait", 0, 6), ("", 0, 6), ("ok", 0.9, 12), ("error no", 0.9, 12)],  # it was 20 each
)
def test_a_phone_that_is_waited_for_has_a_short_turn(said: str, after: float, most: float) -> None:
    """By the clock of the line, from the first question of a hundred to the end of its turn."""
    phones, held = Phones(lambda: None, lambda: None), list[tuple[float, bytes]]()
    phone = Phone("0a0b", TABLE, frozenset({TABLE}), lambda: True, Line(lambda part: None))
    phones.join(phone)

    def answer(request: str) -> bytes:
        held.append((line.now + after, frame(f"!{request[1:5]} {said}")))
        return b""

    def hears(received: bytes) -> bytes:
        heard(received)
        due = [reply for at, reply in held if said and at <= line.now]
        held[:] = [reply for reply in held if reply[0] > line.now]
        return b"".join(due)

    line, heard = LocalPort(hears), hearing(answer)
    cable = phones.place(phone.port).cable
    opened = cable(phone.port, port=line, now=lambda: line.now)  # type: ignore[call-arg]
    with pytest.raises((CableGone, NoAnswer)):
        for _ in range(100):
            with contextlib.suppress(Refused):
                opened.ask("clock 1")
    assert line.now < most


def test_what_is_remembered_of_phones_that_went_is_bounded() -> None:
    """Each comes with another port; of one that was in use when it went the lock goes as well."""
    there = set[str]()

    def sync(port: str, *_: object) -> Summary:
        there.discard(port)
        look()  # it has gone while it is synced
        return Summary(port, found=True, table=3, tablet=port)

    def look() -> None:
        tablets._there()

    def watched(ports: Ports, one: Callable[[str], Summary], *rest: object) -> Iterator[Summary]:
        for number in range(600):
            there.add(f"phone:3/0a/{number}")
            yield from map(one, ports())
        ports()

    tablets = Tablets(lambda: {*there}, lambda port: True, sync, lambda: None, watch=watched)
    with tablets.watched():
        pass
    assert (len(tablets._in_use), len(tablets._at)) == (0, 0)
    assert 0 < len(tablets.joined) <= 500
