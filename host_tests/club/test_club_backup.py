"""A backup has everything that the club has, and brings it back into any kind of database."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli import main
from scorepad.club.database import copying
from scorepad.club.database.named import VERSION_TABLE
from scorepad.club.database.opening import Absent
from scorepad.club.database.rows import plain
from scorepad.club.database.tables import TRUTH, list_tables
from scorepad.club.records.backup import backup, restore, set_aside
from scorepad.club.records.store import Club
from scorepad.club.secret_hashes import PASSWORD, keep
from scorepad.club.tablet_keys import claim
from scorepad.errors import UserError
from scorepad.exports.sessions import as_json
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.databases import change, dump, enrol, filled_by, select

pytestmark = pytest.mark.slow

COUNTS = Counter(complete=1, open=1, damaged=1)


def make(where: str) -> None:
    """Sessions of each state and a player."""
    with Club(where) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(7,)))), "one")
        club.take(TABLET, 3, raw(3, played(EXAMPLE[:2])), "two")
        club.take(TABLET, 4, example(4)[:-1] + b"?", "three")
    enrol(where, ["Zoë"], 7)


database = filled_by(make)


def exported(club: Club) -> str:
    return as_json([club.session(session_of(number)) for number in (1, 3)])


@pytest.mark.each_database
def test_everything_is_in_the_file_and_comes_back(club, database, tmp_path):
    file = tmp_path / "copy.db"
    before = dump(database)
    assert backup(club, str(file)) == (1, COUNTS)
    assert dump(database) == before
    with Club(str(file)) as copy:  # which is a database like any other
        assert exported(copy) == exported(club)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.each_database
def test_it_comes_back_into_any_kind_and_numbers_go_on(club, another, tmp_path):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    backup(club, str(first))
    with Club(another) as new:
        assert restore(new, str(first)) == (1, COUNTS)
        assert exported(new) == exported(club)
        assert backup(new, str(second)) == (1, COUNTS)
        assert dump(second) == dump(first)
        assert new.take(TABLET, 5, example(5), "port") == "new"
        assert new.take(TABLET, 3, raw(3, complete(played())), "port") == "extended"


def test_a_file_that_is_there_or_cannot_be_made_stays_as_it_is(club, tmp_path):
    file = tmp_path / "copy.db"
    file.write_text("mine")
    with pytest.raises(UserError, match="already"):
        backup(club, str(file))
    assert file.read_text() == "mine"
    for impossible in (tmp_path / "no" / "copy.db", tmp_path / ("a" * 250)):
        with pytest.raises(UserError, match="cannot be written"):
            backup(club, str(impossible))
        assert not impossible.exists()


@pytest.mark.each_database
def test_what_a_backup_replaces_is_kept_first(club, database, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where that of a server's database goes
    first = tmp_path / "first.db"
    backup(club, str(first))
    had = exported(club)
    club.write(lambda rows: keep(rows, PASSWORD, "", "a hash that is a secret"))
    for kept in ("", "-2"):
        club.take(TABLET, 5, example(5), "port")
        assert main(["club", "restore", str(first), "--replace", "--db", database]) == 0
        said = "".join(capsys.readouterr().out.split())
        assert re.search(rf"before-restore-[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}{kept}\.db", said)
        assert exported(club) == had and club.known(session_of(5)) is None
        with Club(said.rpartition("keptin")[2]) as copy:
            assert exported(copy) == had and copy.known(session_of(5))
    assert "a hash that is a secret" in str(dump(database))
    assert main(["club", "rebuild", "--db", database]) == 0


def test_what_could_not_be_kept_is_not_replaced(club, database, tmp_path, monkeypatch):
    file = tmp_path / "copy.db"
    backup(club, str(file))
    before = dump(database)
    with pytest.raises(UserError, match="can replace it"):
        restore(club, str(file))
    assert dump(database) == before
    monkeypatch.setattr(Club, "folder", tmp_path / "no")
    with pytest.raises(UserError, match="cannot be written"):
        restore(club, str(file), partial(set_aside, club))
    assert dump(database) == before


def test_a_file_that_is_no_backup_brings_nothing(club, another, tmp_path, capsys):
    file = tmp_path / "copy.db"
    backup(club, str(file))
    for size in (8192, 4096, 100, 0):
        os.truncate(file, size)
        broken = file.read_bytes()
        assert main(["club", "restore", str(file), "--db", another]) == 2
        captured = capsys.readouterr()
        assert captured.out == "" and str(file) in captured.err
        assert "backup.db" not in captured.err and "made the new" not in captured.err
        assert_there_is_none(another)
        assert file.read_bytes() == broken
    assert main(["club", "restore", "nothing.db", "--db", another]) == 2
    assert "nothing.db" in capsys.readouterr().err
    assert_there_is_none(another)


def assert_there_is_none(where):
    if "://" in where:
        assert not select(where, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    else:
        assert not Path(where).exists()


@pytest.mark.each_database
def test_a_backup_that_fails_when_the_new_database_is_half_filled_brings_nothing(
    club, another, tmp_path
):
    file = tmp_path / "copy.db"
    backup(club, str(file))
    change(file, "INSERT INTO records VALUES ('x', 0, x'00')")
    with (
        Club(another, absent=Absent.LATER) as new,
        pytest.raises(UserError, match="records of 'x'"),
    ):
        restore(new, str(file))
    assert_there_is_none(another)


def test_what_can_be_no_file_is_refused(club, commands):
    for command in ("backup", "restore"):
        for file, why in (("", "missing"), (".", "folder")):
            assert why in commands.refused(command, file)


def test_a_damaged_club_says_how_it_comes_back(database, commands):
    os.truncate(database, 8192)
    status, _, why = commands.ended("list")
    assert status == 2 and "move it away, then `scorepad club restore BACKUP`" in why


def test_a_backup_of_a_newer_version_is_refused(club, tmp_path):
    file, newer = tmp_path / "copy.db", tmp_path / "newer.db"
    backup(club, str(file))
    shutil.copyfile(file, newer)
    change(newer, f"UPDATE {VERSION_TABLE} SET version_num = '99'")
    with (
        Club(str(tmp_path / "new.db"), absent=Absent.LATER) as new,
        pytest.raises(UserError, match=f"^database {newer}: a newer scorepad"),
    ):
        restore(new, str(newer))
    assert not (tmp_path / "new.db").exists()


def test_secrets_are_in_no_backup(club, database, tmp_path):
    club.write(lambda rows: keep(rows, PASSWORD, "", "a hash that is a secret"))
    assert "a hash that is a secret" in str(dump(database))
    backup(club, str(tmp_path / "copy.db"))
    assert b"a hash that is a secret" not in (tmp_path / "copy.db").read_bytes()


def test_of_tablets_in_pages_only_what_scorepad_makes_is_restored(database, tmp_path):
    tablet, other, hashed = "0e0102030405", "010102030405", "a" * 64
    right = [("table", f"{tablet} 3", ""), ("tablet", tablet, hashed)]
    wrong = [("table", f"{tablet} {table}", "") for table in ("0", "100", "x", "3 ")]
    wrong += [("table", "x", ""), ("table", tablet, "3"), ("table", f"{tablet} 4", "x")]
    wrong += [("tablet", other, hashed), ("tablet", "0e0102030406", "x")]
    add = "INSERT INTO secrets (kind, name, hash, made) VALUES (?, ?, ?, ?)"
    for row in right + wrong:
        change(database, add, *row, "2099-01-01T00:00:00.000000+00:00")
    new = str(tmp_path / "new.db")
    with Club(new) as club:
        restore(club, database)
    assert select(new, "SELECT kind, name, hash FROM secrets ORDER BY kind") == right
    assert select(new, "SELECT max(made) FROM secrets") < [("2099",)]


def rows_of(table: str, first: int) -> list[dict[str, Any]]:
    """Return two rows whose values differ from each other and from column to column."""
    make: dict[str, Callable[[int], Any]] = {
        "BLOB": lambda number: b"%d" % number,
        "FLAG": lambda number: number % 2,
        "INSTANT": lambda number: plain(datetime(2026, 11, 20, tzinfo=UTC) + timedelta(0, number)),
        "TEXT": str,
        "VARCHAR": str,
    }
    columns, numbers = list_tables()[table], count(first)
    return [
        {each.name: make.get(each.type.partition("(")[0], int)(next(numbers)) for each in columns}
        for _ in range(2)
    ]


@pytest.mark.each_database
def test_each_column_of_what_does_not_follow_is_copied(no_database, another):
    def content(club: Club, table: str) -> list[dict[str, Any]]:
        return club.read(
            lambda rows: [row for page in copying.read_pages(rows, table) for row in page]
        )

    with Club(no_database) as club, Club(another) as new:
        for number, table in enumerate(TRUTH):
            club.write(lambda rows, t=table, n=number: rows.insert(t, rows_of(t, 1 + 50 * n)))
        source = partial(content, club)
        new.write(lambda rows: copying.copy(lambda table: iter([source(table)]), rows))
        for table in TRUTH:
            assert len(content(new, table)) == 2, table
            assert content(new, table) == source(table), table


@pytest.mark.each_database
def test_tablets_in_pages_are_known_where_a_backup_is_brought_back(club, another, tmp_path):
    """By the keys that they have, and by the tables whose links they have had."""
    tablet, key = "0e0102030405", "a" * 32
    assert club.write(partial(claim, tablet=tablet, key=key, table=3)) == {3}
    assert club.write(partial(claim, tablet=tablet, key=key, table=5)) == {3, 5}
    backup(club, str(tmp_path / "copy.db"))
    with Club(another) as new:
        for _ in range(2):  # also over a club that knows them already
            assert restore(new, str(tmp_path / "copy.db"), lambda: None) == (1, COUNTS)
            with pytest.raises(UserError, match="another one"):
                new.write(partial(claim, tablet=tablet, key="b" * 32, table=3))
            assert new.write(partial(claim, tablet=tablet, key=key, table=3)) == {3, 5}
