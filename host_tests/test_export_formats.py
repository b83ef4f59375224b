"""Which sessions suit which format, said by name, and how the command treats them."""

import sqlite3
from pathlib import Path

import pytest
from club_sessions import TABLET, example, played, raw, session_of
from commands import refused, scorepad
from exported import GAMES, evening, evenings

from firmware.scoring.rules import NAMES
from scorepad import cli
from scorepad.club.bridgewebs import RULES
from scorepad.club.formats import FORMATS, check, exported
from scorepad.club.store import Club
from scorepad.errors import UserError

SUITED = {
    **dict.fromkeys(("json", "html", "pdf", "csv"), NAMES),
    "pbn": tuple(name for name in NAMES if name != "pirate"),
    "usebio": ("duplicate",),
    "bridgewebs": RULES,
}
BY_LINES = ("csv", "pbn", "usebio", "bridgewebs")
SEVERAL = ("rubber", "duplicate", "pirate")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("rules", NAMES)
def test_a_session_suits_or_is_refused_by_name(kind, rules):
    (session,) = evenings(rules)
    if rules in SUITED[kind]:
        check(kind, session)
        assert exported(kind, [session])
        return
    with pytest.raises(UserError, match=f"^session {session.id} .{rules}. does not suit {kind}:"):
        check(kind, session)


@pytest.mark.parametrize("kind", BY_LINES)
@pytest.mark.parametrize("name", ["a\nb", "a\r", "\x1b[31m", "a\u2028b", "\x85", "\x00"])
def test_a_name_with_a_line_break_is_refused(kind, name):
    session = evening(GAMES[SUITED[kind][0]], (None, name, None, None))
    with pytest.raises(UserError, match="line break or another control character") as refusal:
        check(kind, session)
    assert str(refusal.value).isprintable()


def test_a_board_without_a_number_is_no_traveller():
    session = evening(played(("b1 pass", "4H N = vul=EW"), "duplicate"))
    with pytest.raises(UserError, match="deal 2 has no board number"):
        check("usebio", session)
    check("pbn", session)


@pytest.mark.parametrize("kind", ["usebio", "bridgewebs", "pdf"])
def test_nothing_is_no_file(kind):
    with pytest.raises(UserError, match=f"no session that suits {kind}"):
        exported(kind, [])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A club with a session of three rule sets and a damaged one."""
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        for number, rules in enumerate(SEVERAL, 1):
            club.take(TABLET, number, raw(number, GAMES[rules]), "port")
        club.take(TABLET, 4, example(4)[:-1] + b"?", "port")
    return where


@pytest.mark.parametrize("kind", FORMATS)
def test_export_of_all_names_what_it_leaves_out(path, tmp_path, capsys, kind):
    file = tmp_path / "export"
    command = ["club", "export", "--all", "--format", kind, "--output", str(file)]
    assert cli.main([*command, "--db", str(path)]) == 0
    left_out = [n for n, rules in enumerate(SEVERAL, 1) if rules not in SUITED[kind]]
    said = capsys.readouterr().err.splitlines()
    assert all(line.startswith("left out: session") for line in said)
    assert [line.split()[3] for line in said] == [session_of(n) for n in (4, *left_out)]
    assert file.stat().st_size


@pytest.mark.parametrize(
    ("kind", "number"), [("pbn", 3), ("usebio", 1), ("usebio", 3), ("bridgewebs", 2)]
)
def test_a_session_that_is_asked_for_is_never_left_out(path, kind, number):
    ids = [session_of(n) for n in range(1, len(SEVERAL) + 1)]
    said = refused(scorepad("club", "export", *ids, "--format", kind, "--db", path))
    assert kind in said
    asked = scorepad("club", "export", session_of(number), "--format", kind, "--db", path)
    assert f"{session_of(number)} ({SEVERAL[number - 1]}) does not suit {kind}" in refused(asked)


def test_a_name_that_got_into_the_database_somehow_leaves_its_session_out(path, capsys):
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "INSERT INTO players (id, name, number) VALUES (1, 'a' || char(10), '')"
        )
    connection.close()
    with Club(str(path)) as club:
        club.take(TABLET, 5, raw(5, played(players=(1,))), "port")
    assert cli.main(["club", "export", "--all", "--format", "csv", "--db", str(path)]) == 0
    captured = capsys.readouterr()
    assert "the name 'a\\n' has a line break" in captured.err
    assert session_of(5) not in captured.out
