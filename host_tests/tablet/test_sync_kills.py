"""The PC's program is killed at any step of its work on the database, in the middle of a sync.

TORTURE=1 pytest host_tests/tablet/test_sync_kills.py            each step
CASE=17 pytest host_tests/tablet/test_sync_kills.py              what has failed at step 17
"""

import multiprocessing
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from scorepad.club.records.store import Club
from support import kills
from support.depth import TORTURE, some
from support.link.accidents import (
    assert_done,
    assert_safe,
    assert_whole,
    chosen,
    evening,
    flash_file,
    replay,
    sync,
    tablet_in,
)

pytestmark = pytest.mark.full

SPAWN = multiprocessing.get_context("spawn")
EVENING = bytes(evening())
KILLED = -signal.SIGKILL
LAST = 140  # more steps than a sync of the evening has
ONE_SESSION = range(5, 23)  # what it does for the first of them
MAKING = range(0, 40, 1 if TORTURE else 13)  # steps of making a database, or some of them
SYNCING = range(LAST) if TORTURE else (*some(ONE_SESSION, 9), *some(range(23, LAST, 8), 8), LAST)


def sync_and_die(home: Path, step: int) -> None:
    tablet = tablet_in(home / "flash")
    kills.die_at(step)
    with Club(str(home / "club.db")) as club:
        assert_done(sync(tablet, club))


def die_everywhere(homes: dict[int, Path], ends: Any) -> None:
    """A process per step; sends how they ended."""
    for step, home in homes.items():
        child = os.fork()
        if not child:
            sync_and_die(home, step)
            os._exit(0)
        ends.put(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def ended(homes: dict[int, Path]) -> dict[int, int]:
    """How a sync in each of these folders ended that was to be killed at its step."""
    ends = SPAWN.Queue()
    forking = SPAWN.Process(target=die_everywhere, args=(homes, ends))
    forking.start()  # without the threads that this process may have
    statuses = {step: ends.get() for step in homes}
    forking.join()
    return statuses


def homes_of(steps: list[int], there: Path) -> dict[int, Path]:
    """A folder per step, with the flash of the tablet in it."""
    homes = {step: there / str(step) for step in steps}
    for home in homes.values():
        home.mkdir()
        flash_file(EVENING, home / "flash")
    return homes


def assert_mended(home: Path) -> None:
    """Nothing was promised too soon, and a plain repeat makes everything whole."""
    tablet, database = tablet_in(home / "flash"), home / "club.db"
    assert_safe(tablet, *[database] * database.exists())
    with Club(str(database)) as club:
        assert_done(sync(tablet, club))
    assert_whole(tablet, database)


def test_a_kill_while_the_database_is_made(there):
    homes = homes_of(chosen(MAKING), there)
    for step, status in ended(homes).items():
        with replay(step):
            assert status == KILLED
            assert_mended(homes[step])


def test_a_kill_at_any_step_of_a_sync(there):
    homes = homes_of(chosen(SYNCING), there)
    Club(str(there / "new.db")).close()
    for home in homes.values():
        shutil.copy(there / "new.db", home / "club.db")
    statuses = ended(homes)
    for step, status in statuses.items():
        with replay(step):
            assert status in (KILLED, 0)
            assert_mended(homes[step])
    if len(homes) == len(SYNCING):
        later = [statuses[step] for step in SYNCING if step not in ONE_SESSION]
        assert later[0] == KILLED
        assert later[-1] == 0  # it came to the end
