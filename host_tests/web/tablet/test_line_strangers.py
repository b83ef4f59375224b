"""A phone that is not who it should be, a club that is not there, and a password that is new."""

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from firmware.link.codec import frame
from firmware.opening import opening
from firmware.scoring.rounds import OVERRULED
from firmware.session import ROUND
from scorepad.club.events.event import Event
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.web.tablet import joining
from support.club import planned
from support.databases import enrol
from support.web.phones import LocalPhone, dialled, happens, hello, new_phone
from support.web.served import NO_PORT, SOON_S, Served, serving, set_password

TABLE = 1
WAIT_S = 20.0  # that the sync of a phone may take


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("club") / "club.db"
    with Club(str(database)) as club:
        club.begin()
    enrol(database, planned.NAMES)
    with serving(database, NO_PORT, password="correct horse") as served:
        served.enter()
        yield served


@pytest.fixture(scope="module")
def event(served: Served) -> Event:
    """Of this evening."""
    with Club(served.database) as club:
        return planned.entered(club, planned.planned(club, when=today()), planned.PAIRS)


def has_its_part(phone: LocalPhone) -> bool:
    return happens(lambda: phone.tablet.store.read("event"))


def test_a_session_of_an_event_is_that_of_the_phone_that_has_its_part(
    served: Served, event: Event
) -> None:
    stranger = new_phone(served, 1)
    stranger.tablet.store.create(planned.at_table(event, TABLE))
    real = new_phone(served, 2)
    with real.joined(TABLE) as line:
        assert has_its_part(real)
        with stranger.joined(TABLE):
            said = "was not given to this phone as the part of table 1"
            assert served.shows("/evening", said)
        real.tablet.store.create(planned.at_table(event, TABLE))
        line.send(joining.NEWS)
        assert served.shows("/sessions.json", f"{real.tablet.store.tablet.hex()}-1")
    assert stranger.tablet.store.tablet.hex() not in served.get("/sessions.json").body


@pytest.mark.parametrize("overruled", [False, True])
def test_pairs_of_another_table_are_not_believed(
    served: Served, event: Event, overruled: bool
) -> None:
    """Unless the director has said so at the table."""
    table = 3 if overruled else 2
    phone = new_phone(served, 10 + table)
    other = next(one for one in event.plan(0) if one.table == 1 and one.round == 1)
    log = planned.at_table(event, table, 1)
    log[log.index(next(one for one in log if one[0] == ROUND))] = planned.round_begins(
        other, overruled
    )
    assert (OVERRULED if overruled else 0) == log[-3][3] & OVERRULED
    with phone.joined(table) as line:
        assert has_its_part(phone)
        phone.tablet.store.create(log)
        line.send(joining.NEWS)
        if overruled:
            assert served.shows("/sessions.json", f"{phone.tablet.store.tablet.hex()}-1")
        else:
            assert served.shows("/evening", "it has pairs that are not at its table")


def test_a_club_that_is_busy_says_come_again(served: Served) -> None:
    """Not that the link is wrong: then the page would never try again."""
    phone = new_phone(served, 20)
    greeting = json.dumps(hello(served, TABLE, phone.tablet.store.tablet.hex()))
    lock = sqlite3.connect(served.database, isolation_level=None)
    with contextlib.closing(lock), dialled(served) as line:
        lock.execute("BEGIN EXCLUSIVE")
        line.send(greeting)
        code = code_at_the_end(line)
    assert code == joining.AGAIN
    with phone.joined(TABLE):
        assert served.shows("/evening", "in a browser, table 1")


def code_at_the_end(line: ClientConnection) -> int:
    """A database is waited for some seconds."""
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=40)
    return closed.value.rcvd.code if closed.value.rcvd else 0


@pytest.mark.full
def test_one_that_only_says_that_it_works_holds_nobody_up(served: Served) -> None:
    phone = new_phone(served, 30)

    def answer(part: bytes) -> bytes:
        if b"?" not in part or b" who " in part:
            return type(phone.tablet).hear(phone.tablet, part)
        number = part.decode().partition("?")[2].split()[0]
        return frame(f"!{number} wait")

    phone.tablet.hear = answer  # type: ignore[method-assign]
    with phone.joined(TABLE):
        end = time.monotonic() + 2 * WAIT_S
        while "takes too long" not in served.get("/evening").body:
            assert time.monotonic() < end
            time.sleep(0.2)


def test_one_that_was_too_busy_to_answer_is_asked_again(served: Served) -> None:
    """It is there by itself as long as its line is, and need not have any news."""
    phone, busy = new_phone(served, 50), threading.Event()
    phone.tablet.store.create([*opening("rubber", {}, TABLE, 0, 0)])
    busy.set()

    def answer(part: bytes) -> bytes:
        return b"" if busy.is_set() else type(phone.tablet).hear(phone.tablet, part)

    phone.tablet.hear = answer  # type: ignore[method-assign]
    with phone.joined(TABLE):
        assert served.shows("/evening", "does not answer")
        busy.clear()
        assert served.shows("/sessions.json", phone.tablet.store.tablet.hex())


def test_another_password_puts_out_who_is_in(served: Served) -> None:
    phone = new_phone(served, 40)
    with dialled(served) as line:
        phone.greet(line, TABLE)
        line.send(phone.tablet.hear(bytes(line.recv(timeout=SOON_S))))  # type: ignore[arg-type]
        set_password(served.database, "battery staple")
        end = time.monotonic() + 3 * SOON_S
        with pytest.raises(ConnectionClosed) as closed:
            while time.monotonic() < end:
                line.send(phone.tablet.hear(bytes(line.recv(timeout=SOON_S))))  # type: ignore[arg-type]
        assert closed.value.rcvd and closed.value.rcvd.code == joining.AGAIN
