"""Several programs at once and power cuts: a session is absent, as it was, or whole."""

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from firmware.storage.record import SIZE, checksum
from scorepad.club.records.store import Club, Known
from support.club.club_sessions import TABLET, example, session_of
from support.databases import dump, heard, select
from support.depth import FULL, full, sampled, some

pytestmark = pytest.mark.slow

SPAWN = multiprocessing.get_context("spawn")
ONE = session_of(1)
PARTS = (1, 3, 8)
SESSIONS = 4
PATIENT_S = 1800.0  # more than a busy machine needs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def take_all(path: str, start: Any) -> list[str]:
    """What one of several programs that begin at the same moment is told."""
    start.wait()
    with Club(path, PATIENT_S) as club:
        return [
            club.take(TABLET, number, example(number)[: records * SIZE], "port")
            for number in range(SESSIONS)
            for records in PARTS
        ]


@full
def test_several_programs_take_the_same_sessions_at_once(path):
    programs = 3
    with SPAWN.Manager() as manager, SPAWN.Pool(programs) as pool:
        start = manager.Barrier(programs)
        told = pool.starmap(take_all, [(str(path), start)] * programs)
    counts = Counter(outcome for outcomes in told for outcome in outcomes)
    assert counts["new"] == SESSIONS
    assert counts["new"] + counts["extended"] == select(path, "SELECT COUNT(*) FROM imports")[0][0]
    with Club(str(path)) as club:
        assert all(is_whole(club, number) for number in range(SESSIONS))


def is_whole(club: Club, number: int) -> bool:
    return club.known(session_of(number)) == Known(8, checksum(example(number)), "complete")


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


TAKING = """
import sys
from support.club.club_sessions import TABLET, example
from scorepad.club.records.store import Club
with Club(sys.argv[1]) as club:
    for number in range(100_000):
        club.take(TABLET, number, example(number), "port")
        print(number, flush=True)
"""


@full
@pytest.mark.parametrize("told", [0, 3, 10])
def test_a_kill_at_any_moment_loses_nothing_that_was_told(path, told):
    command = [sys.executable, "-c", TAKING, str(path)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=here) as taking:
        assert taking.stdout
        for _ in range(told):
            taking.stdout.readline()
        taking.kill()
        more = taking.stdout.read().split()
    with Club(str(path)) as club:
        there = {row.number for row in club.sessions()}
        assert set(range(told + len(more))) <= there and len(there) <= told + len(more) + 1
        assert all(is_whole(club, number) for number in there)
