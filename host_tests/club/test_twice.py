"""A person with two seats in a session, for two entries became one: it is named and left out."""

import json
from dataclasses import replace

import pytest
from vfs import VfsLfs2

from firmware.storage.store import Store
from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of
from support.databases import enrol
from support.in_process import Commands
from support.link.accidents import Chip, Pipe, PipedTablet, blank, joined

pytestmark = pytest.mark.usefixtures("utc")

ONE, TWO, THREE = (session_of(number) for number in (1, 2, 3))
NAMES = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Anne")
SAID = (
    "Ann (id=1) has the seats N and S, and neither ranking nor ledger counts it; "
    f"`scorepad club seat {TWO}` shows and corrects who sat there"
)


@pytest.fixture
def club(club: Club, commands: Commands, database: str) -> Club:
    """Anne was merged into Ann, and then a tablet of yesterday's roster had both at a table."""
    enrol(database, NAMES)
    club.take(TABLET, 1, raw(1, complete(played(players=(1, 2, 3, 4)))), "port")
    commands.run("players", "merge", "Anne", "Ann")
    later = complete(played(players=(1, 5, 7, 6), begun=BEGUN + 60))
    club.take(TABLET, 2, raw(2, later), "port")
    guests = complete(played(players=(2, 0, 3, 0), begun=BEGUN + 120))
    club.take(TABLET, 3, raw(3, guests), "port")
    return club


@pytest.fixture
def run(club: Club, commands: Commands):
    return commands.run


def test_the_list_and_the_seats_say_so(run):
    listed = {session["id"]: session["note"] for session in json.loads(run("list", "--json"))}
    assert listed == {ONE: None, TWO: SAID, THREE: None}
    printed = " ".join(run("list").split())
    assert printed.endswith(f"{TWO}: {SAID}")
    assert SAID in " ".join(run("seat", TWO).split())
    assert "ledger" not in run("seat", THREE)


@pytest.mark.each_database
def test_neither_the_ledger_nor_the_ranking_has_it_until_it_is_corrected(run):
    (left_out,) = json.loads(run("ledger", "--json"))["left_out"]
    assert left_out["session"] == TWO
    for words in ((), ("--evening", "2026-01-17")):
        assert f"Left out, {left_out['why']}: {TWO}." in run("ledger", *words)
    (ann,) = (p for p in json.loads(run("ledger", "--json"))["players"] if p["id"] == 1)
    assert (ann["sessions"], ann["points"]) == (1, -1320)
    assert {place["id"] for place in json.loads(run("ranking", "--json"))} == {1, 2, 3, 4}
    run("seat", TWO, "S", "Di")
    assert json.loads(run("ledger", "--json"))["left_out"] == []
    assert SAID not in " ".join((run("list") + run("seat", TWO)).split())


def counted(run, *asked: str) -> dict[int, int]:
    """In how many sessions the roster says that players sat."""
    listed = json.loads(run("players", "--json", *asked))
    return {player["id"]: player["sessions"] for player in listed}


@pytest.mark.each_database
def test_the_roster_counts_each_session_once(run):
    seen = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 0}
    assert counted(run) == seen
    assert counted(run, "--find", "Ann") == {1: 2, 7: 0}
    run("void", ONE, "1")
    run("leave-out", TWO)
    assert counted(run) == seen  # who has sat there is as it was
    run("players", "split", "id=7")
    assert counted(run) == {**seen, 7: 1}
    run("seat", TWO, "S", "Ben")
    assert counted(run) == {**seen, 2: 3}


def test_the_sync_that_brings_it_says_so(database: str, commands: Commands):
    enrol(database, NAMES)
    commands.run("players", "merge", "Anne", "Ann")
    image = blank()
    store = Store(lambda: VfsLfs2(Chip(image)), TABLET)
    for players in ((1, 2, 3, 4), (1, 5, 7, 6)):
        store.create(complete(played(players=players)))
    sync = replace(commands, group=("sync",))
    with joined(pipe=Pipe(PipedTablet(image))):
        status, printed, said = sync.ended("pipe", "--json")
    note = f"pipe: session {TWO}: {SAID}"
    assert status == 0 and note in said.splitlines()
    (tablet,) = json.loads(printed)["tablets"]
    assert (tablet["new"], tablet["refused"], tablet["notes"]) == (2, [], [note])
