"""Power cuts: a session is absent, as it was, or whole."""

import multiprocessing
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from firmware.storage.record import SIZE, checksum
from scorepad.club.records.store import Club, Known
from support.club.club_sessions import TABLET, example, session_of
from support.databases import dump, heard
from support.depth import FULL, sampled, some

pytestmark = pytest.mark.slow

SPAWN = multiprocessing.get_context("spawn")
ONE = session_of(1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def take_and_die(path: Path, statement: int) -> None:
    """Extends the session, and is killed before the given statement or at the commit."""
    with Club(str(path)) as club:
        left = iter(range(statement))

        def count_down(*_: object) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        with heard(count_down):
            club.take(TABLET, 1, example(), "port")


def die_everywhere(deaths: list[tuple[int, Path]], ends: Any) -> None:
    """A process per path, killed at its statement; sends how they ended."""
    for statement, path in deaths:
        child = os.fork()
        if not child:
            take_and_die(path, statement)
            os._exit(0)
        ends.put(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


@sampled
def test_a_kill_at_any_statement_leaves_the_session_as_it_was_or_whole(tmp_path, path):
    before = example()[: 3 * SIZE]
    with Club(str(path)) as club:
        club.take(TABLET, 1, before, "port")
    statements = range(28) if FULL else some(range(28), 6)
    deaths = [(n, Path(shutil.copy(path, tmp_path / f"{n}.db"))) for n in statements]
    ends = SPAWN.Queue()
    forking = SPAWN.Process(target=die_everywhere, args=(deaths, ends))
    forking.start()  # without the threads that this process may have
    ended = [ends.get() for _ in deaths]
    forking.join()
    killed = ended.count(-signal.SIGKILL)
    assert 2 * killed > len(deaths) > killed
    assert ended[killed:] == [0] * (len(deaths) - killed)
    for number, (_, copied) in enumerate(deaths):
        assert_whole(copied, before if number < killed else example())


def assert_whole(path: Path, records: bytes) -> None:
    """The database has these records, all that follows from them, and takes the rest."""
    with Club(str(path)) as club:
        state = "complete" if records == example() else "open"
        assert club.known(ONE) == Known(len(records) // SIZE, checksum(records), state)
        there = dump(path)
        club.rebuild()
        assert dump(path) == there
        assert club.take(TABLET, 1, example(), "port") in ("extended", "known")
        assert club.session(ONE).session.sheet.totals == [300, 1620]
