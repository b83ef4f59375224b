"""`scorepad club list`: all sessions, or some; in a file of today they are there at once."""

import json
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support.club.club_sessions import (
    BEGUN,
    EXAMPLE,
    TABLET,
    complete,
    example,
    played,
    raw,
    session_of,
)
from support.in_process import Commands

pytestmark = pytest.mark.usefixtures("utc")

DAY = 24 * 60
OTHER = bytes.fromhex("0200aa17c3f2")


def filled(where: str) -> str:
    """A club with sessions of two evenings, two rule sets and a tablet without a clock."""
    with Club(where) as club:
        club.take(TABLET, 1, example(), "port")
        club.take(TABLET, 2, raw(2, played(EXAMPLE[:2], "chicago", begun=BEGUN + DAY)), "port")
        club.take(OTHER, 3, raw(3, complete(played(begun=0)), OTHER), "port")
        club.take(TABLET, 4, raw(4, played(("pass",), "rubber", players=(7, 0, 8))), "port")
        club.take(TABLET, 5, example(5)[:-1] + b"?", "port")
    return where


@pytest.fixture
def club(commands: Commands) -> Commands:
    filled(commands.database)
    commands.run("players", "add", "Ann")
    return commands


def numbers(club: Commands, *arguments: str) -> list[int]:
    listed = json.loads(club.run("list", "--json", *arguments))
    return [int(session["id"].partition("-")[2]) for session in listed]


@pytest.mark.each_database
def test_some_of_the_sessions_are_asked_for(club):
    for arguments, expected in (
        ("", [3, 1, 4, 5, 2]),
        ("--limit 2", [5, 2]),
        ("--evening 2026-01-17", [1, 4, 5]),
        ("--evening 2026-01-18", [2]),
        ("--evening none", [3]),
        ("--rules chicago", [2]),
        ("--rules international --limit 1", [5]),
        ("--evening 2026-01-17 --rules rubber", [4]),
        ("--evening 2027-01-17", []),
    ):
        assert numbers(club, *arguments.split()) == expected, arguments


def test_sessions_of_the_same_minute_go_by_tablet_and_number(tmp_path: Path):
    earlier = bytes.fromhex("02005c0e9a0a")
    with Club(str(tmp_path / "club.db")) as club:
        for tablet, number in ((TABLET, 10), (TABLET, 9), (earlier, 11)):
            club.take(tablet, number, raw(number, complete(played()), tablet), "port")
        assert club.ids() == [session_of(11, earlier), session_of(9), session_of(10)]


@pytest.mark.each_database
def test_those_of_a_player_are_found_by_name_also_after_a_merge(database, capsysbinary):
    club = Commands(database, capsysbinary)
    for name in ("Ann", "Anne", "Bea"):
        club.run("players", "add", name)
    with Club(database) as there:
        there.take(TABLET, 1, raw(1, played(players=(1, 0, 3))), "port")
        there.take(TABLET, 2, raw(2, played(players=(0, 2))), "port")
    assert numbers(club, "--player", "Anne") == [2]
    club.run("players", "merge", "Anne", "Ann")
    assert numbers(club, "--player", "ann") == numbers(club, "--player", "id=2") == [1, 2]
    assert numbers(club, "--player", "ann", "--limit", "1") == [2]


def test_what_cannot_be_asked_for_is_refused(club):
    for words in ("--rules whist", "--limit 0", "--evening yesterday", "--player Zoe"):
        option, value = words.split()
        assert value in club.refused("list", option, value)


def test_a_file_is_read_at_once_and_says_the_same(tmp_path: Path, capsysbinary):
    """A URL takes the longer way, through the library for all kinds of databases."""
    path = filled(str(tmp_path / "club.db"))
    quick, slow = Commands(path, capsysbinary), Commands(f"sqlite:///{path}", capsysbinary)
    assert session_of(5) in quick.run("list")
    with Club(path) as there:
        there.take(TABLET, 6, raw(6, played(players=(9, 0, 9))), "port")
    assert "has the seats" in quick.run("list")
    for arguments in ((), ("--json",), ("--limit", "3", "--json")):
        assert quick.run("list", *arguments) == slow.run("list", *arguments)
