"""The line to a tablet in a page breaks at any byte: each session comes once, and whole.

TORTURE=1: at each of them
"""

import contextlib
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from websockets.exceptions import WebSocketException

from scorepad.club.derived.replay import kept
from scorepad.club.records.store import Club
from support.depth import SEED, TORTURE, some
from support.link.hostile import true_records
from support.link.proxy import HOW, Proxy
from support.waiting import wait_until
from support.web.phones import LocalPhone, played_phone
from support.web.served import Served

TABLE = 7  # at which such a tablet has played
BYTES = 1450  # of all that goes over the line until all has come; it is a little less
CUTS = range(1, BYTES) if TORTURE else range(1 + SEED % 8, BYTES, 8)
FETCHED = "000/1.ok"  # what the tablet has of a session that the PC has
_numbers = count()


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
    return played_phone(served, next(_numbers))


def has_come(club: Club, phone: LocalPhone) -> bool:
    wanted = true_records(phone.tablet)
    there = {name: club.read(partial(kept, session=name)) for name in wanted}
    return there == wanted and FETCHED in phone.tablet.files.content


def test_as_many_bytes_as_are_cut(club: Club, phone: LocalPhone, proxy: Proxy) -> None:
    """On a busy machine something may be asked again."""
    proxy.cut_after(1 << 60, HOW[0])
    with phone.joined(TABLE, proxy.port):
        wait_until(lambda: has_come(club, phone))
    assert proxy.passed > BYTES * 0.9


@pytest.mark.sampled
@pytest.mark.parametrize("cut", some(CUTS, 24))
def test_a_line_that_breaks(club: Club, phone: LocalPhone, proxy: Proxy, cut: int) -> None:
    proxy.cut_after(cut, HOW[cut % len(HOW)])
    with (
        contextlib.suppress(WebSocketException, OSError, EOFError),
        phone.joined(TABLE, proxy.port),
    ):
        wait_until(lambda: proxy.broken.is_set() or has_come(club, phone))
    with phone.joined(TABLE):
        wait_until(lambda: has_come(club, phone))
