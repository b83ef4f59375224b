"""A database of an older version is upgraded with all that is in it, or stays as it is."""

from collections import Counter

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from scorepad.club.database.schema import Base
from scorepad.club.database.today import VERSION, VERSION_TABLE
from scorepad.club.decisions.adding import Signature
from scorepad.club.records.backup import restore
from scorepad.club.records.store import Club
from scorepad.club.undoing import undo
from scorepad.errors import UserError
from scorepad.exports.sessions import as_json
from scorepad.movement.model import Meeting
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.club.planned import begun, planned, round_begins
from support.databases import change, connected, dump, select, upgraded_to

SESSIONS = {
    1: raw(1, complete(played(players=(7, 0, 99)))),
    2: raw(2, played(EXAMPLE[:2], begun=0)),
    3: example(3)[:-1] + b"?",
}
WHEN = "2026-11-20 20:00:00.000000"

pytestmark = [pytest.mark.slow, pytest.mark.each_database]


@pytest.fixture
def database(no_database: str) -> str:
    """Where an old one is made."""
    return no_database


@pytest.fixture
def old(database: str) -> str:
    make(database)
    return database


def make(database: str) -> None:
    """Sessions of each state, a player, and the imports, as version 12 has them."""
    upgraded_to("12", database)
    change(database, "INSERT INTO players (id, name, number) VALUES (7, 'Zoë', 'NZ 12')")
    for number, records in SESSIONS.items():
        write(database, number, records)
        change(
            database,
            "INSERT INTO imports (taken, port, session, outcome) VALUES (?, 'port', ?, 'new')",
            *(WHEN, session_of(number)),
        )
    change(
        database,
        "INSERT INTO sessions VALUES (?, ?, 1, 3, ?, 'complete', 8, 1, 1, '', 0, '', ?, ?, 0)",
        *(session_of(1), TABLET.hex(), "international", None, False),
    )
    change(database, "INSERT INTO seats VALUES (?, 0, 7, 0)", session_of(1))
    change(database, "INSERT INTO rankings VALUES (7, 1, 5036, 1)")


def write(database: str, number: int, records: bytes) -> None:
    """The records of a session, behind the club's back."""
    rows = [
        (session_of(number), at // 14, records[at : at + 14]) for at in range(0, len(records), 14)
    ]
    values = [value for row in rows for value in row]
    change(database, "INSERT INTO records VALUES " + ", ".join(["(?, ?, ?)"] * len(rows)), *values)


def exported(club: Club) -> str:
    return as_json([club.session(session_of(number)) for number in (1, 2)])


def test_all_that_was_there_is_there(old, another):
    before = {table: select(old, f"SELECT * FROM {table}") for table in ("records", "imports")}
    with Club(old) as club, Club(another) as new:
        for number, records in SESSIONS.items():
            new.take(TABLET, number, records, "port")
        insert = "INSERT INTO players (id, name, number) VALUES (?, ?, ?)"
        change(another, insert, 7, "Zoë", "NZ 12")
        assert exported(club) == exported(new)
        for table in ("players", "sessions", "seats", "settlements", "rankings"):
            every = f"SELECT * FROM {table} ORDER BY 1, 2"
            assert select(old, every) == select(another, every)
        assert {table: select(old, f"SELECT * FROM {table}") for table in before} == before
        assert select(old, f"SELECT version_num FROM {VERSION_TABLE}") == [(VERSION,)]
        assert (7, 7) in select(old, "SELECT entered, player FROM seats")
        assert club.take(TABLET, 4, example(4), "port") == "new"


def test_an_old_backup_comes_back(another, tmp_path):
    file = tmp_path / "copy.db"
    make(str(file))
    kept = file.read_bytes()
    with Club(another) as club:
        assert restore(club, str(file)) == (1, Counter(complete=1, open=1, damaged=1))
        assert club.session(session_of(1)).players == ("Zoë", None, None, None)
    assert file.read_bytes() == kept


def test_an_upgrade_that_cannot_be_done_leaves_the_old_version(old):
    change(old, "INSERT INTO records VALUES ('nonsense', 0, ?)", b"?")
    before = dump(old)
    with pytest.raises(UserError, match="'nonsense', which is no session's id"):
        Club(old)
    assert dump(old) == before


def tables(where: str) -> set[str]:
    """Return all columns, keys and indexes of a database."""
    with connected(where) as connection:
        look = inspect(connection)
        kinds = (
            look.get_multi_pk_constraint().items(),
            *(part().items() for part in (look.get_multi_columns, look.get_multi_indexes)),
            look.get_multi_foreign_keys().items(),
        )
        return {
            f"{name} {sorted(one.items())}"
            for kind in kinds
            for (_, name), found in kind
            for one in (found if isinstance(found, list) else [found])
        }


def test_a_new_database_has_the_tables_to_which_an_old_one_is_upgraded(old, another):
    for where in (old, another):
        Club(where).close()
    assert tables(old) == tables(another) != set()
    with connected(another) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == VERSION
        assert compare_metadata(context, Base.metadata) == []


def test_decisions_of_an_old_version_are_kept(database):
    upgraded_to("12", database)
    for row in (
        "stakes VALUES (1, ?, '', '2026-11-20', 25)",
        f"reseatings VALUES (1, ?, '{session_of(1)}', 0, 5, 'wrong')",
    ):
        change(database, f"INSERT INTO {row}", WHEN)
    before = select(database, "SELECT * FROM stakes")
    write(database, 1, SESSIONS[1])
    with Club(database) as club:
        (session,) = club.sessions()
        assert (session.played, session.totals) == (5, {"NS": 300, "EW": 1620})
        assert (0, 7, 5) in select(database, "SELECT seat, entered, player FROM seats")
        club.write(lambda rows: undo(rows, "seat-1", Signature("Carla")))
    assert (0, 7, 7) in select(database, "SELECT seat, entered, player FROM seats")
    assert select(database, "SELECT * FROM stakes") == before


def test_an_event_keeps_its_sessions(database):
    upgraded_to("12", database)
    change(
        database,
        "INSERT INTO events VALUES (1, ?, 'Tuesday', '2026-01-17', 'matchpoints', ?, '', '', 1)",
        *(WHEN, True),
    )
    change(database, "INSERT INTO event_plans VALUES (1, ?, 1, '', '')", WHEN)
    plan = "INSERT INTO event_sections VALUES (1, 0, 'mitchell', 'Mitchell', ?)"
    change(database, plan, False)
    change(database, "INSERT INTO event_meetings VALUES (1, 1, 1, 0, 1, 2, '1 2')")
    records = raw(1, [*begun(1, 1), round_begins(Meeting(1, 1, 1, 2, (1, 2)))])
    with Club(database) as club:
        club.take(TABLET, 1, records, "port")
        event = club.session(session_of(1)).event
        assert event and (event.id, event.number, event.name) == (1, 1, "Tuesday")
        assert planned(club, name="Friday").number > 1 << 16
