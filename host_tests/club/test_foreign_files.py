"""A database that comes from anywhere: nothing in it runs, and no command ends in a traceback."""

import contextlib
import json
import random
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli import main
from scorepad.club.database import checking
from scorepad.club.database.opening import Absent
from scorepad.club.database.tables import TRUTH, list_tables
from scorepad.club.records.backup import backup, restore
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import Text
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.club.planned import session, tuesday
from support.databases import change, filled_by, select
from support.depth import FULL, SEED, sampled, some

pytestmark = pytest.mark.slow

RUBBER = session_of(1)
COMMANDS = [
    *(["club", "players", "add", name] for name in ("Zed", "Zet")),
    *(["club", *words.split()] for words in (
        f"players merge Zed Zet|seat {RUBBER} E Hugo|stake 0.5 --default|rules set Home chicago|"
        f"settings set --name=Harbour|replace {session_of(4)}|penalty 1 10% --event Tuesday|"
        f"void {session(3)} 4|swap {session(3)}|adjust {session(2)} 2 A+ A-|undo 5|"
        "release --event Tuesday|token new x|knockout draw Cup pairs.csv --seed 7"
    ).split("|")),
    ["event", "leave", "Tuesday", "6", "--round", "3"],
]  # fmt: skip
WHEN = "2026-11-20T20:00:00.000000+00:00"
READING = [
    words.split()
    for words in (
        f"club list|club show {RUBBER}|club show {session(1)}|club export --all --format json|"
        "club ranking|club duplicate --event Tuesday --travellers --doubts|club season|"
        "club players|club decisions|club released|club replacements|club ledger|"
        "club knockout show Cup|club rules list|club settings|club token list|"
        "event show Tuesday|club rebuild"
    ).split("|")
]
WRONG: dict[str, list[Any]] = {
    "INTEGER": ["one", 1 << 31, 1.5, b"1"],
    "BIGINT": ["one", 1e30, 1.5, b"1"],
    "FLAG": ["yes", 2, 0.5, b"1"],
    "BLOB": ["raw", 1, 1.5],
    "TEXT": [b"\xff", "a\0b", memoryview(b"x")],
    "INSTANT": ["soon", 1, b"now", "2026-02-31T20:00:00.000000+00:00", "2026-11-20"],
    "VARCHAR(10)": ["2026-02-31", "soon", b"x", "0000-01-01", "2026-11-20\0"],
}
CODES = [b"x", "é", "x" * 49, "a\0b"]


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder in which the commands run."""
    monkeypatch.chdir(tmp_path)


def make(where: str) -> None:
    """Fill nearly every table."""
    Club(where).close()
    tuesday(where)
    Path("pairs.csv").write_text("player,partner\nAnn,Bob\nCleo,Dan\nEva,Finn\n")
    with Club(where) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(1, 2, 3, 4)))), "one")
        club.take(TABLET, 3, raw(3, played(EXAMPLE[:2])), "two")
        club.take(TABLET, 4, example(4)[:-1] + b"?", "three")
    for words in COMMANDS:
        assert main([*words, "--db", where]) == 0, words
    with Club(where) as club:
        club.take(TABLET, 4, example(4), "three")
    sent = "INSERT INTO event_sends VALUES (1, ?, 1, '02005c0e9a01', 1, 77)"
    change(where, sent, WHEN)
    total = f"INSERT INTO tablet_totals VALUES (1, ?, '{RUBBER}', 77, 'NS=300 EW=20', 1)"
    change(where, total, WHEN)


file = filled_by(make)


def refused(file: str) -> str:
    """Return why a file is not restored, and nothing was made."""
    with Club("new.db", absent=Absent.LATER) as new, pytest.raises(UserError) as why:
        restore(new, file)
    assert not Path("new.db").exists()
    return str(why.value)


def cases() -> Iterator[tuple[str, str, Any]]:
    """Yield each column of the truth with each value of a wrong type."""
    for table in (*TRUTH, "secrets"):
        for column in list_tables()[table]:
            wrong = WRONG.get(column.type, CODES)
            yield from ((table, column.name, value) for value in wrong)


def status(words: Iterable[str], file: str) -> int:
    """Return how a command ends; it never ends in a traceback."""
    return main([*words, "--db", file])


@sampled
def test_a_value_of_a_wrong_type_is_named(file: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as rows:
        for table, column, value in some(cases(), 1 if FULL else 3):
            one = f"rowid = (SELECT min(rowid) FROM {table})"
            had = rows.execute(f'SELECT "{column}" FROM {table} WHERE {one}').fetchone()
            put = f'UPDATE {table} SET "{column}" = ? WHERE {one}'
            with contextlib.suppress(sqlite3.IntegrityError):  # an id is a number in any file
                rows.execute(put, [value])
                if had:
                    with pytest.raises(UserError) as why:
                        checking.check_values(Path(file), file)
                    assert f"column {column}: " in str(why.value), (table, value)
                    back = f'UPDATE {table} SET "{column}" = ? WHERE "{column}" IS ?'
                    rows.execute(back, [*had, value])
    checking.check_values(Path(file), file)


@pytest.mark.parametrize("number", [0, 2147483000])
def test_decisions_have_numbers_after_which_there_is_room(file: str, number: int) -> None:
    change(file, "UPDATE decisions SET number = ? WHERE number = 1", number)
    assert "its decisions have numbers" in refused(file)


@pytest.mark.parametrize("value", ["one", b"1"])
def test_it_comes_into_no_club_and_no_backup_and_no_traceback(file: str, value: Any) -> None:
    change(file, "UPDATE decisions SET made = ? WHERE kind = 'stake'", value)
    assert "column made: " in refused(file)
    with Club(file) as club, pytest.raises(UserError, match="column made"):
        backup(club, "copy.db")
    assert not Path("copy.db").exists()
    assert status(["club", "ledger"], file) == 2


WRITABLE = "PRAGMA writable_schema = ON"
ADD = f"{WRITABLE}; INSERT INTO sqlite_schema VALUES"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"


@pytest.mark.parametrize(
    "strange",
    [
        f"DROP TABLE versions; CREATE VIEW versions(subject, version) AS {ENDLESS}",
        f"CREATE VIEW other AS {ENDLESS}",
        "CREATE TRIGGER other AFTER INSERT ON players BEGIN DELETE FROM players; END",
        "CREATE TABLE other (id INTEGER)",
        "CREATE INDEX ix_players_name ON players (abs(id))",
        "CREATE INDEX ix_players_name ON players (name) WHERE id > 1",
        f"{ADD} ('table', 'other', 'other', 0, 'CREATE VIRTUAL TABLE other USING none(x)')",
        f"{ADD} ('trigger', 'sqlite_stat1', 'players', 0, 'CREATE TRIGGER sqlite_stat1 "
        "AFTER INSERT ON players BEGIN DELETE FROM players; END')",
        "ALTER TABLE players ADD COLUMN other TEXT",
        "ALTER TABLE players ADD COLUMN other TEXT AS (name)",
        "ALTER TABLE players RENAME area TO other",
        "DROP TABLE versions; CREATE TABLE versions (subject INTEGER, version)",
        f"{WRITABLE}; UPDATE sqlite_schema SET sql ="
        " replace(sql, 'area TEXT', 'area TEXT CHECK (abs(id))') WHERE name = 'players'",
    ],
)
def test_nothing_that_scorepad_does_not_make_is_in_a_file(file: str, strange: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(strange)
    assert "take a file that Scorepad has written" in refused(file)


ADDED = (
    "CREATE VIEW report AS SELECT name FROM players; CREATE INDEX mine ON players (lower(name)); "
    "CREATE TABLE other (x FLOAT); INSERT INTO other VALUES (1.5); CREATE TRIGGER counted AFTER "
    "INSERT ON players BEGIN UPDATE other SET x = x + 1; END"
)


def test_a_clubs_own_database_may_have_what_somebody_has_added(file: str) -> None:
    added = f"{ADDED}; ALTER TABLE players ADD COLUMN shoes FLOAT; UPDATE players SET shoes = 9.5"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(added)
    assert status(["club", "players", "add", "Zoë"], file) == 0
    with Club(file) as club:
        backup(club, "copy.db")
    with Club("new.db") as new:
        assert restore(new, "copy.db").players == select(file, "SELECT count(*) FROM report")[0][0]
    assert select(file, "SELECT x FROM other") == [(2.5,)]


def test_swapped_pages_come_into_no_club(file: str) -> None:
    tables = "'decisions', 'imports', 'players'"
    roots = f"SELECT rootpage FROM sqlite_schema WHERE name IN ({tables})"
    first, second, third = (page for (page,) in select(file, roots))
    whole, size = Path(file).read_bytes(), select(file, "PRAGMA page_size")[0][0]
    for one, other in ((first, second), (second, third)):
        pages = [whole[at : at + size] for at in range(0, len(whole), size)]
        pages[one - 1], pages[other - 1] = pages[other - 1], pages[one - 1]
        Path("swapped.db").write_bytes(b"".join(pages))
        assert refused("swapped.db").startswith("database swapped.db: ")


def survives(file: str, reading: list[list[str]]) -> None:
    """Restore a file, and read what has come in; each command does it, or says why not."""
    Path("new.db").unlink(missing_ok=True)
    if status(["club", "restore", file], "new.db") == 0:
        assert {status(words, "new.db") for words in reading} <= {0, 2}
    assert {status(words, file) for words in reading} <= {0, 2}


@sampled
def test_flipped_bytes_end_no_command_in_a_traceback(file: str) -> None:
    whole, draw = Path(file).read_bytes(), random.Random(SEED)
    for _ in range(30 if FULL else 4):
        raw = bytearray(whole)
        for at in draw.choices(range(100, len(raw)), k=20):
            raw[at] ^= 1 << draw.randrange(8)
        Path("flipped.db").write_bytes(raw)
        survives("flipped.db", draw.sample(READING, 3))


ODD_BODIES = (
    ('": "', r'": "\ud800'), ('": "', r'": "\u001b{x}'), ('": "', '": 7, "also": "'), ("{", "[{"),
    ("2026-", "2026"), ('"rating": ', '"rating": 99999999999999999999'),
    ('": 1', '": -1'), ('": 1', '": 1e999'), ('": 1', '": 9223372036854775807'),
    ('"pairs": [', '"pairs": [null, '), ('"players": [', '"players": [[1], '),
)  # fmt: skip
ODD = (
    *("players SET id = -id", "records SET raw = x''", "decisions SET kind = 'x'"),
    *("decisions SET body = '{}'", "decisions SET body = '[]'"),
    *(f"decisions SET body = replace(body, '{was}', '{odd}')" for was, odd in ODD_BODIES),
    *(f"decisions SET subject = '{odd}'" for odd in ("x", "event:5", "session:x")),
    *(f"decisions SET body = replace(body, '1 1 1', '{odd} 1 1')" for odd in (1 << 31, "x")),
)


@sampled
def test_rows_that_contradict_each_other_end_no_command_in_a_traceback(file: str) -> None:
    whole = Path(file).read_bytes()
    reading = READING if FULL else random.Random(SEED).sample(READING, 4)
    for odd in some(ODD, 1 if FULL else 4):
        Path("odd.db").write_bytes(whole)
        change("odd.db", f"UPDATE {odd}")
        survives("odd.db", reading)


@pytest.mark.parametrize("where", ["_go_on", "_is_text"])
def test_ctrl_c_is_heard_while_a_file_is_checked(
    file: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> int:
        signal.raise_signal(signal.SIGINT)
        return 0

    monkeypatch.setattr(checking, "_HEARD", 1)
    monkeypatch.setattr(checking, where, press)
    with pytest.raises(KeyboardInterrupt):
        checking.check_values(Path(file), file)


def test_others_write_to_the_club_while_a_file_is_checked(file: str) -> None:
    Club("new.db").close()
    stages = list[Text]()

    def watch(each: Iterable[Any], number: int, what: Text) -> Iterator[Any]:
        if not stages:
            with closing(sqlite3.connect("new.db", timeout=0)) as other:
                other.execute("BEGIN IMMEDIATE")
        stages.append(what)
        yield from each

    with Club("new.db") as club:
        restore(club, file, steps=watch)
    assert stages[0] == checking._CHECKING


def test_only_its_owner_can_read_a_new_club_and_a_backup(file: str) -> None:
    with Club("club.db") as club, Club(file) as full:
        backup(full, "copy.db")
        assert club.name.endswith("club.db")
    modes = [Path(name).stat().st_mode & 0o777 for name in ("club.db", "copy.db")]
    assert modes == [0o600] * 2
    Path("club.db").chmod(0o660)  # which people share on purpose
    Club("club.db").close()
    assert Path("club.db").stat().st_mode & 0o777 == 0o660


def test_rows_that_lead_in_a_circle_end(file: str) -> None:
    itself = "UPDATE decisions SET body = '{0}' WHERE kind = '{1}'"
    change(file, itself.format('{"player": 8, "same_as": 8}', "merge players"))
    assert status(["club", "rebuild"], file) == 0
    ((number, about),) = select(file, "SELECT number, subject FROM decisions WHERE kind = 'undo'")
    body = json.dumps({"number": number, "about": about})
    change(file, itself.format(body, "undo"))
    assert status(["club", "undo", str(number)], file) == 0
    assert status(["club", "decisions"], file) == 0
