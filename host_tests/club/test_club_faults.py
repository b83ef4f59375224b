"""A server that goes away or a disk that is full, in the middle of a command: nothing half done.

Each command is struck at each of its steps, one run after the other, until one gets through.
"""

import contextlib
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from dev.fetching.get_postgresql import Server
from scorepad.cli import main
from scorepad.club.database.connection import Connection
from scorepad.club.database.postgresql import PostgresqlConnection
from scorepad.club.records.backup import backup
from scorepad.club.records.store import Club
from support.club.club_sessions import TABLET, complete, example, played, raw, session_of
from support.databases import dump, heard, select
from support.depth import FULL, SEED, full, sampled, some
from support.full_disks import file_size, pages
from support.link.accidents import Pipe, PipedTablet, evening, intact, joined

PASSWORD = "hush"
EVENING = evening()
ROSTER = "name,number,rating\n" + "".join(f"Player {n},NZ {n},{n}\n" for n in range(1, 301))

MEMBERS = [f"{name},open,100\n" for name in ("Ann", "Bo", "Cy", "Di", "Eva", "Fay")]
WHEN = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")

Prepare = Callable[[str], None]


def nothing(where: str) -> None:
    """The tables, and no rows."""
    Club(where).close()


def a_club(where: str) -> None:
    with Club(where) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(7,)))), "one")
        club.take(TABLET, 3, raw(3, played()), "two")
        club.take(TABLET, 4, example(4)[:-1] + b"?", "three")


def a_club_with_members(where: str) -> None:
    """The same with players."""
    a_club(where)
    assert main(["club", "players", "import", "members.csv", "--db", where]) == 0


@dataclass(frozen=True)
class Work:
    """A command, and what brings the database that it finds."""

    words: tuple[str, ...]
    prepare: Prepare

    def run(self, where: str) -> int:
        """The exit status; whatever leaks through is no exit status."""
        with joined(pipe=Pipe(PipedTablet(bytearray(EVENING)))):
            return main([*self.words, "--db", where])


WORKS = {
    "sync": Work(("sync", "pipe"), nothing),
    "import": Work(("club", "players", "import", "roster.csv"), a_club),
    "restore": Work(("club", "restore", "kept.db"), nothing),
    "rebuild": Work(("club", "rebuild"), a_club),
    "backup": Work(("club", "backup", "copy.db"), a_club),
    "merge": Work(("club", "players", "merge", "Ann", "Bo"), a_club_with_members),
    "seat": Work(("club", "seat", session_of(1), "E", "Ann"), a_club_with_members),
    "stake": Work(("club", "stake", "0.5", "--default"), a_club_with_members),
    "replace": Work(("club", "replace", session_of(4)), a_club),
    "rules": Work(("club", "rules", "set", "Tuesday", "chicago"), a_club_with_members),
    "draw": Work(
        ("club", "knockout", "draw", "Cup", "pairs.csv", "--seed", "7"), a_club_with_members
    ),
}


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a roster and a backup, where the commands run."""
    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text(ROSTER)
    Path("members.csv").write_text("name,grade,rating\n" + "".join(MEMBERS))
    Path("pairs.csv").write_text("player,partner\nAnn,Bo\nCy,Di\nEva,Fay\n")
    a_club("of-the-backup.db")
    with Club("of-the-backup.db") as club:
        backup(club, "kept.db")
    return tmp_path


@pytest.fixture(params=some(WORKS, 2))
def work(request: pytest.FixtureRequest) -> Work:
    return WORKS[request.param]


def content(where: str) -> list[Any]:
    """All that is in a database, but for when it came and how the database numbers that."""
    rows = [WHEN.sub("WHEN", row) for row in dump(where)]
    rows = [row for row in rows if "imports" not in row and "sqlite_sequence" not in row]
    return rows + select(where, "SELECT session, outcome FROM imports ORDER BY session, outcome")


def sessions_are_whole(where: str) -> bool:
    """Whether each session that has records has all that follows, and was said to have come."""
    columns = ("session FROM records", "id FROM sessions", "session FROM imports")
    found = [select(where, f"SELECT DISTINCT {column} ORDER BY 1") for column in columns]
    return found[0] == found[1] == found[2]


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that says what is wrong."""
    lines = [line for line in capsys.readouterr().err.splitlines() if "a tablet with" not in line]
    assert len(lines) == 1, lines
    assert PASSWORD not in lines[0]
    return lines[0]


def assert_no_drafts(where: Path) -> None:
    assert not list(where.glob(".*"))


