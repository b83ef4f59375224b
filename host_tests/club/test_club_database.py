"""A club's database may be a file or a URL; what is neither is refused in one line."""

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from scorepad.club.database.named import VERSION, VERSION_TABLE
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from support.club.club_sessions import TABLET, example, session_of
from support.databases import change, dump, select

ONE = session_of(1)
IMPATIENT_S = 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def refusal(where: str | None) -> str:
    """Why a database cannot be opened: one line."""
    with pytest.raises(UserError) as error:
        Club(where, IMPATIENT_S).close()
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_may_be_named_by_path_or_by_url(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for where in ("a.db", "sqlite:///a.db", f"sqlite:///{tmp_path}/a.db", str(tmp_path / "a.db")):
        with Club(where) as club:
            assert club.take(TABLET, 1, example(), "p") == ("new" if where == "a.db" else "known")
    for odd in ("50%.db", "a b?c#d.db", "Zoë.db", ":memory:"):
        with Club(odd) as club:
            assert club.take(TABLET, 1, example(), "p") == "new"
        assert (tmp_path / odd).stat().st_size


def test_without_a_name_it_is_a_file_of_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "not" / "there" / "yet"))
    with Club() as club:
        assert club.take(TABLET, 1, example(), "port") == "new"
        assert Path(club.name).is_relative_to(tmp_path) and Path(club.name).is_file()
    with Club() as club:
        assert club.take(TABLET, 1, example(), "port") == "known"


def test_no_folder_for_a_file_of_the_users_own(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "name a database with --db" in refusal(None)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("", "has no name"), ("a\0b", "has no name"),
        ("no/such/folder/club.db", "no such folder"), (".", "directory"),
        ("x" * 5000, "too long"), (os.devnull, os.devnull), ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"), ("sqlite:club.db", "cannot be read"),
        ("sqlite:///club.db?speed=high", "parameters"),
        ("sqlite:///club.db?timeout=soon", "parameters"),
        ("sqlite:///club.db?password=secret", "parameters"),
        ("sqlite://scorer:secret@/club.db", "***"),
        ("oracel://scorer:secret@server/club", "no kind of database is called oracel"),
        ("x://scorer:secret@server/club", "no kind of database is called x"),
        ("mysql+cymysql://scorer:secret@server/club", "no kind of database is called mysql"),
        ("postgresql://scorer:sec@ret@server:port/club", "cannot be read"),
        ("postgresql://[scorer:secret@server/club", "postgresql"),
        ("://scorer:secret@server", "no such folder"),
    ],
)  # fmt: skip
def test_what_is_no_database_is_refused(tmp_path, monkeypatch, where, why):
    monkeypatch.chdir(tmp_path)
    message = refusal(where)
    assert why in message
    assert where.startswith(":") or "sec" not in message


def test_a_file_of_something_else_stays_and_an_empty_one_becomes_a_database(path):
    path.write_bytes(b"Dear club secretary,\n" * 100)
    assert "no database" in refusal(str(path))
    assert path.read_bytes() == b"Dear club secretary,\n" * 100
    path.write_bytes(b"")
    Club(str(path)).close()
    assert select(path, f"SELECT version_num FROM {VERSION_TABLE}") == [(VERSION,)]


def test_a_database_of_another_program_or_version_is_left_alone(path):
    change(path, "CREATE TABLE notes (text)")
    before = dump(path)
    assert "another program" in refusal(str(path))
    assert dump(path) == before
    path.unlink()
    Club(str(path)).close()
    for other, why in (("99", "newer scorepad made it (version 99"), ("0.9", "before version 1")):
        change(path, f"UPDATE {VERSION_TABLE} SET version_num = '{other}'")
        before = dump(path)
        assert why in refusal(str(path))
        assert dump(path) == before


def test_a_read_only_database_can_be_read(club, database):
    club.take(TABLET, 1, example(), "port")
    with Club(f"sqlite:///{database}?mode=ro") as reader:
        assert reader.session(ONE).session.sheet.totals == [300, 1620]
        assert reader.take(TABLET, 1, example(), "port") == "known"
        with pytest.raises(UserError, match="read-only"):
            reader.take(TABLET, 2, example(2), "port")
        with pytest.raises(UserError, match="read-only"):
            reader.rebuild()


def test_a_read_only_database_cannot_be_made(path):
    assert "cannot be opened" in refusal(f"sqlite:///{path}?mode=ro")
    assert not path.exists()
    path.touch()
    assert "read-only" in refusal(f"sqlite:///{path}?mode=ro")


def test_a_locked_database_is_waited_for_and_then_named(path):
    with Club(str(path), IMPATIENT_S) as club:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert list(club.sessions()) == []
        with pytest.raises(UserError, match="another program is writing"):
            club.take(TABLET, 1, example(), "port")
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UserError, match="another program is writing"):
            list(club.sessions())
        assert "another program is writing" in refusal(str(path))
        other.close()
        assert club.take(TABLET, 1, example(), "port") == "new"


def test_a_writer_has_its_turn_before_it_reads(club, database):
    def work(_: object) -> None:
        with Club(database, IMPATIENT_S) as other, pytest.raises(UserError):
            other.write(lambda _: None)

    club.write(work)


@pytest.mark.each_database
def test_all_that_is_read_at_once_is_of_one_moment(database):
    def count(rows) -> int:
        return rows.value("SELECT count(*) FROM sessions")

    def meanwhile(rows) -> tuple[int, int]:
        before = count(rows)
        with contextlib.suppress(UserError):  # on SQLite who writes waits for who reads
            writer.take(TABLET, 1, example(), "port")
        return before, count(rows)

    with Club(database) as reader, Club(database, patience=IMPATIENT_S) as writer:
        assert reader.read(meanwhile) == (0, 0)
        assert writer.take(TABLET, 1, example(), "port") in ("new", "known")
        assert reader.read(count) == 1
