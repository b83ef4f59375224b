"""`scorepad club import`: each session of a file is in the club once, as by a sync, or named."""

import copy
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from firmware.storage import record
from scorepad import exports
from scorepad.cli import main
from scorepad.club.records.remarks import remarks
from scorepad.club.records.store import Club
from scorepad.tablet import saved_file
from support.club.club_sessions import TABLET, played, raw
from support.databases import select
from support.depth import TORTURE, full
from support.link.accidents import UNDECIDED
from support.link.local import impostor
from support.link.ptys import script
from support.link.syncing import LIAR, b64, listed, log, speaks
from support.tablet.saved import content, saved, session

pytestmark = pytest.mark.slow

ID = f"{LIAR.hex()}-1"
WHOLE = log()
PART = WHOLE[: -2 * record.SIZE]  # without its last deal and its end
RAW = "SELECT sequence, raw FROM records ORDER BY session, sequence"
SCHEMA = json.loads(
    Path(exports.__file__).with_name("schemas").joinpath("sync.schema.json").read_text()
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def db(database: str) -> Path:
    return Path(database)


@pytest.fixture
def run(db: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `scorepad club` with this database: exit status, output, messages."""

    def club(*words: object) -> tuple[int, str, str]:
        status = main(["club", *map(str, words), "--db", str(db)])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return club


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    count = iter(range(100))

    def save(*sessions: dict[str, Any], **other: Any) -> Path:
        return saved(tmp_path / f"saved-{next(count)}.json", content(sessions, **other))

    return save


def counts(run: Run, *files: Path) -> tuple[int, ...]:
    """New, extended, known, open and refused."""
    done, out, err = run("import", *files, "--json")
    assert done == 0, err
    said = json.loads(out)
    Draft202012Validator(SCHEMA).validate(said)
    return tuple(said["all"].values())


def kept(db: Path) -> bytes:
    return b"".join(raw for _, raw in select(db, RAW))


def test_a_file_is_taken_once_and_said_as_a_sync_says_it(run: Run, file: Any, db: Path) -> None:
    path = file(session(1, WHOLE))
    status, out, err = run("import", path)
    assert (status, err) == (0, "")
    counted = "1 new, 0 extended, 0 already known, 0 still open, 0 refused"
    assert out.splitlines() == [
        f"{path}: tablet {LIAR.hex()}, table 0: {counted}",
        f"In all: {counted}",
    ]
    assert counts(run, path) == (0, 0, 1, 0, 0)
    assert counts(run, path, path) == (0, 0, 1, 0, 0)
    assert kept(db) == WHOLE
    (taken,) = select(db, "SELECT port, session, outcome FROM imports")
    assert taken == (str(path), ID, "new")


def test_a_session_of_several_pages_is_whole(run: Run, file: Any, db: Path) -> None:
    long = raw(1, played(UNDECIDED, "rubber"))
    assert len(long) > record.PER_PAGE * record.SIZE
    path = file(session(1, long, TABLET), tablet=TABLET.hex())
    assert counts(run, path) == (0, 0, 0, 1, 0)
    assert kept(db) == long


def test_an_open_session_goes_on_whichever_way_it_comes(run, file, db, capsys):
    """First a file, then the tablet itself; then older files."""
    part, whole = file(session(1, PART)), file(session(1, WHOLE))
    assert counts(run, part) == (0, 0, 0, 1, 0)
    with impostor(script(speaks({}))) as port:
        assert main(["sync", port, "--db", str(db)]) == 0
    capsys.readouterr()
    assert kept(db) == WHOLE
    for _ in range(2):
        assert counts(run, part) == (0, 0, 1, 0, 0)  # the club knows how it went on
        assert counts(run, whole) == (0, 0, 1, 0, 0)
    assert kept(db) == WHOLE
    assert len(select(db, "SELECT id FROM imports")) == 2


def test_an_older_file_forgets_no_doubt(run: Run, file: Any, db: Path) -> None:
    """What the tablet says otherwise of the session as it is stays in the lists."""
    doubted = file(session(1, WHOLE, total="NS=1 EW=0"))
    status, _, err = run("import", doubted)
    assert status == 1
    assert f"session {ID}: " in err
    run("import", file(session(1, PART)))
    with Club(str(db)) as club:
        assert "NS=1 EW=0" in club.read(remarks)[ID]


def test_what_the_club_has_decided_is_not_brought_to_a_file(run: Run, file: Any) -> None:
    path = file(session(1, PART))
    run("import", path)
    assert run("correct", ID, "1", "4S N +1")[0] == 0
    status, _, err = run("import", path)
    assert (status, f"session {ID}: " in err) == (0, True)


def test_a_session_that_is_wrong_is_named_and_the_others_come(run, file, db):
    wrong = session(1, WHOLE, total="NS=9 EW=9")
    status, out, err = run("import", file(wrong, session(2, log(number=2))))
    assert (status, err.count("\n")) == (1, 1)
    assert f"session {ID}: " in err and "NS=9 EW=9" in err
    assert "1 new" in out
    assert kept(db).endswith(log(number=2))


# ---- what is no such file


def without(name: str) -> Any:
    made = content([session(1, WHOLE)])
    del made[name]
    return made


def of_session(**other: Any) -> Any:
    return content([session(1, WHOLE, **other)])


TWICE = [session(1, WHOLE), session(1, WHOLE)]
HOSTILE: dict[str, tuple[Any, str]] = {
    "nothing": (b"", ":1: "), "half": (json.dumps(of_session()).encode()[:100], ":1: "),
    "no UTF-8": (b'{"scorepad": "\xff"}', ": "), "deep": (b"[" * 200_000, ": "),
    "a number without end": (b"9" * 10_000, ": "), "a list": (b"[1]", ": "),
    "another kind": (b'{"scorepad": "movement"}', ": "),
    "too long": (b" " * (saved_file.LARGEST + 1), ": "),
    "no tablet": (without("tablet"), ": "),
    "a tablet like a path": (content([], tablet="../../x"), ": "),
    "a long id": (content([], tablet="ab" * 17), ": "),
    "a line break in the id": (content([], tablet="ab\n"), ": "),
    "too many sessions": (content([{}] * 4097), ": "),
    "sessions of text": (content(["x"]), ": sessions[0]: "),
    "an empty session": (content([{}]), ": sessions[0]: "),
    "true for a number": (content([{**session(1, WHOLE), "number": True}]), ": sessions[0]: "),
    "session 0": (content([session(0, WHOLE)]), ": sessions[0]: "),
    "a session twice": (content(TWICE), ": sessions[1]: "),
    "escapes in a total": (of_session(total="\x1b[2J"), ": sessions[0]: "),
    "a total without end": (of_session(total="9" * 201), ": sessions[0]: "),
    "no base64": (of_session(records="AAA"), ": sessions[0]: "),
    "no records": (of_session(records=""), ": sessions[0]: "),
    "half a record": (of_session(records="AAAA"), ": sessions[0]: "),
    "records without end": (of_session(records=b64(WHOLE * 300)), ": sessions[0]: "),
    "records of numbers": (of_session(records=[1]), ": sessions[0]: "),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_such_file_is_refused_in_a_line_and_nothing_is_done(
    name: str, run: Run, file: Any, tmp_path: Path, db: Path
) -> None:
    what, why = HOSTILE[name]
    db.unlink()
    bad = tmp_path / "bad.json"
    bad.write_bytes(what if isinstance(what, bytes) else json.dumps(what).encode())
    status, out, err = run("import", file(session(1, WHOLE)), bad)
    assert (status, out) == (2, "")
    assert err.startswith(f"{bad}{why}")
    assert len(err.splitlines()) == 1 and err[:-1].isprintable()
    assert not db.exists()


def test_a_file_that_cannot_be_read_is_said(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        status, _, err = run("import", path)
        assert status == 2
        assert err.startswith(f"{path}: cannot be read (")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_file_may_be_called_anything(run: Run, file: Any, tmp_path: Path, db: Path) -> None:
    strange = os.path.join(os.fsencode(tmp_path), b"a\n\x1b[2J\xff.json")
    os.rename(file(session(1, WHOLE, total="NS=1 EW=0")), strange)
    status, out, err = run("import", os.fsdecode(strange))
    assert status == 1
    assert all(line.isprintable() for line in (*out.splitlines(), *err.splitlines()))
    assert kept(db) == WHOLE


def bent(chance: random.Random, what: Any) -> Any:
    """The same with one thing in it another."""
    others = (None, "", -1, 2**64, 1.5, True, [], {}, "\x00", "A" * 300, [[]], float("nan"))
    made = copy.deepcopy(what)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            places.append((node, key))
            if isinstance(value, (dict, list)):
                walk(value)

    walk(made)
    node, key = chance.choice(places)
    node[key] = chance.choice(others)
    return made


@full
def test_anything_in_it_may_be_something_else(run: Run, tmp_path: Path, db: Path) -> None:
    """It is refused, or named, or known; never more than a line each, and nothing comes of it."""
    whole = content([session(1, WHOLE), session(2, log(number=2))])
    run("import", saved(tmp_path / "whole.json", whole))
    there, statuses = kept(db), set()
    for seed in range(5000 if TORTURE else 100):
        bad = saved(tmp_path / "bad.json", bent(random.Random(seed), whole))
        status, out, err = run("import", bad)
        assert all(line.isprintable() for line in (*out.splitlines(), *err.splitlines())), seed
        assert "Traceback" not in err
        assert all(line.startswith(str(bad)) for line in err.splitlines()), seed
        assert kept(db) == there, seed
        statuses.add(status)
    assert statuses == {0, 1, 2}


def test_a_file_is_what_a_sync_of_such_a_tablet_brings(run, file, db, tmp_path):
    """The same rows, but for the port, and when."""
    bent = log(number=2)[:25] + b"\x55" + log(number=2)[26:]
    sessions = [session(1, WHOLE), session(2, bent)]
    lines = f"ok {listed(WHOLE)} {listed(bent, 2, 'd')}"
    answers = speaks({"list 0": lines, "read 2 0": f"ok {b64(bent)}"})
    other = tmp_path / "synced.db"
    with impostor(script(answers)) as port:
        assert main(["sync", port, "--db", str(other)]) == 1
    assert run("import", file(*sessions))[0] == 1
    for table, but in (("records", ""), ("sessions", ""), ("imports", "port taken")):
        assert rows(db, table, but) == rows(other, table, but), table


def rows(db: Path, table: str, but: str) -> list[Any]:
    names = [row[1] for row in select(db, f"PRAGMA table_info({table})")]
    wanted = ", ".join(name for name in names if name not in but.split())
    return sorted(select(db, f"SELECT {wanted} FROM {table}"), key=repr)
