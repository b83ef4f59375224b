"""What a command writes to --output is whole or not there, and spoils nothing that was there."""

import io
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorepad import files, scratch
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from support import full_disks
from support.club.club_sessions import TABLET, example, session_of
from support.commands import refused, scorepad, scorepad_apart
from support.depth import full

BEFORE = b"last week's"
LARGE = b"x" * 100_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "evening.csv"
    path.write_bytes(BEFORE)
    return path


def only(path: Path) -> bool:
    return list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("most", [0, len(LARGE) - 1])
def test_a_full_disk_leaves_the_file_as_it_was(path, most):
    with full_disks.file_size(most), pytest.raises(UserError, match=r"\(File"):
        files.write(str(path), LARGE)
    assert path.read_bytes() == BEFORE and only(path)


def test_a_full_disk_leaves_no_half_of_a_new_file(tmp_path):
    with full_disks.file_size(1000), pytest.raises(UserError):
        files.write(str(tmp_path / "new.csv"), LARGE)
    assert not list(tmp_path.iterdir())


def test_it_is_on_the_disk_before_it_is_the_file(path, monkeypatch):
    steps = []
    monkeypatch.setattr(os, "fsync", lambda at: steps.append(os.fstat(at).st_ino))
    replace = os.replace
    monkeypatch.setattr(os, "replace", lambda a, b: (steps.append("replace"), replace(a, b)))
    files.write(str(path), LARGE)
    inode, folder = path.stat().st_ino, path.parent.stat().st_ino  # which has its name
    assert steps == [inode, "replace", folder] and path.read_bytes() == LARGE and only(path)


def test_who_may_read_it_stays(path):
    path.chmod(0o640)
    files.write(str(path), LARGE)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_is_like_any_other_of_the_user(tmp_path):
    before = os.umask(0o027)
    try:
        files.write(str(tmp_path / "new"), LARGE)
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("there", [True, False])
def test_a_link_goes_on_leading_to_the_file(tmp_path, there):
    folder, link = tmp_path / "site", tmp_path / "link"
    folder.mkdir()
    if there:
        (folder / "evening.csv").write_bytes(BEFORE)
    link.symlink_to(folder / "evening.csv")
    files.write(str(link), LARGE)
    assert link.is_symlink() and (folder / "evening.csv").read_bytes() == LARGE


def test_a_file_in_a_folder_that_takes_no_other_is_written(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # root, as whom tests may run, may all
    files.write(str(path), LARGE)
    assert path.read_bytes() == LARGE


@pytest.fixture
def club(tmp_path: Path) -> Path:
    where = tmp_path / "db" / "club.db"
    where.parent.mkdir()
    with Club(str(where)) as club:
        club.take(TABLET, 1, example(), "port")
    return where


def test_what_is_no_file_takes_the_export_as_it_comes(tmp_path):
    kept, fifo = tmp_path / "kept", tmp_path / "fifo"
    with kept.open("wb") as opened:
        files.write(f"/dev/fd/{opened.fileno()}", LARGE)
    assert kept.read_bytes() == LARGE
    files.write("/dev/null", LARGE)
    os.mkfifo(fifo)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(fifo.read_bytes)
        files.write(str(fifo), LARGE)
        assert reading.result() == LARGE
    assert fifo.is_fifo()


@full
def test_the_standard_output_of_a_process_takes_the_export(club):
    words = ["club", "export", "--all", "--format", "csv", "--db", club, "--output"]
    plain = scorepad(*words, "-").stdout
    assert session_of(1) in plain and scorepad_apart(*words, "/dev/stdout").stdout == plain


def test_the_clubs_own_database_is_never_an_output(club, tmp_path):
    other, link = tmp_path / "other.db", tmp_path / "sheet.html"
    shutil.copy(club, other)
    link.symlink_to(club)
    before = club.read_bytes()
    export = ["club", "export", "--all", "--format", "html", "--db", club, "--output"]
    for target in (club, link, other):
        assert refused(scorepad(*export, target)).startswith(f"{target}: this is a database")
    refused(scorepad("club", "backup", club, "--db", club))
    assert club.read_bytes() == other.read_bytes() == before


@pytest.mark.parametrize("file", ["no/such/folder", ".", "a\0b"])
def test_what_cannot_be_written_is_one_line(tmp_path, monkeypatch, file):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"cannot be written \("):
        files.write(file, LARGE)


@pytest.mark.parametrize("mine", [True, False])
def test_what_another_user_puts_into_the_temporary_folder_is_not_opened(
    tmp_path, monkeypatch, mine
):
    folder = tmp_path / f"{scratch._PREFIX}x"
    folder.mkdir()
    mark, opened = folder / scratch._MARK, []
    os.mkfifo(mark) if mine else mark.touch()
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + (not mine))
    monkeypatch.setattr(Path, "open", lambda path, mode: opened.append(path) or io.BytesIO())
    scratch.clean_up(tmp_path)
    assert folder.exists() and not opened


def test_what_a_killed_program_has_left_is_removed_by_the_next(path):
    left = path.with_name(f".{path.name}.left")
    left.mkdir()
    (left / scratch._MARK).touch()  # which a program that runs has locked
    with files.beside(path) as draft, files.beside(path) as other:
        draft.touch()
        assert not left.exists() and other.parent != draft.parent
        assert draft.parent.parent.stat().st_mode & 0o077 == 0
    assert only(path)
