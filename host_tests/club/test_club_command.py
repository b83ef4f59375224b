"""`scorepad club` as a user and a script meet it."""

import json
import os
import re
import shlex
import sqlite3
import subprocess
from pathlib import Path

import pytest

from scorepad import cli
from scorepad.cli import progress
from scorepad.club.records.store import Club
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.commands import SCOREPAD, refused, scorepad
from support.databases import select
from support.in_process import Commands

pytestmark = pytest.mark.usefixtures("utc")

DAMAGED = example(4)[:-1] + b"?"
COMMANDS = (
    *("list", "show", "export", "ranking", "players", "seat", "stake", "ledger"),
    *("duplicate", "knockout", "rebuild", "backup", "restore"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A club with a complete session, an open one and a damaged one."""
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        club.take(TABLET, 1, example(), "port")
        club.take(TABLET, 3, raw(3, played(EXAMPLE[:2], begun=0)), "port")
        club.take(TABLET, 4, DAMAGED, "port")
    return where


@pytest.fixture
def run(path: Path, capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club ... --db PATH`: exit status, standard output, standard error."""
    return Commands(str(path), capsysbinary).ended


def test_club_alone_explains_itself():
    done = scorepad("club")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in (*COMMANDS, "--db"))
    assert "scorepad club export --evening" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    done = scorepad("club", command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--db URL" in done.stdout


def test_list_is_a_line_a_session(run):
    status, out, err = run("list")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines() if "─" not in line]
    assert [" ".join(words) for words in lines[1:]] == [
        f"{session_of(3)} clock not set 3 international open N-S 100 E-W 60",
        f"{session_of(1)} 2026-01-17 21:20 3 international complete N-S 300 E-W 1620",
        f"{session_of(4)} 2026-01-17 21:20 3 international damaged",
        f"{session_of(4)} is damaged: record 7 does not verify (CRC)",
    ]
    assert max(len(line) for line in out.splitlines()) <= 80


def test_list_for_programs(run):
    sessions = json.loads(run("list", "--json")[1])
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


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Where the user's own database would be."""
    monkeypatch.setenv("SCOREPAD_DB", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_a_club_without_sessions_says_how_they_come(home, capsysbinary):
    def said(status, *command):
        assert cli.main(["club", *command]) == status
        captured = capsysbinary.readouterr()
        return (captured.err if status else captured.out).decode()

    assert "scorepad sync" in said(0, "list")
    assert said(0, "list", "--json") == "[]\n"
    assert "no sessions yet" in said(2, "show", "1")
    assert said(0, "export", "--all", "--format", "json") == "[]\n"
    assert "Nobody is in the roster" in said(0, "players")
    for command in (["stake", "1", "--default"], ["rebuild"], ["backup", str(home / "kept.db")]):
        assert "there is none" in said(2, *command)
    assert not list(home.rglob("*.db"))


READING = (
    ["list"],
    ["list", "--json"],
    ["show", "1"],
    ["export", "--all", "--format", "csv"],
    ["ranking"],
    ["duplicate"],
    ["players"],
    ["players", "merge", "Ann", "Bo"],
    ["seat", "1"],
    ["stake", "1", "--default"],
    ["ledger"],
    ["knockout", "show", "Cup"],
    ["rebuild"],
    ["backup", "kept.db"],
)


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_a_mistyped_name_makes_no_club(no_database, command, tmp_path, monkeypatch, capsysbinary):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["club", *command, "--db", no_database]) == 2
    captured = capsysbinary.readouterr()
    assert b"there is none; is the name right? `scorepad sync`" in captured.err
    assert (captured.out, captured.err.count(b"\n")) == (b"", 1)
    assert not list(tmp_path.iterdir())
    if "://" in no_database:
        assert not select(no_database, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")


@pytest.mark.each_database
def test_a_club_begins_with_its_roster_and_says_so(
    no_database, tmp_path, monkeypatch, capsysbinary
):
    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text("name\nAnn\n")
    words = ["club", "players", "import", "roster.csv", "--db", no_database]
    assert cli.main([*words, "--dry-run"]) == 0
    assert capsysbinary.readouterr().err == b""
    assert cli.main(["club", "list", "--db", no_database]) == 2
    capsysbinary.readouterr()
    assert cli.main(words) == 0
    assert capsysbinary.readouterr().err.startswith(b"made the new database ")
    assert cli.main(words) == 0
    assert capsysbinary.readouterr().err == b""


def test_an_empty_file_is_no_club(tmp_path):
    path = tmp_path / "club.db"
    path.touch()
    assert "there is none" in refused(scorepad("club", "list", "--db", path))
    assert path.stat().st_size == 0


def test_a_sync_that_makes_a_database_says_so(tmp_path):
    done = scorepad("sync", tmp_path / "nowhere", "--json", "--db", tmp_path / "new.db")
    assert done.stderr.startswith(f"made the new database {tmp_path / 'new.db'}\n")
    assert json.loads(done.stdout)["all"]["new"] == 0
    done = scorepad("sync", tmp_path / "nowhere", "--db", tmp_path / "new.db")
    assert "made" not in done.stderr


def test_show_prints_the_sheet(run):
    status, out, _ = run("show", session_of(1))
    assert status == 0
    assert "━╋━" in out and "E-W win by 1320 points." in out and "2♥××" in out


def test_show_of_what_cannot_be_shown(path):
    message = refused(scorepad("club", "show", session_of(4), "--db", path))
    assert "is damaged: record 7 does not verify (CRC)" in message
    assert session_of(1) in refused(scorepad("club", "show", "02005c0e9ad", "--db", path))
    assert session_of(1) in refused(scorepad("club", "show", session_of(2), "--db", path))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_letters_stand_for_symbols_that_a_terminal_does_not_have(path, encoding):
    done = subprocess.run(
        [*SCOREPAD, "club", "show", session_of(1)],
        env={**os.environ, "SCOREPAD_DB": str(path), "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    text = done.stdout.decode(encoding)
    assert "2Hxx" in text and "=+=" in text and "|" in text and "?" not in text


def test_no_colour_where_it_is_not_wanted(path):
    command = [*SCOREPAD, "club", "show", session_of(1)]
    env = {**os.environ, "SCOREPAD_DB": str(path), "TERM": "xterm-256color", "FORCE_COLOR": "1"}
    coloured = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert "\x1b[31m♥" in coloured.stdout
    env["NO_COLOR"] = "1"
    plain = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert not re.search("\x1b\\[[0-9;]*3[0-9]", plain.stdout)
    piped = scorepad("club", "show", session_of(1), "--db", path)
    assert "\x1b" not in piped.stdout


# Export


def test_export_of_one_is_a_list_too(run):
    status, out, err = run("export", session_of(1), "--format", "json")
    assert (status, err) == (0, "")
    (export,) = json.loads(out)
    assert (export["id"], export["totals"]) == (session_of(1), {"NS": 300, "EW": 1620})
    assert out.startswith("[\n  {\n    ")


def test_export_of_several_is_in_the_order_in_which_they_are_named(run):
    out = run("export", session_of(3), session_of(1), "--format", "json")[1]
    assert [export["id"] for export in json.loads(out)] == [session_of(3), session_of(1)]


def test_export_of_all_leaves_damaged_ones_out_and_says_so(run):
    status, out, err = run("export", "--all", "--format", "json")
    assert status == 0
    assert [export["id"] for export in json.loads(out)] == [session_of(3), session_of(1)]
    assert err.count("\n") == 1 and f"left out: session {session_of(4)} is damaged" in err


def test_export_to_a_file_is_what_standard_output_gets(run, tmp_path):
    for kind in ("json", "html", "csv", "pbn"):
        to_stdout = run("export", "--all", "--format", kind)[1]
        assert run("export", "--all", "--format", kind, "--output", "-")[1] == to_stdout
        file = tmp_path / f"export.{kind}"
        assert run("export", "--all", "--format", kind, "--output", str(file))[:2] == (0, "")
        assert file.read_bytes().decode() == to_stdout


def test_names_are_utf_8_whatever_the_terminal_is(tmp_path):
    path = tmp_path / "club.db"
    with Club(str(path)) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(1,)))), "port")
    import_roster(path, "山田")
    for kind in ("json", "html"):
        command = [*SCOREPAD, "club", "export", "--all", "--format", kind]
        env = {**os.environ, "SCOREPAD_DB": str(path), "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(command, env=env, capture_output=True, check=True)
        assert "山田" in done.stdout.decode()


def import_roster(path: Path, name: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO players (id, name, number) VALUES (1, ?, '')", (name,))
    connection.close()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["export", "--format", "json"], "--all"),
        (["export", "x", "--all", "--format", "json"], "--all"),
        (["export", "nobody", "--format", "json"], "no session 'nobody'"),
        (["export", session_of(4), "--format", "html"], "damaged"),
        (["export", session_of(1), "--format", "html", "--output", "/no/such/f"], "/no/such/f"),
        (["export", session_of(1), "--format", "html", "--output", "/"], "/: cannot be written"),
        (["export", session_of(1), "--format", "json", "--output", ""], "cannot be written"),
        (["export", session_of(1), "--format", "json", "--output", "/dev/full"], "No space"),
    ],
)
def test_what_cannot_be_exported_is_refused(path, arguments, why):
    assert why in refused(scorepad("club", *arguments, "--db", path))


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["export", "--all"],
        ["export", "--all", "--format", "docx"],
        ["burn"],
        ["list", "--db"],
    ],
)
def test_what_is_no_command_is_refused(path, arguments):
    done = scorepad("club", *arguments)
    assert refused(done).startswith("scorepad club")


