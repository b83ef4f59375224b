"""The line to a tablet in a page breaks at any byte: each session comes once, and whole.

TORTURE=1: each of them, six minutes
"""

import contextlib
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from websockets.exceptions import WebSocketException

from dev.link.both_ends import LocalTablet
from scorepad.club.derived.replay import kept
from scorepad.club.records.store import Club
from support.depth import SEED, TORTURE, some
from support.link.hostile import true_records
from support.link.proxy import HOW, Proxy
from support.web.phones import LocalPhone
from support.web.served import NO_PORT, SOON_S, Served, serving

TABLE = 7  # at which such a tablet has played
BYTES = 1450  # of all that goes over the line until all has come; it is a little less
CUTS = range(1, BYTES) if TORTURE else range(1 + SEED % 8, BYTES, 8)
FETCHED = "000/1.ok"  # what the tablet has of a session that the PC has
_ids = count(0x0A0000000000)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("club") / "club.db"
    with serving(database, NO_PORT, password="correct horse") as served:
        yield served


@pytest.fixture(scope="module")
def proxy(served: Served) -> Iterator[Proxy]:
    with Proxy((served.address, served.port)).running() as proxy:
        yield proxy


@pytest.fixture(scope="module")
def club(served: Served) -> Iterator[Club]:
    with Club(served.database) as club:
        yield club


@pytest.fixture
def phone(served: Served) -> LocalPhone:
    return another(served)


def another(served: Served) -> LocalPhone:
    """One that has a complete session, and one that is open."""
    return LocalPhone(served, LocalTablet(next(_ids).to_bytes(6, "big")))


def has_come(club: Club, phone: LocalPhone) -> bool:
    """Whether all that it has is in the club, byte for byte, and it knows of what is complete."""
    wanted = true_records(phone.tablet)
    there = {name: club.read(partial(kept, session=name)) for name in wanted}
    return there == wanted and FETCHED in phone.tablet.files.content


def comes(club: Club, phone: LocalPhone, unless: threading.Event) -> bool:
    """The same, a moment later, `unless` something happens before."""
    end = time.monotonic() + SOON_S
    while not has_come(club, phone):
        if unless.wait(0.005) or time.monotonic() > end:
            return False
    return True


def test_as_many_bytes_as_are_cut(served: Served, club: Club, proxy: Proxy) -> None:
    """On a busy machine something may be asked again, but not each time."""
    needed = []
    for phone in (another(served) for _ in range(5)):
        proxy.cut_after(1 << 60, HOW[0])
        with phone.joined(TABLE, proxy.port):
            assert comes(club, phone, proxy.broken)
        needed.append(proxy.passed)
    assert BYTES * 0.9 < min(needed) < BYTES


@pytest.mark.parametrize("cut", some(CUTS, 5))
def test_a_line_that_breaks(club: Club, phone: LocalPhone, proxy: Proxy, cut: int) -> None:
    proxy.cut_after(cut, HOW[cut % len(HOW)])
    with contextlib.suppress(WebSocketException, OSError), phone.joined(TABLE, proxy.port):
        comes(club, phone, proxy.broken)
    with phone.joined(TABLE):
        assert comes(club, phone, threading.Event())
