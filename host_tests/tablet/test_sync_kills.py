"""The PC's program is killed while it makes a database in the middle of a sync.

At the steps of a sync into a database that is there, test_sync_cuts.py looks.
"""

import multiprocessing
import signal
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from support import kills
from support.databases import select
from support.depth import TORTURE
from support.link.accidents import (
    assert_done,
    assert_safe,
    assert_whole,
    evening,
    flash_file,
    sync,
    tablet_in,
)

pytestmark = pytest.mark.full

SPAWN = multiprocessing.get_context("spawn")
MADE = 61  # the step that commits a new database
MAKING = range(MADE + 2) if TORTURE else (5, 25, 44, MADE, MADE + 1)


def sync_and_die(home: Path, step: int) -> None:
    """Takes the sessions of the tablet in this folder into a new database there."""
    tablet = tablet_in(home / "flash")
    kills.die_at(step)
    with Club(str(home / "club.db")) as club:
        sync(tablet, club)


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