def test_a_rebuild_changes_no_export(run):
    kinds = ("json", "html", "csv", "pbn", "bridgewebs")
    before = [run("export", "--all", "--format", kind)[1] for kind in kinds]
    assert run("rebuild")[1] == "Rebuilt 3 sessions: 1 complete, 1 damaged, 1 open.\n"
    assert [run("export", "--all", "--format", kind)[1] for kind in kinds] == before


@pytest.mark.parametrize(
    ("terminal", "said"),
    [("", "making 3 sessions anew, which takes a while\n"), ("1", "making all sessions anew")],
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


@pytest.mark.parametrize("words", ["club --db {} list", "club list --db {}"])
def test_the_database_may_be_named_before_and_after(path, words, monkeypatch, capsysbinary):
    monkeypatch.setenv("SCOREPAD_DB", "/no/such/folder/club.db")
    for where in (path, f"sqlite:///{path}"):
        assert cli.main(words.format(where).split()) == 0
        assert session_of(1) in capsysbinary.readouterr().out.decode()


def test_the_inner_name_of_a_database_counts(path, capsysbinary):
    assert cli.main(["club", "--db", "/no/such/folder/x.db", "list", "--db", str(path)]) == 0


def test_the_environment_names_the_database(path, monkeypatch, capsysbinary):
    monkeypatch.setenv("SCOREPAD_DB", str(path))
    assert cli.main(["club", "list"]) == 0
    assert session_of(1) in capsysbinary.readouterr().out.decode()


def test_an_empty_environment_variable_names_none(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.setenv("SCOREPAD_DB", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert cli.main(["club", "list"]) == 0
    assert "scorepad sync" in capsysbinary.readouterr().out.decode()


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("", "no name"),
        ("/", "directory"),
        ("/no/such/folder/club.db", "no such folder"),
        ("mysql+cymysql://scorer:secret@server/club", "cymysql"),
        ("oracel://scorer:secret@server/club", "oracel"),
    ],
)
@pytest.mark.parametrize("command", [["list"], ["show", "1"], ["rebuild"]])
def test_an_unusable_database_is_one_line(where, why, command):
    message = refused(scorepad("club", *command, "--db", where))
    assert why in message and "secret" not in message


# Where the output goes


def test_a_full_disk_is_one_line(path):
    for command in (["list"], ["show", session_of(1)], ["export", "--all", "--format", "html"]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [*SCOREPAD, "club", *command, "--db", str(path)],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1].startswith("standard output: No space")
        assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_closed_standard_output_is_one_line(path):
    command = shlex.join([*SCOREPAD, "club", "list", "--db", str(path)]) + " >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "standard output is closed" in done.stderr
