"""A backup has everything that the club has, and brings it back into any kind of database."""

import os
import shutil
from collections import Counter

import pytest
from club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from databases import change, dump

from scorepad.club.backup import backup, restore
from scorepad.club.exports import as_json
from scorepad.club.schema import VERSION_TABLE
from scorepad.club.store import Club
from scorepad.errors import UserError

COUNTS = Counter(complete=1, open=1, damaged=1)


@pytest.fixture
def club(database: str):
    """A club with sessions of each state and a player, in each kind of database."""
    with Club(database) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(7,)))), "one")
        club.take(TABLET, 3, raw(3, played(EXAMPLE[:2])), "two")
        club.take(TABLET, 4, example(4)[:-1] + b"?", "three")
        change(database, "INSERT INTO players (id, name, number) VALUES (?, ?, '')", 7, "Zoë")
        yield club


def exported(club: Club) -> str:
    return as_json([club.session(session_of(number)) for number in (1, 3)])


def test_everything_is_in_the_file_and_comes_back(club, database, tmp_path):
    file = tmp_path / "copy.db"
    before = dump(database)
    assert backup(club, str(file)) == COUNTS
    assert dump(database) == before
    with Club(str(file)) as copy:  # which is a database like any other
        assert exported(copy) == exported(club)
    assert not list(tmp_path.glob(".*"))


def test_it_comes_back_into_any_kind_and_numbers_go_on(club, another, tmp_path):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    backup(club, str(first))
    with Club(another) as new:
        assert restore(new, str(first)) == COUNTS
        assert exported(new) == exported(club)
        assert backup(new, str(second)) == COUNTS
        assert dump(second) == dump(first)
        assert new.take(TABLET, 5, example(5), "port") == "new"
        assert new.take(TABLET, 3, raw(3, complete(played())), "port") == "extended"


def test_a_file_that_is_there_is_never_replaced(club, tmp_path):
    file = tmp_path / "copy.db"
    file.write_text("mine")
    with pytest.raises(UserError, match="such a file already"):
        backup(club, str(file))
    assert file.read_text() == "mine"


def test_a_file_that_cannot_be_made_leaves_nothing(club, tmp_path):
    with pytest.raises(UserError, match="cannot be written"):
        backup(club, str(tmp_path / "no" / "copy.db"))
    small = tmp_path / ("a" * 250)
    with pytest.raises(UserError, match="cannot be written"):
        backup(club, str(small))
    assert not small.exists()


def test_what_the_club_has_is_never_mixed_with_a_backup(club, database, tmp_path):
    file = tmp_path / "copy.db"
    backup(club, str(file))
    before = dump(database)
    with pytest.raises(UserError, match="has imports already; restore into a new one"):
        restore(club, str(file))
    assert dump(database) == before


@pytest.mark.parametrize("size", [0, 100, 4096, 8192])
def test_a_file_that_is_no_backup_brings_nothing(club, tmp_path, size):
    file = tmp_path / "copy.db"
    backup(club, str(file))
    os.truncate(file, size)
    broken = file.read_bytes()
    with Club(str(tmp_path / "new.db")) as new:
        if size:
            with pytest.raises(UserError):
                restore(new, str(file))
        assert new.sessions() == []
    assert file.read_bytes() == broken
    with pytest.raises(UserError, match="no such file"):
        restore(club, str(tmp_path / "nothing.db"))


def test_a_backup_of_a_newer_version_is_refused(club, tmp_path):
    file, newer = tmp_path / "copy.db", tmp_path / "newer.db"
    backup(club, str(file))
    shutil.copyfile(file, newer)
    change(newer, f"UPDATE {VERSION_TABLE} SET version_num = '99'")
    with Club(str(tmp_path / "new.db")) as new, pytest.raises(UserError, match="newer scorepad"):
        restore(new, str(newer))
