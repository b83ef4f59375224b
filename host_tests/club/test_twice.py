"""A person with two seats in a session, for two entries became one: it is named and left out."""

import json
from dataclasses import replace

import pytest

from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of
from support.databases import enrol
from support.in_process import Commands
from support.link.accidents import Pipe, PipedTablet, flash_with, joined

pytestmark = pytest.mark.usefixtures("utc")

ONE, TWO, THREE = (session_of(number) for number in (1, 2, 3))
NAMES = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Anne")
SAID = (
    "Ann (id=1) has the seats N and S, and neither ranking nor ledger counts it; "
    f"`scorepad club seat {TWO} SEAT PLAYER` corrects who sat there"
)


SEATS = (1, 2, 3, 4), (1, 5, 7, 6), (2, 0, 3, 0)  # of the three sessions


@pytest.fixture
def club(club: Club, commands: Commands, database: str) -> Club:
    """Anne was merged into Ann, and then a tablet of yesterday's roster had both at a table."""
    enrol(database, NAMES)
    commands.run("players", "merge", "Anne", "Ann")
    for number, players in enumerate(SEATS, 1):
        game = complete(played(players=players, begun=BEGUN + 60 * number))
        club.take(TABLET, number, raw(number, game), "port")
    return club


def test_the_list_and_the_seats_say_so(club, commands):
    listed = {session["id"]: session["note"] for session in commands.told("list")}
    assert listed == {ONE: None, TWO: SAID, THREE: None}
    printed = " ".join(commands.run("list").split())
    assert printed.endswith(f"{TWO}: {SAID}")
    assert SAID in " ".join(commands.run("seats", TWO).split())
    assert "ledger" not in commands.run("seats", THREE)


@pytest.mark.each_database
def test_neither_the_ledger_nor_the_ranking_has_it_until_it_is_corrected(club, commands):
    (left_out,) = commands.told("ledger")["left_out"]
    assert left_out["session"] == TWO
    for words in ((), ("--evening", "2026-01-17")):
        assert f"Left out, {left_out['why']}: {TWO}." in commands.run("ledger", *words)
    (ann,) = (p for p in commands.told("ledger")["players"] if p["id"] == 1)
    assert (ann["sessions"], ann["points"]) == (1, -1320)
    assert {place["id"] for place in commands.told("ranking")} == {1, 2, 3, 4}
    commands.run("seat", TWO, "S", "Di")
    assert commands.told("ledger")["left_out"] == []
    assert SAID not in " ".join((commands.run("list") + commands.run("seats", TWO)).split())


def counted(commands, *asked: str) -> dict[int, int]:
    """In how many sessions the roster says that players sat."""
    listed = commands.told("players", *asked)
    return {player["id"]: player["sessions"] for player in listed}


@pytest.mark.each_database
def test_the_roster_counts_each_session_once(club, commands):
    seen = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 0}
    assert counted(commands) == seen
    assert counted(commands, "--find", "Ann") == {1: 2, 7: 0}
    commands.run("void", ONE, "1")
    commands.run("leave-out", TWO)
    assert counted(commands) == seen  # who has sat there is as it was
    commands.run("undo", "1")
    assert counted(commands) == {**seen, 7: 1}
    commands.run("seat", TWO, "S", "Ben")
    assert counted(commands) == {**seen, 2: 3}


def test_the_sync_that_brings_it_says_so(database: str, commands: Commands):
    enrol(database, NAMES)
    commands.run("players", "merge", "Anne", "Ann")
    image = flash_with(*(complete(played(players=players)) for players in SEATS[:2]))
    sync = replace(commands, group=("sync",))
    with joined(pipe=Pipe(PipedTablet(image))):
        status, printed, said = sync.ended("pipe", "--json")
    note = f"pipe: session {TWO}: {SAID}"
    assert status == 0 and note in said.splitlines()
    (tablet,) = json.loads(printed)["tablets"]
    assert (tablet["new"], tablet["refused"], tablet["notes"]) == (2, [], [note])
