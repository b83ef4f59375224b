"""`scorepad club` as a user and a script meet it."""

import re
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from scorepad import cli, operations
from scorepad.cli import progress
from scorepad.club.records.store import Club
from scorepad.operation import IfMissing
from scorepad.sources import SOURCES
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
from support.commands import SCOREPAD, scorepad
from support.databases import enrol, filled_by, select
from support.in_process import Commands

pytestmark = pytest.mark.usefixtures("utc")

DAMAGED = example(4)[:-1] + b"?"
OTHER = bytes.fromhex("0200aa17c3f2")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with a complete session, an open one and a damaged one, which nobody changes."""
    where = tmp_path_factory.mktemp("club") / "club.db"
    with Club(str(where)) as club:
        club.take(TABLET, 1, example(), "port")
        club.take(TABLET, 3, raw(3, played(EXAMPLE[:2], begun=0)), "port")
        club.take(TABLET, 4, DAMAGED, "port")
    return where


@pytest.fixture
def run(path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """`scorepad club ... --db PATH`."""
    return Commands(str(path), capsysbinary)


def test_list_is_a_line_a_session(run):
    status, out, err = run.ended("list")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines() if "─" not in line]
    assert [" ".join(words) for words in lines[1:4]] == [
        f"{session_of(3)} clock not set 3 international open N-S 100 E-W 60",
        f"{session_of(1)} 2026-01-17 21:20 3 international complete N-S 300 E-W 1620",
        f"{session_of(4)} 2026-01-17 21:20 3 international damaged",
    ]
    assert lines[4][0] == session_of(4) and "record 7" in out.splitlines()[-1]
    assert max(len(line) for line in out.splitlines()) <= 80


def test_list_for_programs(run):
    sessions = run.told("list")
    assert [session["id"] for session in sessions] == [session_of(n) for n in (3, 1, 4)]
    assert sessions[1] == {
        "id": session_of(1),
        "tablet": TABLET.hex(),
        "table": 3,
        "rules": "international",
        "state": "complete",
        "started": "2026-01-17T21:20:00Z",
        "records": 8,
        "deals": 5,
        "totals": {"NS": 300, "EW": 1620},
        "fault": None,
        "note": None,
    }
    assert sessions[2]["state"] == "damaged" and "does not verify" in sessions[2]["fault"]


def of_two_evenings(where: str) -> None:
    """With two rule sets, a tablet without a clock, and a damaged session."""
    with Club(where) as club:
        club.take(TABLET, 1, example(), "port")
        later = played(EXAMPLE[:2], "chicago", begun=BEGUN + 24 * 60)
        club.take(TABLET, 2, raw(2, later), "port")
        club.take(OTHER, 3, raw(3, complete(played(begun=0)), OTHER), "port")
        club.take(TABLET, 4, raw(4, played(("pass",), "rubber", players=(7, 0, 8))), "port")
        club.take(TABLET, 5, example(5)[:-1] + b"?", "port")
    enrol(where, ("Ann",))


evenings = filled_by(of_two_evenings)


def numbers(commands: Commands, *arguments: str) -> list[int]:
    listed = commands.told("list", *arguments)
    return [int(session["id"].partition("-")[2]) for session in listed]


@pytest.mark.each_database
def test_some_of_the_sessions_are_asked_for(evenings, commands):
    for arguments, expected in (
        ("", [3, 1, 4, 5, 2]), ("--limit 2", [5, 2]), ("--evening 2026-01-17", [1, 4, 5]),
        ("--evening 2026-01-18", [2]), ("--evening none", [3]), ("--rules chicago", [2]),
        ("--rules international --limit 1", [5]), ("--evening 2026-01-17 --rules rubber", [4]),
        ("--evening 2027-01-17", []),
    ):  # fmt: skip
        assert numbers(commands, *arguments.split()) == expected, arguments


def test_sessions_of_the_same_minute_go_by_tablet_and_number(club):
    earlier = bytes.fromhex("02005c0e9a0a")
    for tablet, number in ((TABLET, 10), (TABLET, 9), (earlier, 11)):
        club.take(tablet, number, raw(number, complete(played()), tablet), "port")
    assert club.ids() == [session_of(11, earlier), session_of(9), session_of(10)]


@pytest.mark.each_database
def test_those_of_a_player_are_found_by_name_also_after_a_merge(club, commands):
    for name in ("Ann", "Anne", "Bea"):
        commands.run("players", "add", name)
    club.take(TABLET, 1, raw(1, played(players=(1, 0, 3))), "port")
    club.take(TABLET, 2, raw(2, played(players=(0, 2))), "port")
    assert numbers(commands, "--player", "Anne") == [2]
    commands.run("players", "merge", "Anne", "Ann")
    for who in ("ann", "id=2"):
        assert numbers(commands, "--player", who) == [1, 2]
    assert numbers(commands, "--player", "ann", "--limit", "1") == [2]


def test_what_cannot_be_asked_for_is_refused(evenings, commands):
    for words in ("--rules whist", "--limit 0", "--evening yesterday", "--player Zoe"):
        option, value = words.split()
        assert value in commands.refused("list", option, value)


def test_a_file_is_read_at_once_and_says_the_same(evenings, commands):
    """A URL takes the longer way, through the library for all kinds of databases."""
    slow = replace(commands, database=f"sqlite:///{evenings}")
    assert session_of(5) in commands.run("list")
    with Club(evenings) as there:
        there.take(TABLET, 6, raw(6, played(players=(9, 0, 9))), "port")
        there.take(TABLET, 7, raw(7, played(("b1 4S N =", "b2 pass"), "duplicate")), "port")
    listed = commands.run("list")
    assert "has the seats" in listed and "2 boards" in listed  # instead of points
    for arguments in ((), ("--json",), ("--limit", "3", "--json")):
        assert commands.run("list", *arguments) == slow.run("list", *arguments)


def test_a_club_without_sessions_says_how_they_come(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.setenv("SCOREPAD_DB", "")
    monkeypatch.setenv("HOME", str(tmp_path))  # where the user's own database would be
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def said(status, *command):
        assert cli.main(["club", *command]) == status
        captured = capsysbinary.readouterr()
        return (captured.err if status else captured.out).decode()

    assert "scorepad sync" in said(0, "list")
    assert said(0, "list", "--json") == "[]\n"
    assert said(2, "show", "1")
    assert said(0, "export", "--all", "--format", "json") == "[]\n"
    assert not list(tmp_path.rglob("*.db"))


READING = (
    *("list", "show 1", "export --all --format csv", "players merge Ann Bo", "stake 1 --default"),
    *("ledger", "knockout show Cup", "rebuild", "backup kept.db"),
)


def test_neither_a_mistyped_name_nor_a_sync_without_a_tablet_makes_a_club(
    tmp_path, monkeypatch, capsysbinary
):
    monkeypatch.chdir(tmp_path)
    for command in READING:
        assert cli.main(["club", *command.split(), "--db", "typo.db"]) == 2, command
        captured = capsysbinary.readouterr()
        assert b"there is none" in captured.err
        assert (captured.out, captured.err.count(b"\n")) == (b"", 1)
        assert not list(tmp_path.iterdir())
    assert cli.main(["sync", "/dev/no", "--db", "typo.db"]) == 2
    assert not list(tmp_path.iterdir())
    Path("typo.db").touch()
    assert cli.main(["club", "list", "--db", "typo.db"]) == 2
    assert Path("typo.db").stat().st_size == 0


def test_all_commands_that_begin_a_club_are_named():
    kinds = {name: operations.find(name) for name in operations.index()}
    beginning = {name for name, kind in kinds.items() if kind.if_missing == IfMissing.CREATE}
    page = " ".join((SOURCES / "docs" / "club.md").read_text(encoding="utf-8").split())
    said = re.findall("A new club is created only by ([^;]+);", page)[0]
    assert beginning == {*re.findall("`([^`]+)`", said)}


@pytest.mark.each_database
def test_a_club_begins_with_its_roster_and_says_so(
    no_database, tmp_path, monkeypatch, capsysbinary
):
    def said(*words: str, status: int = 0) -> str:
        assert cli.main(["club", *words, "--db", no_database]) == status
        return capsysbinary.readouterr().err.decode()

    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text("name\nAnn\n")
    words = ("players", "import", "roster.csv")
    assert said(*words, "--dry-run") == ""
    assert said("list", status=2)
    if "://" in no_database:
        assert not select(no_database, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    assert said(*words).startswith("made the new database ")
    assert said(*words) == ""


def test_no_colour_where_it_is_not_wanted(path, monkeypatch):
    def printed() -> str:
        return scorepad("club", "show", session_of(1), "--db", path).stdout

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert "\x1b" not in printed()
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31m♥" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search("\x1b\\[[0-9;]*3[0-9]", printed())


# Export


def test_what_cannot_be_shown_or_exported_is_refused(run):
    for words, why in (
        (("show", session_of(4)), "record 7"),
        (("show", "02005c0e9ad"), session_of(1)),
        (("export", "nobody", "--format", "json"), "'nobody'"),
        (("export", session_of(4), "--format", "html"), "damaged"),
        (("export", session_of(1), "--format", "json", "--output", "/dev/full"), "No space"),
    ):
        assert why in run.refused(*words), words


@pytest.mark.parametrize(
    ("terminal", "said"),
    [("", "making all sessions anew (3)\n"), ("1", "making all sessions anew")],
)
def test_long_work_says_how_far_it_is(path, capsys, monkeypatch, terminal, said):
    monkeypatch.setattr(progress, "MANY", 3)
    monkeypatch.setenv("FORCE_COLOR", terminal)
    monkeypatch.setenv("TERM", "xterm")
    assert cli.main(["club", "rebuild", "--db", str(path)]) == 0
    shown = capsys.readouterr()
    assert said in shown.err and shown.out.startswith("Rebuilt 3 sessions")
    assert ("3/3" in shown.err or "100%" in shown.err) == bool(terminal)


# The database


def test_the_database_may_be_named_before_and_after(path, monkeypatch, capsysbinary):
    """The inner name counts, and any name before the environment."""
    monkeypatch.setenv("SCOREPAD_DB", "/no/such/folder/club.db")
    nowhere = "/no/such/folder/x.db"
    for words in (
        *(f"club --db {path} list", f"club list --db {path}", f"club list --db sqlite:///{path}"),
        f"club --db {nowhere} list --db {path}",
    ):
        assert cli.main(words.split()) == 0
        assert session_of(1) in capsysbinary.readouterr().out.decode()
    monkeypatch.setenv("SCOREPAD_DB", str(path))
    assert cli.main(["club", "list"]) == 0
    assert session_of(1) in capsysbinary.readouterr().out.decode()


# Where the output goes


def test_a_closed_standard_output_is_one_line(path):
    command = shlex.join([*SCOREPAD, "club", "list", "--db", str(path)]) + " >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "standard output is closed" in done.stderr
