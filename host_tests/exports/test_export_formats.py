"""Which sessions suit which format, and which are published together: those of one evening."""

import json
from xml.etree import ElementTree

import pytest

from firmware.scoring.rules import NAMES
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.exports.formats import FORMATS, export_sessions, find_obstacle, select_suitable
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of, take_all
from support.club.exported import GAMES, club_session, club_sessions
from support.club.mitchell import ended
from support.databases import change, filled_by
from support.depth import full
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

SUITED = {
    **dict.fromkeys(("json", "html", "pdf", "csv"), NAMES),
    "pbn": tuple(name for name in NAMES if name != "pirate"),
    "usebio": ("duplicate",),
    "bridgewebs": ("rubber", "international", "polish", "nz-match", "chicago", "chicago-server"),
}
BY_LINES = ("csv", "pbn", "usebio", "bridgewebs")
SEVERAL = ("rubber", "duplicate", "pirate", *("duplicate",) * 4)
LEFT_OUT = {  # of SEVERAL, numbered from 1
    "pbn": ["session 3 (pirate) does"],
    "usebio": ["sessions 1 (rubber), 3 (pirate) do"],
    "bridgewebs": [
        "session 3 (pirate) does",
        "sessions 2 (duplicate), 4 (duplicate), 5 (duplicate) and 2 more do",
    ],
}


@pytest.mark.parametrize("kind", FORMATS)
def test_a_session_suits_or_there_is_a_reason(kind):
    fitting, _ = select_suitable(kind, club_sessions())
    assert tuple(session.session.rules for session in fitting) == SUITED[kind]
    assert export_sessions(kind, fitting[: 1 if kind == "pdf" else None])


@pytest.mark.parametrize("kind", BY_LINES)
def test_a_name_with_a_line_break_is_refused(kind):
    for name in ("a\nb", "a\r", "\x1b[31m", "a\u2028b", "\x85", "\x00"):
        session = club_session(GAMES[SUITED[kind][0]], (None, name, None, None))
        assert "'" in (why := str(find_obstacle(kind, session))) and why.isprintable()


@pytest.mark.parametrize("kind", ["usebio", "bridgewebs", "pdf"])
def test_nothing_is_no_file(kind):
    with pytest.raises(UserError, match=kind):
        export_sessions(kind, [])


def of_three_rule_sets(where: str) -> None:
    """With a damaged session."""
    take_all(where, {number: GAMES[rules] for number, rules in enumerate(SEVERAL, 1)})
    with Club(where) as club:
        club.take(TABLET, 9, raw(9, played())[:-1] + b"?", "port")


mixed = filled_by(of_three_rule_sets)


@pytest.mark.parametrize("kind", ["json", *BY_LINES])
def test_export_of_all_names_what_it_leaves_out(mixed, commands, tmp_path, kind):
    file = tmp_path / "export"
    words = ("export", "--all", "--format", kind, "--output", str(file))
    status, _, err = commands.ended(*words)
    damaged, *unfitting = err.splitlines()
    assert status == 0 and damaged.startswith(f"left out: session {session_of(9)} is damaged")
    said = [line.replace(f"{TABLET.hex()}-", "").partition(" not suit ")[0] for line in unfitting]
    assert said == [f"left out: {words}" for words in LEFT_OUT.get(kind, ())]
    assert file.stat().st_size


def test_a_session_that_is_asked_for_is_never_left_out(mixed, commands):
    ids = [session_of(n) for n in range(1, len(SEVERAL) + 1)]
    assert "pbn" in commands.refused("export", *ids, "--format", "pbn")
    for kind, number in (("pbn", 3), ("usebio", 1), ("bridgewebs", 3)):
        said = commands.refused("export", session_of(number), "--format", kind)
        assert f"{session_of(number)} ({SEVERAL[number - 1]}) " in said


