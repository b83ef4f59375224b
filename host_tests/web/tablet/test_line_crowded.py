"""Lines to tablets stay, and those of whoever only takes the room keep nobody out."""

import contextlib
import sys
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from dev.link.both_ends import LocalTablet
from scorepad.web.door.patience import MOST_WAITING
from scorepad.web.tablet import joining
from support.web import hasty
from support.web.hasty import HEAD_S
from support.web.phones import LocalPhone, dialled, hello
from support.web.served import NO_PORT, Served, set_password, started

TABLE = 7


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("club") / "club.db"
    set_password(file, "correct horse")
    with started([sys.executable, hasty.__file__], NO_PORT, "--db", str(file)) as served:
        served.database = str(file)
        served.enter()
        yield served


def phone(served: Served, number: int) -> LocalPhone:
    return LocalPhone(served, LocalTablet((0x0A0000000000 + number).to_bytes(6, "big")))


def comes(served: Served, one: LocalPhone) -> bool:
    return served.shows("/sessions.json", f"{one.tablet.store.tablet.hex()}-2")


def ended(line: ClientConnection) -> int:
    """With which code a line ends."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            line.recv(timeout=20)
    return closed.value.rcvd.code if closed.value.rcvd else 0


def test_a_line_stays_as_long_as_the_page(served: Served) -> None:
    """Longer than a connection that asks for nothing may."""
    one = phone(served, 1)
    with one.joined(TABLE) as line:
        assert comes(served, one)
        time.sleep(2 * HEAD_S)
        assert line.close_code is None
        assert "2 sessions are here" in served.get("/evening").body


def test_who_does_not_say_who_it_is_keeps_nobody_out(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(dialled(served)) for _ in range(MOST_WAITING + 50)]
        one = phone(served, 2)
        with one.joined(TABLE):
            assert comes(served, one)
        assert {ended(crowd[0]), ended(crowd[-1])} == {joining.AGAIN}


def test_at_a_table_with_too_many_the_longest_there_gives_way(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        first, *others = (phone(served, number) for number in range(10, 15))
        line = stack.enter_context(dialled(served))
        first.greet(line, TABLE)
        line.recv(timeout=10)
        for one in others:
            stack.enter_context(one.joined(TABLE))
        assert ended(line) == joining.AGAIN
        assert all(comes(served, one) for one in others)


def test_who_comes_again_takes_the_place_of_a_line_that_is_broken(served: Served) -> None:
    one = phone(served, 20)
    with dialled(served) as before:
        one.greet(before, TABLE)
        before.recv(timeout=10)
        with one.joined(TABLE):
            assert comes(served, one)
        assert ended(before) == joining.AGAIN


@pytest.mark.parametrize("sent", ["x" * 70_000, b"x" * 70_000, [b"\0" * 16_000] * 20])
def test_who_says_too_much_is_let_go(served: Served, sent: str | bytes | list[bytes]) -> None:
    """In one message, or more than anybody reads."""
    with dialled(served) as line:
        line.send(str(hello(served, TABLE, "0a" * 6)).replace("'", '"'))
        with contextlib.suppress(ConnectionClosed):
            for part in sent if isinstance(sent, list) else [sent]:
                line.send(part)
        assert ended(line) in (joining.TOO_MUCH, 1009, 0)
    one = phone(served, 30)
    with one.joined(TABLE):
        assert comes(served, one)


def test_news_without_end_leaves_time_for_others(served: Served) -> None:
    one, other = phone(served, 40), phone(served, 41)
    with one.joined(TABLE) as line:
        assert comes(served, one)
        heard, end = len(one.heard), time.monotonic() + 0.5
        while time.monotonic() < end:
            line.send(joining.NEWS)
        assert (len(one.heard) - heard) < 10_000, "it is asked again and again"
        with other.joined(TABLE):
            assert comes(served, other)
