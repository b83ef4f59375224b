"""Tests run everywhere; in CI a test that is skipped has failed."""

import contextlib
import gc
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from dev.fetching.get_postgresql import Server
from firmware.ui import words
from scorepad.club.database.named import ENVIRONMENT
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support import databases, memory
from support.depth import FULL, SEED
from support.in_process import Commands
from support.tablet import tablets
from support.tablet.tablets import EACH_RUNTIME, NEW_GAME
from support.web.crashes import pytest_runtest_protocol  # noqa: F401  # a hook
from support.zones import in_zone, zone_at

STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"}
TOO_LONG = "starts a process"
NEW_CLUB = "new_club"
# The files that take longest begin before the others, so that no process waits for the last one;
# of those that need the same build one is the first.
FIRST = (
    *("test_pico_image", "test_wheel", "test_season", "test_pico"),
    *("test_deploy", "test_board_budgets", "test_torture"),
    *("test_power", "test_pages_look", "test_api_as_described"),
)

FOLDER = memory.use()
tablets.hash_sources_once()
# The club of whoever runs the tests, and its language, are none of theirs.
os.environ.pop(ENVIRONMENT, None)
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / "no-club")
# Else matplotlib, which endplay needs, removes a folder at the end, after ours is gone.
os.environ.setdefault("MPLCONFIGDIR", tempfile.gettempdir())
# A shell ignores Ctrl-C for what it starts in the background, and so would what the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# A busy machine is no failure. A test that needs more examples asks for some times as many. The
# same are drawn each time; more of them in `make test-all`, and others where SEED is given.
settings.register_profile(
    "scorepad", deadline=None, derandomize=not SEED, database=None, max_examples=50 if FULL else 25
)
settings.load_profile("scorepad")
# Else it draws the numbers, too, that stand in those of our modules that are loaded: others in
# each process, in each order of the tests.
providers._get_local_constants = lambda: providers._local_constants
ONLY_SHORT = "not full"  # the expression of marks with which `make test` runs
_ALL_FULL = re.compile(r"^pytestmark = .*\bfull\b", re.MULTILINE)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """Name the tests that CI should have run."""
    if os.environ.get("CI") and terminalreporter.stats.get("skipped"):
        terminalreporter.section("skipped, which CI does not accept")
        for report in terminalreporter.stats["skipped"]:
            terminalreporter.line(report.nodeid)


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay to the end: looking through them for garbage again
    and again took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI nothing may be skipped: this kind of machine can run every test."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_addoption(parser: pytest.Parser) -> None:
    """Lets a person accept screens that look different on purpose, and test while they write."""
    parser.addoption("--accept-screens", action="store_true", help="take the screens as they are")
    quick = "leave a test out when it starts a process: a tablet, a server, a command"
    parser.addoption("--quick", action="store_true", help=quick)


def pytest_configure(config: pytest.Config) -> None:
    """With --quick no list says which tests are quick: each is tried."""
    if config.getoption("quick"):
        sys.addaudithook(_leave_out)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process more than there are cores: some tests wait for what has its own time, as most
    browsers and boards do, which only `make test-all` has."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores + 1 + FULL


def pytest_unconfigure() -> None:
    """Nothing of the tests' stays in memory."""
    if FOLDER:
        shutil.rmtree(FOLDER, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file whose tests are all marked `full` before it is imported: what it needs is
    installed for `make test-all` only."""
    if ONLY_SHORT not in config.option.markexpr or collection_path.suffix != ".py":
        return None
    return bool(_ALL_FULL.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files."""
    rank = {name: rank for rank, name in enumerate(FIRST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))


def _leave_out(event: str, _: tuple[object, ...]) -> None:
    if event in STARTS and "PYTEST_CURRENT_TEST" in os.environ:  # it is no test that starts xdist
        pytest.skip(TOO_LONG)


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """What --quick leaves out is counted and not shown."""
    left_out = report.skipped and TOO_LONG in str(report.longrepr)
    return ("left out", "", "") if left_out else None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a tablet may have its flash; there is none yet."""
    return tmp_path / "t.flash"


@pytest.fixture(params=EACH_RUNTIME)
def tablet(request: pytest.FixtureRequest) -> Iterator[Tablet]:
    """A new tablet, on each runtime."""
    with Tablet(Flash(), request.param) as tablet:
        yield tablet


@pytest.fixture
def playing(tablet: Tablet) -> Tablet:
    """A rubber has begun."""
    tablet.press(*NEW_GAME)
    return tablet


@pytest.fixture(params=range(3), ids=["english", "german", "french"])
def spoken(request: pytest.FixtureRequest) -> Iterator[int]:
    """The number of a language, which is spoken on this side too."""
    words.use(request.param)
    yield request.param
    words.use(0)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """This test process's own PostgreSQL server, with a club that has just been made."""
    with databases.postgresql() as server:
        server.execute(f"CREATE DATABASE {NEW_CLUB}")
        Club(server.url(NEW_CLUB)).close()
        yield server


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with a club that has just been made."""
    file = tmp_path_factory.mktemp("new") / f"{NEW_CLUB}.db"
    Club(str(file)).close()
    return file


@pytest.fixture(scope="module")
def utc() -> Iterator[None]:
    """The machine's clock is in UTC while the tests of this file run."""
    with in_zone("UTC"):
        yield


@contextlib.contextmanager
def _place(request: pytest.FixtureRequest, kind: str, file: Path) -> Iterator[str]:
    """Yield where a database of this kind may be made: the file, or a name at the server."""
    if kind == "sqlite":
        yield str(file)
        return
    with databases.new_database(request.getfixturevalue("postgresql")) as where:
        yield where


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests that are marked `each_database` on PostgreSQL too, in `make test-all`."""
    marked = metafunc.definition.get_closest_marker("each_database")
    if marked and "database_kind" in metafunc.fixturenames:
        metafunc.parametrize("database_kind", databases.EACH_KIND, indirect=True)


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of database that the test has: SQLite, unless it is marked."""
    return getattr(request, "param", databases.KINDS[0])


@pytest.fixture
def no_database(request, database_kind, tmp_path):
    """Yield where a database may be made, as `--db` takes it; there is none yet."""
    with _place(request, database_kind, tmp_path / "club.db") as where:
        yield where


@pytest.fixture
def database(request: pytest.FixtureRequest, database_kind: str, tmp_path: Path) -> Iterator[str]:
    """Yield a database with a new, empty club, as `--db` takes it."""
    if database_kind == "sqlite":
        yield str(shutil.copy(request.getfixturevalue("new_file"), tmp_path / "club.db"))
        return
    server = request.getfixturevalue("postgresql")
    with databases.new_database(server, NEW_CLUB) as where:
        yield where


@pytest.fixture
def club(database: str) -> Iterator[Club]:
    """The club of `database`, which has nothing yet."""
    with Club(database) as opened:
        yield opened


@pytest.fixture
def commands(database: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """`scorepad club ... --db DATABASE`."""
    return Commands(database, capsysbinary)


@pytest.fixture
def another(request: pytest.FixtureRequest, database_kind: str, tmp_path: Path) -> Iterator[str]:
    """Yield where another database may be made, of the same kind as `database`."""
    with _place(request, database_kind, tmp_path / "another.db") as where:
        yield where


@pytest.fixture
def noon() -> Iterator[None]:
    """Put the machine's clock into a zone in which it is noon: no evening ends meanwhile."""
    with in_zone(zone_at(12)):
        yield
