"""The database cannot take what a sync brings, or others write to it at the same moment."""

import contextlib
import multiprocessing
import re
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli import main
from scorepad.club.database.connection import Connection
from scorepad.club.records.store import Club
from scorepad.tablet.sync import Summary
from support import kills
from support.club.club_sessions import TABLET, complete, played, raw, session_of
from support.databases import heard, select
from support.depth import TORTURE, full, sampled, some
from support.full_disks import file_size, pages
from support.link.accidents import (
    Pipe,
    PipedTablet,
    assert_done,
    assert_safe,
    assert_whole,
    evening,
    flash_file,
    joined,
    kept,
    sync,
    tablet_in,
)

pytestmark = pytest.mark.slow

SPAWN = multiprocessing.get_context("spawn")
EVENING = evening()
PAGE = 512  # bytes, of a database of small pages, where a sync takes many
EXTRA = 3  # of PRAGMA synchronous: the folder is on the disk too
OTHERS = bytes.fromhex("02005c0e9ad1")  # another tablet


@pytest.fixture(scope="module")
def small_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("VACUUM")
    Club(str(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")  # no page is left free
    return path


@pytest.fixture
def database(small_pages: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(small_pages, tmp_path))


@pytest.fixture
def tablet() -> PipedTablet:
    return PipedTablet(bytearray(EVENING))


def command(capsys: pytest.CaptureFixture[str], database: Path, **pipes: Pipe) -> tuple[int, str]:
    """Exit status of `scorepad sync` at these ports, and the one line about what is wrong."""
    with joined(**pipes):
        status = main(["sync", *pipes, "--db", str(database)])
    said = capsys.readouterr().err.splitlines()
    usual = re.compile(": a tablet with |^made the new database ")
    wrong = [line for line in said if not usual.search(line)]
    assert len(wrong) <= 1, wrong
    return status, "".join(wrong)


# ---- a disk that is full


def sync_at_the_limit(limit: Any, database: Path, path: Path, capsys: Any) -> int:
    """A sync into a copy of the database, then one with room; exit status of the first."""
    tablet = PipedTablet(bytearray(EVENING))
    shutil.copy(database, path)
    with limit:
        status, wrong = command(capsys, path, pipe=Pipe(tablet))
    assert (status, bool(wrong)) in ((0, False), (2, True))
    assert_safe(tablet, path)
    assert command(capsys, path, pipe=Pipe(tablet)) == (0, "")
    assert_whole(tablet, path)
    return status


@sampled
def test_a_disk_that_is_full_at_any_page_of_the_database(tmp_path, database, capsys):
    before = database.stat().st_size // PAGE
    for most in some(range(before, 1000), 9):
        if sync_at_the_limit(pages(most), database, tmp_path / f"{most}.db", capsys) == 0:
            break
    assert most > before + 3


@pytest.mark.parametrize("limit", [pytest.param(pages(3), marks=full), file_size(3 * PAGE)])
def test_a_database_that_does_not_fit_is_made_when_there_is_room(tmp_path, tablet, capsys, limit):
    path = tmp_path / "club.db"
    with limit:
        status, wrong = command(capsys, path, pipe=Pipe(tablet))
    assert status == 2 and wrong.startswith(f"database {path}: ")
    assert tablet.fetched() == set()
    assert command(capsys, path, pipe=Pipe(tablet)) == (0, "")
    assert_whole(tablet, path)


def test_a_commit_is_on_the_disk_before_the_tablet_hears_of_it(database, tablet):
    seen = set()

    def look(connection: Connection, words: str, *_: object) -> None:
        if words == "COMMIT":
            seen.update(connection.raw.execute("PRAGMA synchronous").fetchone())

    with heard(look), Club(str(database)) as club:
        assert_done(sync(tablet, club))
    assert seen == {EXTRA}


# ---- a club that has something else


def test_a_session_of_which_the_club_has_more_that_is_damaged_is_named(database, tablet, capsys):
    more = raw(3, [*complete(played()), (99, 0, 0, 0)])
    with Club(str(database)) as club:
        assert club.take(TABLET, 3, more, "port") == "damaged"
    status, wrong = command(capsys, database, pipe=Pipe(tablet))
    assert status == 1
    assert f"session {session_of(3)}: " in wrong
    assert f"`scorepad club replace {session_of(3)}`" in wrong
    assert tablet.fetched() == {session_of(1)}
    assert kept(database) == {**tablet.sessions(), session_of(3): more}
    assert main(["club", "replace", session_of(3), "--db", str(database)]) == 0
    status, wrong = command(capsys, database, pipe=Pipe(tablet))
    assert (status, kept(database)) == (0, tablet.sessions())
    assert f"session {session_of(3)}: " in wrong


# ---- a database that another program uses

READS, WRITES, ALONE = "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"
each_way = pytest.mark.parametrize("how", [READS, pytest.param(WRITES, marks=full), ALONE])


@contextlib.contextmanager
def another_program(database: Path, how: str) -> Iterator[sqlite3.Connection]:
    """A connection that keeps its transaction until `rollback()`, at the latest until the end."""
    with contextlib.closing(
        sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    ) as connection:
        connection.execute(how)
        connection.execute("SELECT * FROM records").fetchall()
        yield connection


@each_way
def test_a_database_that_stays_locked_ends_the_sync_and_marks_nothing(database, tablet, how):
    with Club(str(database), patience=0.1) as club:
        with another_program(database, how):
            summary = sync(tablet, club)
        assert (summary.new, summary.open, summary.refused) == (0, 0, [])
        assert summary.trouble
        assert (tablet.fetched(), kept(database)) == (set(), {})
        assert_done(sync(tablet, club))
    assert_whole(tablet, database)


# ---- several tablets, several PCs


def sync_at(start: Any, flash: str, tablet: bytes, database: str) -> Summary:
    """What one of several programs does that begin at the same moment."""
    piped = tablet_in(Path(flash), tablet)
    start.wait()
    with Club(database) as club:
        return sync(piped, club)


@full
def test_two_pcs_sync_two_tablets_at_once_into_a_database_that_they_make(tmp_path):
    path, ids = tmp_path / "club.db", (TABLET, OTHERS)
    for each in ids:
        flash_file(evening(each), tmp_path / each.hex())
    with SPAWN.Manager() as manager, SPAWN.Pool(len(ids)) as pool:
        start = manager.Barrier(len(ids))
        told = [(start, str(tmp_path / each.hex()), each, str(path)) for each in ids]
        summaries = pool.starmap(sync_at, told)
    for each, summary in zip(ids, summaries, strict=True):
        assert_done(summary)
        assert (summary.tablet, summary.new, summary.open) == (each.hex(), 2, 1)
        assert_whole(tablet_in(tmp_path / each.hex(), each), path)


# ---- the program is killed while it makes a database; later: test_sync_cuts.py

MADE = 27  # the step that commits a new database
MAKING = range(MADE + 2) if TORTURE else (5, 15, MADE - 5, MADE, MADE + 1)


def sync_and_die(home: Path, step: int) -> None:
    """Takes the sessions of the tablet in this folder into a new database there."""
    tablet = tablet_in(home / "flash")
    kills.die_at(step)
    with Club(str(home / "club.db")) as club:
        sync(tablet, club)


@full
@pytest.mark.parametrize("step", MAKING)
def test_a_kill_while_the_database_is_made(tmp_path: Path, step: int) -> None:
    flash_file(evening(), tmp_path / "flash")
    syncing = SPAWN.Process(target=sync_and_die, args=(tmp_path, step))
    syncing.start()
    syncing.join()
    assert syncing.exitcode == -signal.SIGKILL
    tablet, database = tablet_in(tmp_path / "flash"), tmp_path / "club.db"
    assert bool(select(database, "SELECT 1 FROM sqlite_master")) == (step > MADE)
    assert_safe(tablet, database)
    with Club(str(database)) as club:
        assert_done(sync(tablet, club))
    assert_whole(tablet, database)
