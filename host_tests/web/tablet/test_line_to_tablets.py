"""Who is let in by the link of a table, and what may be said then: the line, without a page."""

import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dev.link.both_ends import LocalTablet
from firmware.link.codec import frame, unframe
from scorepad.web.tablet import joining
from support.web.phones import LocalPhone, dialled, hello, token
from support.web.served import NO_PORT, Served, serving

ID = "0e0102030405"
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("club") / "club.db"
    with serving(database, NO_PORT, password=PASSWORD) as served:
        served.enter()
        yield served


def said(served: Served, **other: object) -> dict[str, object]:
    """What a page says first, at table 3."""
    return {**hello(served, 3, ID), **other}


def code(served: Served, words: str, **how: str) -> int:
    """With which code the server ends it."""
    origin = how.get("origin", f"http://{served.host}")
    with connect(f"ws://{served.host}/tablet/link", origin=Origin(origin)) as socket:
        socket.send(words)
        try:
            while True:
                socket.recv(timeout=10)
        except ConnectionClosed as closed:
            assert closed.rcvd
            return closed.rcvd.code


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"table": 4}, joining.NO_LINK),
        ({"table": 0}, joining.NO_LINK),
        ({"table": "3"}, joining.NO_HELLO),
        ({"table": True}, joining.NO_HELLO),
        ({"token": ""}, joining.NO_LINK),
        ({"token": "\ud800"}, joining.NO_LINK),
        ({"token": None}, joining.NO_HELLO),
        ({"tablet": "3c71bf000001"}, joining.NOT_YOURS),
        ({"tablet": "../../../etc"}, joining.NOT_YOURS),
        ({"key": "short"}, joining.NOT_YOURS),
    ],
)
def test_who_says_something_else_is_not_let_in(
    served: Served, other: dict[str, object], expected: int
) -> None:
    assert code(served, json.dumps(said(served, **other))) == expected


@pytest.mark.parametrize("said", ["", "{", "[]", "7", "[" * 9000])
def test_what_is_no_hello_is_refused(served: Served, said: str) -> None:
    assert code(served, said) == joining.NO_HELLO


def test_nobody_else_may_say_this_id(served: Served) -> None:
    """Not by the link of another table, nor by that of the same: it takes its own key."""
    with dialled(served) as one:
        one.send(json.dumps(said(served)))
        assert b"who" in one.recv(timeout=10)
        for table in (3, 5):
            other = said(served, table=table, token=token(served, table), key="b" * 32)
            assert code(served, json.dumps(other)) == joining.NOT_YOURS


def test_a_page_of_another_site_does_not_come_so_far(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        code(served, json.dumps(said(served)), origin="http://elsewhere.example")


def test_a_tablet_that_says_another_id_than_at_the_door_is_not_synced(served: Served) -> None:
    """Its sessions would be those of the other."""
    with dialled(served) as one:
        one.send(json.dumps(said(served, tablet="0a" * 6)))
        asked = one.recv(timeout=10)
        assert isinstance(asked, bytes)
        number = unframe(asked.strip()).split()[0].removeprefix("?")
        one.send(frame(f"!{number} ok scorepad 1 {ID} 3 0.1.0 1000000"))
        assert served.shows("/evening", "this is not the tablet that came in there")


def test_sessions_of_another_table_are_not_taken(served: Served) -> None:
    """Unless the tablet has had the link of that table, too; then what it has comes at once."""
    phone = LocalPhone(served, LocalTablet(bytes.fromhex("0a0000000001")))  # has played at 7
    with phone.joined(3):
        assert served.shows("/evening", "played at table 7, whose link this phone has never had")
    assert phone.tablet.store.tablet.hex() not in served.get("/sessions.json").body
    with phone.joined(7):
        assert served.shows("/sessions.json", f"{phone.tablet.store.tablet.hex()}-2")
    with phone.joined(3):
        assert served.shows("/evening", "2 sessions are here")


def test_a_phone_has_no_way_to_the_pages_of_the_director(served: Served) -> None:
    """What it knows, its link and its key, opens nothing else."""
    secrets = (token(served, 3), "a" * 32, ID)
    for path in ("/evening", "/sessions", "/players", "/settings", "/api/club/list"):
        for secret in secrets:
            as_cookie = served.get(path, Cookie=f"scorepad-{served.port}={secret}")
            as_token = served.get(path, Cookie="", Authorization=f"Bearer {secret}")
            for reply in (as_cookie, as_token):
                assert reply.status in (401, 403), (path, reply.status)
    assert served.get(f"/enter?key={secrets[0]}", Cookie="").status == 403
