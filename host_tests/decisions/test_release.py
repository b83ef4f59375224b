"""What the director has released to the room is a decision, and changes no result."""

import pytest

from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from support.club.club_sessions import played, stopped, take_all
from support.club.planned import planned
from support.databases import enrol
from support.in_process import Commands

pytestmark = pytest.mark.usefixtures("utc")

EVENING = "2026-01-17"
BOARDS = {1: ("b1 4S N =", "b2 3N E -1"), 2: ("b1 4S N +1", "b2 3N E =")}


@pytest.fixture
def club(database: str, commands: Commands) -> Commands:
    """Two tables that have played two boards, and an event."""
    seats = {number: tuple(range(number * 4 - 3, number * 4 + 1)) for number in BOARDS}
    games = {n: stopped(played(BOARDS[n], "duplicate", players=seats[n])) for n in BOARDS}
    take_all(database, games)
    with Club(database) as opened:
        planned(opened)
    enrol(database, ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hal"))
    return commands


def released(club: Commands) -> list[tuple[str, str | None]]:
    return [(one["evening"], one["name"]) for one in club.told("released")]


def test_an_evening_is_released_and_taken_back(club):
    before = club.run("duplicate", "--json")
    assert released(club) == []
    assert "decision 1" in club.run("release", "--evening", EVENING, "--author", "Dora")
    assert released(club) == [(EVENING, None)]
    assert club.run("duplicate", "--json") == before
    assert EVENING in club.refused("release", "--evening", EVENING)
    club.run("release", "--evening", EVENING, "--back")
    assert released(club) == []
    assert EVENING in club.refused("release", "--evening", EVENING, "--back")


def test_what_is_released_twice_by_undoing_goes_at_once(club):
    for undone in ("1", "2"):  # a release, and that it was undone
        club.run("release", "--evening", EVENING)
        club.run("undo", undone)
    assert released(club) == [(EVENING, None)]
    club.run("release", "--evening", EVENING, "--back")
    assert released(club) == []


def test_an_event_is_released_by_itself(club):
    club.run("release", "--event", "Tuesday")
    assert released(club) == [(EVENING, "Tuesday")]
    club.run("release", "--evening", EVENING)
    assert released(club) == [(EVENING, None), (EVENING, "Tuesday")]
    club.run("release", "--event", "Tuesday", "--back")
    assert released(club) == [(EVENING, None)]
    assert "Friday" in club.refused("release", "--event", "Friday")


@pytest.mark.each_database
def test_an_event_that_was_dropped_is_released_no_more(club):
    club.run("release", "--event", "Tuesday")
    Commands(club.database, club.captured, ("event",)).run("drop", "Tuesday")
    assert released(club) == []


def test_without_a_date_it_is_this_evening(club):
    before = today()
    club.run("release")
    assert released(club) in ([(str(day), None)] for day in (before, today()))
