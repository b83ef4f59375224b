"""A PC at the cable of a tablet that is as slow as a chip: the emulated board at its speed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from accidents import Chip, blank
from bare_board import installed
from club_sessions import complete, played
from commands import scorepad
from vfs import VfsLfs2

from emulator import CHIP, Emulator
from firmware.store import Store

TABLET = b"\x02mps2\x01"
SESSIONS = 10


@pytest.fixture
def slow_board(tmp_path: Path) -> Iterator[Emulator]:
    """A tablet with an evening, installed as files, whose instructions take a chip's time."""
    files, scores, image = tmp_path / "files", tmp_path / "scores", blank()
    files.write_bytes(installed())
    store = Store(lambda: VfsLfs2(Chip(image)), TABLET)
    for _ in range(SESSIONS):
        store.create(complete(played()))
    scores.write_bytes(image)
    with Emulator(files, options=CHIP, scores=scores) as board:
        board.started()
        yield board


def test_an_evening_is_synced_from_a_chip(slow_board: Emulator, tmp_path: Path) -> None:
    synced = scorepad("sync", slow_board.cable, "--db", tmp_path / "club.db")
    assert synced.returncode == 0, synced.stderr
    assert f"In all: {SESSIONS} new" in synced.stdout
