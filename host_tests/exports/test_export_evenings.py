"""A club that plays every week: what is published is of one evening."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.club.club_sessions import BEGUN, complete, played, session_of, take_all
from support.club.mitchell import ended
from support.commands import refused, scorepad
from support.depth import full

pytestmark = pytest.mark.usefixtures("utc")

WEEK = 7 * 24 * 60
FIRST, SECOND = "2026-01-17", "2026-01-24"
DEALS = (("b1 4S N =", "b2 pass"), ("b1 3N E +1", "b2 2S N ="))


@pytest.fixture(scope="module")
def two_weeks(tmp_path_factory: pytest.TempPathFactory, utc: None) -> Path:
    """Sessions 1 and 2 of duplicate, 3 and 4 of international, a week after one another."""
    where = tmp_path_factory.mktemp("weeks") / "club.db"
    for week, deals in enumerate(DEALS):
        there = {"begun": BEGUN + week * WEEK, "players": (1, 2, 3, 4)}
        games = {1 + week: ended(deals, **there), 3 + week: complete(played(**there))}
        take_all(str(where), games)
    return where


@pytest.fixture
def path(two_weeks: Path, tmp_path: Path) -> Path:
    """A copy of the club, which the test may change."""
    return shutil.copy(two_weeks, tmp_path / "club.db")


def exported(path: Path, kind: str, *words: str) -> str:
    done = scorepad("club", "export", "--format", kind, *words, "--db", path)
    assert done.returncode == 0, done.stderr
    return done.stdout


def exported_ids(path: Path, *words: str) -> list[str]:
    return [one["id"] for one in json.loads(exported(path, "json", *words))]


def of_no_evening(path: Path, *numbers: int) -> None:
    take_all(str(path), {number: ended((f"b{number} pass",), begun=0) for number in numbers})


def test_the_event_is_that_of_the_evening(path):
    root = ElementTree.fromstring(exported(path, "usebio", "--evening", SECOND))
    assert root.findtext(".//DATE") == "24/01/2026"
    assert [line.text for line in root.findall(".//CONTRACT")] == ["3NT", "2S"]


@pytest.mark.parametrize(
    ("kind", "ids"),
    [("usebio", ()), ("usebio", (1, 2)), ("bridgewebs", ()), ("bridgewebs", (3, 4))],
)
def test_two_evenings_are_no_event_whoever_names_them(path, kind, ids):
    which = [session_of(number) for number in ids] or ["--all"]
    assert "of 2: " in refused_by_one_line(path, kind, *which)


def refused_by_one_line(path: Path, kind: str, *words: str) -> str:
    """The refusal, after whatever was left out."""
    done = scorepad("club", "export", "--format", kind, *words, "--db", path)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr.splitlines()[-1]


@full
def test_boards_of_another_evening_are_other_boards(path):
    text = exported(path, "pbn", session_of(1), session_of(2))
    tables = [game.split("]\n")[-1].split() for game in text.split("[Event ")[1:]]
    assert [table[1] for table in tables] == ["4S", "Pass", "3NT", "2S"]
    assert text.count("\n  3 ") == 4  # a row a game, all at table 3


def test_an_evening_is_chosen_in_every_format(path):
    assert exported_ids(path, "--evening", FIRST) == [session_of(1), session_of(3)]
    assert exported_ids(path, "--evening", SECOND, "--without", session_of(2)) == [session_of(4)]
    assert exported_ids(path, *map(session_of, (4, 1, 4))) == [session_of(1), session_of(4)]


def test_sessions_without_a_date_are_an_event_if_they_are_named(path):
    of_no_evening(path, 5, 6)
    assert exported_ids(path, "--evening", "none") == [session_of(5), session_of(6)]
    assert "without a clock" in refused_by_one_line(path, "usebio", "--evening", "none")
    named = [session_of(number) for number in (2, 5, 6)]
    root = ElementTree.fromstring(exported(path, "usebio", *named))
    assert root.findtext(".//DATE") == "24/01/2026"
    assert root.findtext(".//BOARDS_PLAYED") == "4"


def test_what_cannot_be_meant_is_refused(path):
    for words, why in (
        (["--evening", "24.1."], "'24.1.'"),
        (["--evening", "2026-01-25"], "2026-01-25"),
        (["--evening", "none"], "has a date"),
        (["--evening", FIRST, "--all"], "--all"),
        (["--evening", FIRST, session_of(1)], "--all"),
        ([], "--all"),
        (["--evening", FIRST, "--without", session_of(2)], f"--without {session_of(2)}"),
        (["--all", "--without", ""], "--without :"),
    ):
        assert why in refused(scorepad("club", "export", "--format", "json", *words, "--db", path))