# ---- a server that goes away


def database_of(server: Server, prepare: Prepare) -> str:
    name = f"club_{uuid4().hex}"
    server.execute(f"CREATE DATABASE {name}")
    where = server.url(name).replace("postgres@", f"postgres:{PASSWORD}@")
    assert PASSWORD in where
    prepare(where)
    return where


def hang_up(where: str) -> None:
    """The server ends all connections to this database."""
    words = (
        "SELECT pg_terminate_backend(pid, 1800000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(where) as second:
        assert second.execute(words).fetchall()


@contextlib.contextmanager
def hung_up(where: str, step: int) -> Iterator[list[str]]:
    """Hangs up before this statement or commit at the server; the statements up to now."""
    came: list[str] = []

    def arrive(connection: Connection, words: str, *_: Any) -> None:
        if isinstance(connection, PostgresqlConnection):
            came.append(words)
            if len(came) == step:
                hang_up(where)

    with heard(arrive):
        yield came


def in_the_end(server: Server, work: Work) -> list[Any]:
    """What a database has when nothing was in the way."""
    where = database_of(server, work.prepare)
    assert work.run(where) == 0
    Path("copy.db").unlink(missing_ok=True)
    return content(where)


@full
def test_a_connection_that_is_ended_at_any_step(postgresql, work, there, capsys):
    done = in_the_end(postgresql, work)
    where = database_of(postgresql, work.prepare)
    before = content(where)
    capsys.readouterr()
    for step in count(1 + SEED % 3, 3):
        with hung_up(where, step) as came:
            status = work.run(where)
        if not status and came[step - 1 : step] == ["BEGIN"]:  # nothing was lost with an idle one
            assert content(where) == done
            where = database_of(postgresql, work.prepare)
            continue
        if not status:  # it got through, or only the security log has no entry of it
            break
        assert status == 2, came[-1]
        assert "the server has ended the connection; do it again" in complaint(capsys)
        assert content(where) == before or work is WORKS["sync"]
        assert sessions_are_whole(where)
        assert_no_drafts(there)
    assert (status, step > 5) == (0, True)
    assert content(where) == done


# ---- a disk that is full; sync: tablet/test_sync_database.py


@pytest.fixture(
    params=[
        "import",
        *(pytest.param(name, marks=full) for name in ("restore", "rebuild", "backup")),
    ]
)
def small(request: pytest.FixtureRequest, there: Path) -> Work:
    """A command, and in `before.db` a database of small pages, where it takes many."""
    work = WORKS[request.param]
    with contextlib.closing(sqlite3.connect("before.db")) as connection:
        connection.executescript("PRAGMA page_size = 512; VACUUM")
    work.prepare("before.db")
    with contextlib.closing(sqlite3.connect("before.db")) as connection:
        connection.execute("VACUUM")  # no page is left free
    return work


def is_full(limit: Any, work: Work, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the disk is full, or the limit is none for this work on a copy of `before.db`."""
    shutil.copyfile("before.db", "club.db")
    with limit:
        status = work.run("club.db")
    assert intact(Path("club.db"))
    assert_no_drafts(Path())
    if status == 0:
        return False
    assert re.search("disk is full|disk cannot be|File too large", complaint(capsys))
    assert content("club.db") == content("before.db")
    assert not Path("copy.db").exists()
    return True


def done_with_room(work: Work) -> list[Any]:
    """What the same command makes of that database."""
    assert work.run("club.db") == 0
    Path("copy.db").unlink(missing_ok=True)
    return content("club.db")


@sampled
@pytest.mark.parametrize(
    ("limit", "step"), [(pages, 5 if FULL else 25), pytest.param(file_size, 20_000, marks=full)]
)
def test_a_disk_that_is_full_at_any_page_or_byte(small, capsys, limit, step):
    shutil.copyfile("before.db", "club.db")
    done = done_with_room(small)
    capsys.readouterr()
    tries = 0
    while is_full(limit(1 + step * tries), small, capsys):
        assert done_with_room(small) == done
        tries += 1
    # A rebuild takes no more room than there was.
    assert tries or (small is WORKS["rebuild"] and limit is pages)


def test_no_room_for_a_temporary_copy(capsys, monkeypatch):
    WORKS["restore"].prepare("club.db")
    monkeypatch.setattr(tempfile, "tempdir", None)
    with file_size(0):
        assert WORKS["restore"].run("club.db") == 2
    assert "kept.db cannot be copied to a temporary folder (No usable" in complaint(capsys)
    assert WORKS["restore"].run("club.db") == 0
