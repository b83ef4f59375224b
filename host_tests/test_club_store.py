"""The club has each session exactly once, whoever brings it and whatever is cut off."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from binascii import crc32
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of, stopped
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, event

from firmware.record import SIZE
from firmware.session import DEAL, START, VOID
from scorepad.club.exports import as_json
from scorepad.club.schema import VERSION, VERSION_TABLE, Base
from scorepad.club.store import Club, Conflict, Damaged, Known
from scorepad.errors import UserError

SPAWN = multiprocessing.get_context("spawn")
ONE = session_of(1)
IMPATIENT_S = 0.1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def club(path: Path):
    with Club(str(path)) as opened:
        yield opened


def select(path: Path, words: str) -> list[tuple[Any, ...]]:
    """What a program without SQLAlchemy reads."""
    connection = sqlite3.connect(path)
    rows = connection.execute(words).fetchall()
    connection.close()
    return rows


def change(path: Path, words: str, *values: Any) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(words, values)
    connection.close()


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def refusal(where: str | None, patience: float = IMPATIENT_S) -> str:
    """Why a database cannot be opened: one line."""
    with pytest.raises(UserError) as error:
        Club(where, patience).close()
    assert "\n" not in str(error.value)
    return str(error.value)


# A session is taken


def test_a_session_is_kept_with_all_that_follows_from_it(club, path):
    assert club.known(ONE) is None
    assert club.take(TABLET, 1, example(), "/dev/ttyUSB0") == "new"
    assert club.known(ONE) == Known(8, crc32(example()), "complete")
    assert b"".join(r for (r,) in select(path, "SELECT raw FROM records")) == example()
    assert select(path, "SELECT account, points FROM results ORDER BY place") == [
        ("NS", 300),
        ("EW", 1620),
    ]
    assert select(path, "SELECT number, dealer, vulnerable FROM deals") == [
        (1, 0, 0),
        (2, 1, 1),
        (3, 2, 1),
        (4, 3, 1),
        (5, 0, 3),
    ]
    assert select(path, "SELECT seat, player FROM seats") == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_the_list_says_what_a_session_is(club):
    club.take(TABLET, 7, example(7), "port")
    (row,) = club.sessions()
    assert (row.id, row.tablet, row.number) == (session_of(7), TABLET.hex(), 7)
    assert (row.table_number, row.rules, row.state) == (3, "international", "complete")
    assert (row.records, row.started, row.fault) == (8, 13_700_000, "")
    assert (len(row.deals), [r.points for r in row.results]) == (5, [300, 1620])


def test_taking_the_same_again_changes_nothing(club, path):
    club.take(TABLET, 1, example(), "one")
    before = dump(path)
    assert club.take(TABLET, 1, example(), "another") == "known"
    assert dump(path) == before


def test_an_open_session_grows(club, path):
    for records in range(1, 9):
        outcome = club.take(TABLET, 1, example()[: records * SIZE], "port")
        assert outcome == ("new" if records == 1 else "extended")
        state = "complete" if records == 8 else "open"
        assert club.known(ONE) == Known(records, crc32(example()[: records * SIZE]), state)
    outcomes = [outcome for (outcome,) in select(path, "SELECT outcome FROM imports ORDER BY id")]
    assert outcomes == ["new"] + ["extended"] * 7


def test_a_pc_that_read_earlier_and_comes_later_takes_nothing_away(club, path):
    club.take(TABLET, 1, example(), "port")
    before = dump(path)
    assert club.take(TABLET, 1, example()[: 3 * SIZE], "port") == "known"
    assert dump(path) == before


def test_other_records_under_the_same_id_are_a_conflict(club, path):
    club.take(TABLET, 1, example(), "port")
    before = dump(path)
    other = raw(1, complete(played(("6N N =", "6N N ="))))
    for conflicting in (other, other[: 4 * SIZE], example()[:-1] + b"?", example()[SIZE:]):
        with pytest.raises(Conflict, match=f"{ONE}.*--db"):
            club.take(TABLET, 1, conflicting, "port")
    assert dump(path) == before


def test_nothing_is_not_a_session(club):
    with pytest.raises(UserError, match="no records"):
        club.take(TABLET, 1, b"", "port")
    assert club.sessions() == []


@pytest.mark.parametrize(
    ("records", "fault"),
    [
        (example(2), "record 0 does not verify"),
        (example()[:-1] + b"?", "record 7 does not verify"),
        (example()[:-5], "record 7 has 9 bytes"),
        (b"?", "record 0 has 1 bytes"),
        (b"\0" * SIZE * 3, "record 0 does not verify"),
        (raw(1, [(DEAL, 0, 1, 0)]), "one START event"),
        (raw(1, [(START, 0, 99 << 8, 0)]), "format 99"),
        (raw(1, [*played(), (DEAL, 0, 9, 0)]), "deal 9 where deal 6 belongs"),
        (raw(1, [*played(EXAMPLE[:1]), (77, 0, 0, 0)]), "newer firmware"),
    ],
)
def test_damaged_records_are_kept_as_they_came(club, path, records, fault):
    assert club.take(TABLET, 1, records, "port") == "damaged"
    assert club.take(TABLET, 1, records, "port") == "damaged"
    assert b"".join(r for (r,) in select(path, "SELECT raw FROM records")) == records
    assert club.known(ONE) == Known(len(records) // SIZE, crc32(records), "damaged")
    (row,) = club.sessions()
    assert fault in row.fault and row.results == []
    with pytest.raises(Damaged, match=fault):
        club.session(ONE)
    assert select(path, "SELECT COUNT(*) FROM imports") == [(1,)]


def test_a_torn_record_becomes_a_whole_one(club, path):
    assert club.take(TABLET, 1, example()[: 3 * SIZE + 5], "port") == "damaged"
    assert club.take(TABLET, 1, example()[: 3 * SIZE + 9], "port") == "damaged"
    assert club.take(TABLET, 1, example(), "port") == "extended"
    assert club.known(ONE) == Known(8, crc32(example()), "complete")
    assert club.session(ONE).session.sheet.totals == [300, 1620]


@settings(max_examples=60, deadline=None)
@given(records=st.binary(min_size=1, max_size=70), flips=st.integers(0, 8 * 112 - 1))
def test_whatever_bytes_come_are_kept_and_nothing_else_happens(tmp_path_factory, records, flips):
    flipped = bytearray(example(2))
    flipped[flips // 8] ^= 1 << flips % 8
    with Club(str(tmp_path_factory.mktemp("hostile") / "club.db")) as club:
        assert club.take(TABLET, 1, records, "port") == "damaged"
        assert club.take(TABLET, 2, bytes(flipped), "port") == "damaged"
        assert club.known(ONE) == Known(len(records) // SIZE, crc32(records), "damaged")
        assert club.known(session_of(2)) == Known(8, crc32(flipped), "damaged")


def test_players_of_the_roster_are_named_and_all_others_guests(club, path):
    insert = "INSERT INTO players (id, name, number) VALUES (?, ?, '')"
    change(path, insert, 1, "Zoë")
    change(path, insert, (1 << 32) - 1, "山田")
    seated = complete(played(players=(1, 2, (1 << 32) - 1)))
    club.take(TABLET, 1, raw(1, seated), "port")
    assert club.session(ONE).players == ("Zoë", None, "山田", None)


def test_void_deals_are_not_among_the_deals(club, path):
    club.take(TABLET, 1, raw(1, [*played(("4S N =", "pass")), (VOID, 0, 1, 0)]), "port")
    assert select(path, "SELECT number, deal FROM deals") == [(2, 0)]


# Finding a session


def test_an_id_may_be_cut_short_while_it_is_clear(club):
    for number in (1, 12, 3):
        club.take(TABLET, number, example(number), "port")
    club.take(b"\xaa", 1, raw_of_another_tablet(), "port")
    assert club.session(session_of(1)).id == session_of(1)  # although -12 begins so, too
    assert club.session(session_of(12)).id == session_of(12)
    assert club.session(session_of(3).upper()).id == session_of(3)
    with pytest.raises(UserError, match=r"several sessions begin with '02'.*-1, .*-12, .*-3"):
        club.session("02")


def raw_of_another_tablet() -> bytes:
    return b"\0" * SIZE


@pytest.mark.parametrize("given_id", ["", "x", "02005c0e9ad1-1", "%", "_", "*", "\n", "x" * 9999])
def test_an_unknown_id_is_refused(club, given_id):
    with pytest.raises(UserError, match="no sessions yet"):
        club.session(given_id)
    club.take(TABLET, 1, example(), "port")
    with pytest.raises(UserError, match="the club has no session '") as error:
        club.session(given_id)
    assert "\n" not in str(error.value)


def test_ids_that_are_near_are_named(club):
    club.take(TABLET, 1, example(), "port")
    with pytest.raises(UserError, match=f"there are {ONE}"):
        club.session("02005c0e9ad1-1")


# What follows from the records


def test_rebuild_makes_the_same_again(club, path):
    for number, events in enumerate([complete(played()), played(), stopped(played(EXAMPLE[:2]))]):
        club.take(TABLET, number, raw(number, events), "port")
    club.take(TABLET, 9, b"?" * SIZE, "port")
    before, exported = dump(path), export_of(club)
    spoil(path)
    assert export_of(club) == exported  # the truth is in the records
    assert club.rebuild() == Counter(complete=2, open=1, damaged=1)
    assert dump(path) == before
    assert export_of(club) == exported


def spoil(path: Path) -> None:
    """Makes what follows from the records wrong."""
    change(path, "UPDATE results SET points = 0")
    change(path, "DELETE FROM deals WHERE number = 2")
    change(path, "UPDATE sessions SET state = 'open', rules = '?', fault = '', crc = 1")


def export_of(club: Club) -> str:
    """All sessions that are not damaged, as bytes of an export."""
    return as_json([club.session(session_of(number)) for number in range(3)])


def test_rebuild_of_nothing(club):
    assert club.rebuild() == Counter()


def test_records_that_no_tablet_can_have_are_refused_by_name(club, path):
    change(path, "INSERT INTO records VALUES ('nonsense', 0, x'00')")
    with pytest.raises(UserError, match="'nonsense', which is no session's id"):
        club.rebuild()


def test_the_migrations_make_the_tables_of_the_schema(club, path):
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == VERSION
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


# What else a path or a URL may be


def test_a_file_may_be_named_by_path_or_by_url(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for where in ("a.db", "sqlite:///a.db", f"sqlite:///{tmp_path}/a.db", str(tmp_path / "a.db")):
        with Club(where) as club:
            assert club.take(TABLET, 1, example(), "p") == ("new" if where == "a.db" else "known")
    for odd in ("50%.db", "a b?c#d.db", "Zoë.db", ":memory:"):
        with Club(odd) as club:
            assert club.take(TABLET, 1, example(), "p") == "new"
        assert (tmp_path / odd).stat().st_size


def test_without_a_name_it_is_a_file_of_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "not" / "there" / "yet"))
    with Club() as club:
        assert club.take(TABLET, 1, example(), "port") == "new"
        assert Path(club.name).is_relative_to(tmp_path) and Path(club.name).is_file()
    with Club() as club:
        assert club.take(TABLET, 1, example(), "port") == "known"


def test_no_folder_for_a_file_of_the_users_own(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "name a database with --db" in refusal(None)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("", "has no name"),
        ("a\0b", "has no name"),
        ("no/such/folder/club.db", "no such folder"),
        ("x" * 5000, "too long"),
        (os.devnull, os.devnull),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite:club.db", "cannot be read"),
        ("sqlite:///club.db?speed=high", "parameters"),
        ("sqlite:///club.db?timeout=soon", "parameters"),
        ("oracel://scorer:secret@server/club", "no kind of database is called oracel"),
        ("x://scorer:secret@server/club", "no kind of database is called x"),
        ("mysql+cymysql://scorer:secret@server/club", "needs the Python package cymysql"),
        ("postgresql://scorer:sec@ret@server:port/club", "cannot be read"),
        ("postgresql://[scorer:secret@server/club", "postgresql"),
        ("://scorer:secret@server", "no such folder"),
    ],
)
def test_what_is_no_database_is_refused(tmp_path, monkeypatch, where, why):
    monkeypatch.chdir(tmp_path)
    message = refusal(where)
    assert why in message
    assert where.startswith(":") or "sec" not in message


def test_a_directory_is_no_database(tmp_path):
    assert "directory" in refusal(str(tmp_path))


def test_a_file_of_something_else_is_no_database(path):
    path.write_bytes(b"Dear club secretary,\n" * 100)
    assert "no database" in refusal(str(path))
    assert path.read_bytes() == b"Dear club secretary,\n" * 100


def test_an_empty_file_becomes_one(path):
    path.touch()
    Club(str(path)).close()
    assert select(path, f"SELECT version_num FROM {VERSION_TABLE}") == [(VERSION,)]


def test_a_database_of_another_program_is_left_alone(path):
    change(path, "CREATE TABLE notes (text)")
    before = dump(path)
    assert "another program" in refusal(str(path))
    change(path, "CREATE TABLE alembic_version (version_num)")
    assert "another program" in refusal(str(path))
    change(path, "DROP TABLE alembic_version")
    assert dump(path) == before


def test_a_database_of_a_newer_version_is_left_alone(club, path):
    change(path, f"UPDATE {VERSION_TABLE} SET version_num = '99'")
    before = dump(path)
    assert "newer scorepad made it (version 99" in refusal(str(path))
    assert dump(path) == before


def test_a_truncated_database_is_named(club, path):
    club.take(TABLET, 1, example(), "port")
    path.write_bytes(path.read_bytes()[:8192])
    assert f"database {path}: the file is damaged" in refusal(str(path))


def test_a_read_only_database_can_be_read(club, path):
    club.take(TABLET, 1, example(), "port")
    with Club(f"sqlite:///file:{path}?mode=ro&uri=true") as reader:
        assert reader.session(ONE).session.sheet.totals == [300, 1620]
        assert reader.take(TABLET, 1, example(), "port") == "known"
        with pytest.raises(UserError, match="read-only"):
            reader.take(TABLET, 2, example(2), "port")
        with pytest.raises(UserError, match="read-only"):
            reader.rebuild()


def test_a_read_only_database_cannot_be_made(path):
    assert "cannot be opened" in refusal(f"sqlite:///file:{path}?mode=ro&uri=true")
    path.touch()
    assert "read-only" in refusal(f"sqlite:///file:{path}?mode=ro&uri=true")


def test_a_locked_database_is_waited_for_and_then_named(path):
    with Club(str(path), IMPATIENT_S) as club:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert club.sessions() == []
        with pytest.raises(UserError, match="another program is writing"):
            club.take(TABLET, 1, example(), "port")
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UserError, match="another program is writing"):
            club.sessions()
        assert "another program is writing" in refusal(str(path))
        other.close()
        assert club.take(TABLET, 1, example(), "port") == "new"


# Several programs, and power cuts

PARTS = (1, 3, 8)
SESSIONS = 10


def take_all(path: str, start: Any) -> list[str]:
    """What one of several programs that begin at the same moment is told."""
    start.wait(60)
    with Club(path) as club:
        return [
            club.take(TABLET, number, example(number)[: records * SIZE], "port")
            for number in range(SESSIONS)
            for records in PARTS
        ]


def test_several_programs_take_the_same_sessions_at_once(path):
    programs = 3
    with SPAWN.Manager() as manager, SPAWN.Pool(programs) as pool:
        start = manager.Barrier(programs)
        told = pool.starmap(take_all, [(str(path), start)] * programs)
    counts = Counter(outcome for outcomes in told for outcome in outcomes)
    assert counts["new"] == SESSIONS
    assert counts["new"] + counts["extended"] == select(path, "SELECT COUNT(*) FROM imports")[0][0]
    with Club(str(path)) as club:
        for number in range(SESSIONS):
            assert club.known(session_of(number)) == Known(8, crc32(example(number)), "complete")


def take_and_die(path: Path, statement: int) -> None:
    """Extends the session, and is killed before the given statement or at the commit."""
    with Club(str(path)) as club:
        left = [statement]

        @event.listens_for(Engine, "before_cursor_execute")
        @event.listens_for(Engine, "commit")
        def count_down(*_: object) -> None:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        club.take(TABLET, 1, example(), "port")


def die_everywhere(paths: list[Path], ends: Any) -> None:
    """A process per path, each killed one statement later; sends how they ended."""
    for statement, path in enumerate(paths):
        child = os.fork()
        if not child:
            take_and_die(path, statement)
            os._exit(0)
        ends.put(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def test_a_kill_at_any_statement_leaves_the_session_as_it_was_or_whole(tmp_path):
    before = example()[: 3 * SIZE]
    paths = [tmp_path / f"{statement}.db" for statement in range(20)]
    for path in paths:
        with Club(str(path)) as club:
            club.take(TABLET, 1, before, "port")
    ends = SPAWN.Queue()
    forking = SPAWN.Process(target=die_everywhere, args=(paths, ends))
    forking.start()  # without the threads that this process may have
    ended = [ends.get(timeout=60) for _ in paths]
    forking.join()
    killed = ended.count(-signal.SIGKILL)
    assert 8 < killed < len(paths) and ended[killed:] == [0] * (len(paths) - killed)
    for statement, path in enumerate(paths):
        assert_whole(path, before if statement < killed else example())


def assert_whole(path: Path, records: bytes) -> None:
    """The database has these records, all that follows from them, and takes the rest."""
    with Club(str(path)) as club:
        state = "complete" if records == example() else "open"
        assert club.known(ONE) == Known(len(records) // SIZE, crc32(records), state)
        there = dump(path)
        club.rebuild()
        assert dump(path) == there
        assert club.take(TABLET, 1, example(), "port") in ("extended", "known")
        assert club.session(ONE).session.sheet.totals == [300, 1620]


TAKING = """
import sys
from club_sessions import TABLET, example
from scorepad.club.store import Club
with Club(sys.argv[1]) as club:
    for number in range(100_000):
        club.take(TABLET, number, example(number), "port")
        print(number, flush=True)
"""


@pytest.mark.parametrize("told", [0, 1, 3, 10])
def test_a_kill_at_any_moment_loses_nothing_that_was_told(path, told):
    command = [sys.executable, "-c", TAKING, str(path)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=here) as taking:
        assert taking.stdout
        for _ in range(told):
            taking.stdout.readline()
        taking.kill()
        more = taking.stdout.read().split()
    with Club(str(path)) as club:
        there = {row.number for row in club.sessions()}
        assert set(range(told + len(more))) <= there and len(there) <= told + len(more) + 1
        for number in there:
            assert club.known(session_of(number)) == Known(8, crc32(example(number)), "complete")
