"""A PC at the cable of a tablet that is as slow as a chip: the emulated board at its speed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from vfs import VfsLfs2

from dev.bench import requests as bench_requests
from dev.bench.evening import switched_on
from dev.emulators.qemu_board import ICOUNT, STACK, Emulator
from firmware.storage.store import Store
from support.club.club_sessions import complete, played
from support.commands import scorepad
from support.link.accidents import Chip, blank
from support.tablet.bare_board import installed

pytestmark = pytest.mark.full

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
    with Emulator(files, options=ICOUNT, scores=scores) as board:
        board.started()
        board.keep_pace()
        yield board


@pytest.fixture
def counted_board(tmp_path: Path) -> Iterator[Emulator]:
    """A tablet installed as files, at its second start, whose instructions are counted."""
    files = tmp_path / "files"
    files.write_bytes(installed())
    with switched_on(files) as board:
        yield board


def test_no_request_takes_a_tablet_long(counted_board: Emulator) -> None:
    """At most 5 million instructions, 0.15 s; twenty tablets with ten sessions in a minute."""
    requests = bench_requests.conversation(counted_board)
    dearest = max(requests[1:], key=lambda request: request.instructions)
    assert requests[0].name == "load"
    assert dearest.instructions <= 5_000_000, dearest
    assert bench_requests.figures(requests)["sync.club_ms"] < 60_000


def test_an_evening_is_synced_from_a_chip(slow_board: Emulator, tmp_path: Path) -> None:
    synced = scorepad("sync", slow_board.cable, "--db", tmp_path / "club.db")
    assert synced.returncode == 0, synced.stderr
    assert f"In all: {SESSIONS} new" in synced.stdout
    assert slow_board.count().stack <= STACK