def test_a_name_that_got_into_the_database_somehow_leaves_its_session_out(mixed, commands):
    change(mixed, "INSERT INTO players (id, name, number) VALUES (1, 'a' || char(10), '')")
    with Club(mixed) as club:
        club.take(TABLET, 8, raw(8, played(players=(1,))), "port")
    status, out, err = commands.ended("export", "--all", "--format", "csv")
    assert status == 0 and r"'a\n'" in err and session_of(8) not in out


# Evenings

FIRST, SECOND = "2026-01-17", "2026-01-24"
DEALS = (("b1 4S N =", "b2 pass"), ("b1 3N E +1", "b2 2S N ="))


def two_weeks(where: str) -> None:
    """Sessions 1 and 2 of duplicate, 3 and 4 of international, a week after one another."""
    for week, deals in enumerate(DEALS):
        there = {"begun": BEGUN + week * 7 * 24 * 60, "players": (1, 2, 3, 4)}
        take_all(where, {1 + week: ended(deals, **there), 3 + week: complete(played(**there))})


weeks = filled_by(two_weeks)


def exported_ids(commands: Commands, *words: str) -> list[str]:
    sessions = json.loads(commands.run("export", "--format", "json", *words))
    return [session["id"] for session in sessions]


@pytest.mark.parametrize(
    ("kind", "ids"),
    [("usebio", ()), ("usebio", (1, 2)), ("bridgewebs", ()), ("bridgewebs", (3, 4))],
)
def test_two_evenings_are_no_event_whoever_names_them(weeks, commands, kind, ids):
    which = [session_of(number) for number in ids] or ["--all"]
    assert "of 2." in refused(commands, "--format", kind, *which)


def refused(commands: Commands, *words: str) -> str:
    """Why nothing is exported, after whatever was left out."""
    status, out, err = commands.ended("export", *words)
    assert (status, out) == (2, "")
    return next(line for line in err.splitlines()[::-1] if line[:1] != " ")


@full
def test_boards_of_another_evening_are_other_boards(weeks, commands):
    text = commands.run("export", "--format", "pbn", session_of(1), session_of(2))
    tables = [game.split("]\r\n")[-1].split() for game in text.split("[Event ")[1:]]
    assert [table[1] for table in tables] == ["4S", "Pass", "3NT", "2S"]
    assert text.count("\n  3 ") == 4  # a row a game, all at table 3


def test_an_evening_is_chosen_in_every_format(weeks, commands):
    for words, numbers in (
        (("--evening", FIRST), [1, 3]),
        (("--evening", SECOND, "--without", session_of(2)), [4]),
        (map(session_of, (4, 1, 4)), [1, 4]),
    ):
        assert exported_ids(commands, *words) == [session_of(number) for number in numbers]


def test_sessions_without_a_date_are_an_event_if_they_are_named(weeks, commands):
    take_all(weeks, {number: ended((f"b{number} pass",), begun=0) for number in (5, 6)})
    assert exported_ids(commands, "--evening", "none") == [session_of(5), session_of(6)]
    said = refused(commands, "--format", "usebio", "--evening", "none")
    assert "without a date" in said
    named = [session_of(number) for number in (2, 5, 6)]
    root = ElementTree.fromstring(commands.run("export", "--format", "usebio", *named))
    assert root.findtext(".//DATE") == "24/01/2026"
    assert root.findtext(".//BOARDS_PLAYED") == "4"


def test_what_cannot_be_meant_is_refused(weeks, commands):
    for words, why in (
        (["--evening", "24.1."], "'24.1.'"), (["--evening", "2026-01-25"], "2026-01-25"),
        (["--evening", "none"], "has a date"), (["--evening", FIRST, "--all"], "or all"),
        (["--evening", FIRST, session_of(1)], "or all"), ([], "or all"),
        (["--evening", FIRST, "--without", session_of(2)], session_of(2)),
    ):  # fmt: skip
        assert why in commands.refused("export", "--format", "json", *words)
