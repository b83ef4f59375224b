"""The room reads what is released, as it changes, and nothing else in any way."""

import re
from collections.abc import Iterator

import pytest

from scorepad.cli import main
from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, complete, played, raw, session_of
from support.databases import enrol
from support.web.forms import fill
from support.web.served import Served, serving_here

pytestmark = pytest.mark.slow

TABLET = bytes.fromhex("02005c0e9b02")
FIRST, SECOND = "2026-01-17", "2026-01-18"
SHEETS = (session_of(1, TABLET), session_of(2, TABLET))
PLAYERS = {
    1: ("Annika", "Bosse", "Cyril", "Dietlinde"),
    5: ("Evarist", "Fayette", "Gustaf", "Hallam"),
}
PATHS = (
    *("/room", "/room/read", "/room/ranking"),
    *(f"/room/evenings/{evening}" for evening in (FIRST, SECOND, "none", "", "%00")),
    *(f"/room/sessions/{sheet}" for sheet in (*SHEETS, TABLET.hex(), "%", "_", "' OR 1=1 --")),
    *(f"/room/events/{event}" for event in ("1", "0", "id=1", "Tuesday")),
)


@pytest.fixture
def database(database: str) -> str:
    with Club(database) as club:
        for number, first in enumerate(PLAYERS, 1):
            seats = tuple(range(first, first + 4))
            begun = BEGUN + (number - 1) * 24 * 60
            events = complete(played(("3N N =", "3N N ="), "rubber", 5, begun, None, seats))
            club.take(TABLET, number, raw(number, events, TABLET), "port")
    for first, names in PLAYERS.items():
        enrol(database, names, first)
    return database


@pytest.fixture
def served(database: str) -> Iterator[Served]:
    with serving_here(database) as served:
        yield served


def club(database: str, *words: str) -> None:
    assert main(["club", *words, "--db", database]) == 0


def everything(served: Served) -> str:
    """All that somebody without a key is ever sent, but for pages that go on."""
    paths = [path.replace(" ", "%20") for path in PATHS]
    paths += [f"{path}.json" for path in paths] + [f"/room.{kind}" for kind in ("html", "pdf")]
    bodies = [served.get(path).body for path in paths]
    found = "".join(bodies)
    for path in set(re.findall(r'href="(/[^"]*)"', found)):
        found += served.get(path).body
    return found


@pytest.mark.each_database
def test_what_is_not_released_reaches_nobody(served: Served, database: str) -> None:
    found = everything(served)
    assert not any(name in found for names in PLAYERS.values() for name in names)
    assert not any(sheet in found for sheet in SHEETS)
    for path in PATHS[2:]:
        assert served.get(f"{path.replace(' ', '%20')}.live").status == 404, path
    club(database, "release", "--evening", FIRST)
    assert served.shows("/room", FIRST)
    found = everything(served)
    assert all(name in found for name in PLAYERS[1])
    assert not any(name in found for name in PLAYERS[5])
    assert SHEETS[0] in found and SHEETS[1] not in found
    assert served.get(f"/room/sessions/{SHEETS[1]}").status == 404


def test_who_takes_a_release_back_need_not_wait_until_it_is_gone(served, database):
    club(database, "release", "--evening", FIRST)
    assert served.shows("/room", FIRST)
    served.enter()
    back = {"evening": FIRST, "back": "yes"}
    assert fill(served, "/released", "club-release", back).status == 303
    assert FIRST not in served.get("/room").body


def test_the_ranking_is_as_after_the_last_released_evening(served: Served, database: str) -> None:
    club(database, "release", "--evening", FIRST)
    assert served.shows("/room", FIRST)
    assert "5000" not in served.get("/room/ranking").body
    assert "Evarist" not in served.get("/room/ranking").body
    told = served.told("/room")
    next(told)
    club(database, "release", "--evening", SECOND)
    next(told)  # it has been seen
    assert "Evarist" in served.get("/room/ranking").body


def test_an_open_page_of_the_room_follows(served: Served, database: str) -> None:
    told = served.told("/room")
    nothing = next(told)
    club(database, "release", "--evening", FIRST)
    assert any(SHEETS[0] in part for part in told)
    club(database, "release", "--evening", FIRST, "--back")
    assert any(part == nothing for part in told)


def test_the_room_can_change_nothing(served: Served) -> None:
    form = {"form": "club-release", "evening": FIRST}
    for path in ("/room", "/room/read", "/released", "/evening"):
        assert served.post(path, form).status in (403, 405)
    assert served.get("/room/address.svg").body.count("<path") == 2  # which a phone reads
