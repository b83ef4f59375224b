"""Which sessions suit which format, said by name, and how the command treats them."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from firmware.scoring.rules import NAMES
from scorepad import cli
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.exports.formats import FORMATS, exported, unfit
from support.club.club_sessions import TABLET, example, played, raw, session_of, take_all
from support.club.exported import GAMES, club_session, club_sessions
from support.commands import refused, scorepad

pytestmark = pytest.mark.slow

SUITED = {
    **dict.fromkeys(("json", "html", "pdf", "csv"), NAMES),
    "pbn": tuple(name for name in NAMES if name != "pirate"),
    "usebio": ("duplicate",),
    "bridgewebs": ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server"),
}
BY_LINES = ("csv", "pbn", "usebio", "bridgewebs")
SEVERAL = ("rubber", "duplicate", "pirate", *("duplicate",) * 4)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_session_suits_or_there_is_a_reason(kind):
    sessions = club_sessions()
    fitting = [one for one in sessions if not unfit(kind, one)]
    assert tuple(one.session.rules for one in fitting) == SUITED[kind]
    assert exported(kind, fitting[: 1 if kind == "pdf" else None])


@pytest.mark.parametrize("kind", BY_LINES)
def test_a_name_with_a_line_break_is_refused(kind):
    for name in ("a\nb", "a\r", "\x1b[31m", "a\u2028b", "\x85", "\x00"):
        session = club_session(GAMES[SUITED[kind][0]], (None, name, None, None))
        assert "'" in (why := unfit(kind, session)) and why.isprintable()


@pytest.mark.parametrize("kind", ["usebio", "bridgewebs", "pdf"])
def test_nothing_is_no_file(kind):
    with pytest.raises(UserError, match=kind):
        exported(kind, [])


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with sessions of three rule sets and a damaged one, which nobody changes."""
    where = tmp_path_factory.mktemp("formats") / "club.db"
    take_all(str(where), {number: GAMES[rules] for number, rules in enumerate(SEVERAL, 1)})
    with Club(str(where)) as club:
        club.take(TABLET, 9, example(9)[:-1] + b"?", "port")
    return where


@pytest.mark.parametrize("kind", ["json", *BY_LINES])
def test_export_of_all_names_what_it_leaves_out(path, tmp_path, capsys, kind):
    file = tmp_path / "export"
    command = ["club", "export", "--all", "--format", kind, "--output", str(file)]
    assert cli.main([*command, "--db", str(path)]) == 0
    left_out = [n for n, rules in enumerate(SEVERAL, 1) if rules not in SUITED[kind]]
    damaged, *unfitting = capsys.readouterr().err.splitlines()
    assert damaged.startswith(f"left out: session {session_of(9)} is damaged")
    names = ", ".join(f"{session_of(n)} ({SEVERAL[n - 1]})" for n in left_out[:3])
    names += f" and {len(left_out) - 3} more" * (len(left_out) > 3)
    assert [line.partition(" not suit ")[0] for line in unfitting] == [
        f"left out: session{'s' * (len(left_out) > 1)} {names} do{'es' * (len(left_out) == 1)}"
    ] * bool(left_out)
    assert file.stat().st_size


def test_a_session_that_is_asked_for_is_never_left_out(path):
    ids = [session_of(n) for n in range(1, len(SEVERAL) + 1)]
    assert "pbn" in refused(scorepad("club", "export", *ids, "--format", "pbn", "--db", path))
    for kind, number in (("pbn", 3), ("usebio", 1), ("bridgewebs", 2)):
        asked = scorepad("club", "export", session_of(number), "--format", kind, "--db", path)
        assert f"{session_of(number)} ({SEVERAL[number - 1]}) " in refused(asked)


def test_a_name_that_got_into_the_database_somehow_leaves_its_session_out(path, tmp_path, capsys):
    path = shutil.copy(path, tmp_path / "club.db")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "INSERT INTO players (id, name, number) VALUES (1, 'a' || char(10), '')"
        )
    connection.close()
    with Club(str(path)) as club:
        club.take(TABLET, 8, raw(8, played(players=(1,))), "port")
    assert cli.main(["club", "export", "--all", "--format", "csv", "--db", str(path)]) == 0
    captured = capsys.readouterr()
    assert r"'a\n'" in captured.err and session_of(8) not in captured.out
