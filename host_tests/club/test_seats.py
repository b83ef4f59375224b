"""Who sat where is corrected afterwards, and everything follows; what was changed can be read."""

import json

import pytest

from scorepad.club.records.store import Club
from scorepad.club.sessions.seats import find_seats
from support.club.club_sessions import TABLET, complete, example, played, raw, session_of
from support.databases import dump, enrol, select

ONE = session_of(1)


@pytest.fixture
def club(club: Club, database: str) -> Club:
    """A session with Ann, a guest, Cy and Di at the table, and a damaged one."""
    enrol(database, ("Ann", "Ben", "Cy", "Di", "Eva"))
    club.take(TABLET, 1, raw(1, complete(played(players=(1, 0, 3, 4)))), "port")
    club.take(TABLET, 2, example(2)[:-1] + b"?", "port")
    return club


def test_a_seat_is_corrected_and_everything_follows(club, commands, database):
    records = select(database, "SELECT raw FROM records")
    assert commands.told("ranking") == []  # a guest was at the table
    said = f"Session {ONE}: Ben sat E (decision 1).\n"
    assert commands.ended("seat", ONE, "e", "Ben", "--reason", "a guest no more") == (0, said, "")
    assert "N Ann · E Ben · S Cy · W Di" in commands.run("show", ONE)
    export = json.loads(commands.run("export", ONE, "--format", "json"))[0]
    assert [player["name"] for player in export["players"]] == ["Ann", "Ben", "Cy", "Di"]
    assert {place["name"] for place in commands.told("ranking")} == {
        "Ann", "Ben", "Cy", "Di",
    }  # fmt: skip
    sessions = {p["name"]: p["sessions"] for p in commands.told("players")}
    assert sessions == {"Ann": 1, "Ben": 1, "Cy": 1, "Di": 1, "Eva": 0}
    assert select(database, "SELECT raw FROM records") == records


@pytest.mark.each_database
def test_what_was_changed_can_be_read(club, commands):
    seats = ["N Ann (id=1)", "E guest", "S Cy (id=3)", "W Di (id=4)"]
    assert commands.run("seats", ONE).splitlines()[1:] == seats
    commands.run("seat", ONE, "N", "Eva", "--reason", "wrong name")
    commands.run("seat", ONE, "N", "guest")
    commands.run("seat", ONE, "N", "Eva")
    commands.run("players", "merge", "Eva", "Ben", "--reason", "married")
    trail = club.read(lambda rows: find_seats(rows, ONE)).trail
    assert [(c.seat, c.before, c.after, c.why) for c in trail] == [
        ("N", "Ann (id=1)", "Eva (id=5)", "wrong name"),
        ("N", "Eva (id=5)", "guest", ""),
        ("N", "guest", "Eva (id=5)", ""),
        ("N", "Eva (id=5)", "Ben (id=2)", "merged: married"),
    ]
    commands.run("undo", "4")
    out = commands.run("seats", ONE)
    assert "N Eva (id=5)\n" in out and "wrong name" in out
    assert max(len(line) for line in out.splitlines()) <= 80


REFUSED = (
    ((ONE, "X", "Ann"), "N, E, S, W"), ((ONE, "NS", "Ann"), "N, E, S, W"),
    ((ONE, "N", "Zed"), "'Zed'"),
    ((ONE, "N", "ann"), "N is Ann (id=1)"), ((ONE, "E", "guest"), "E is guest"),
    ((ONE, "N", "Cy"), "Cy (id=3) sits S"), (("x", "N", "Ann"), "'x'"),
    ((session_of(2), "N", "Ann"), "damaged"),
)  # fmt: skip


def test_what_cannot_be_corrected_is_refused(club, commands):
    for arguments, why in REFUSED:
        assert why in commands.refused("seat", *arguments), arguments
    assert "damaged" in commands.refused("seats", session_of(2))


@pytest.mark.each_database
def test_it_outlives_a_longer_session_and_a_rebuild(club, commands, database):
    begun = played(players=(1, 0, 3, 4))
    club.take(TABLET, 3, raw(3, begun), "port")
    commands.run("seat", session_of(3), "E", "Ben")
    commands.run("players", "merge", "Di", "Eva")
    club.take(TABLET, 3, raw(3, complete(begun)), "port")
    assert club.session(session_of(3)).players == ("Ann", "Ben", "Cy", "Eva")
    club.catch_up()
    before = dump(database)
    club.rebuild()
    assert dump(database) == before
