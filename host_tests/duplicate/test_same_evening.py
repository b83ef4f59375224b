"""The union reads of an evening what the notice board says: `club export` and `club duplicate`."""

import json
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from support.club import mitchell
from support.commands import scorepad
from support.databases import enrol

# Slips of each kind, and a deal of which only the vulnerability was said.
SLIPS = {**mitchell.SLIPS, (3, 5): "6S S = vul=NS"}
DATE = "2026-01-17"

pytestmark = pytest.mark.usefixtures("utc")


class Line(NamedTuple):
    """A result: N-S's score, and the matchpoints with two decimals."""

    board: int
    north_south: str
    east_west: str
    score: int
    points: tuple[str, str]


Figures = tuple[dict[str, str], set[Line]]  # percentages by pair; the travellers


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A whole evening: four tables, eight boards, a session a round."""
    where = tmp_path / "club.db"
    mitchell.take(str(where), mitchell.evening(SLIPS))
    enrol(where, mitchell.NAMES)
    return where


def on_the_notice_board(path: Path) -> Figures:
    done = scorepad("club", "duplicate", "--json", "--evening", DATE, "--db", path)
    said = json.loads(done.stdout)
    marks = {one["pair"]: decimal(one["percentage_hundredths"]) for one in said["ranking"]}
    boards = said["travellers"]
    return marks, {noted(board["board"], one) for board in boards for one in board["results"]}


def noted(board: int, result: dict[str, dict[str, Any]]) -> Line:
    north_south, east_west = (pair["pair"] for pair in result["pairs"].values())
    won, lost = map(decimal, result["points_hundredths"].values())
    return Line(board, north_south, east_west, result["score"]["NS"], (won, lost))


def decimal(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}"


def at_the_union(path: Path) -> tuple[Figures, list[str]]:
    """And what the export says that it has left out."""
    done = scorepad("club", "export", "--format", "usebio", "--evening", DATE, "--db", path)
    assert done.returncode == 0, done.stderr
    root = ElementTree.fromstring(done.stdout)
    pairs = {text(pair, "PAIR_NUMBER"): pair for pair in root.iter("PAIR")}
    names = {
        number: " & ".join(text(player, "PLAYER_NAME") for player in pair.iter("PLAYER"))
        for number, pair in pairs.items()
    }
    marks = {names[number]: text(pair, "PERCENTAGE") for number, pair in pairs.items()}
    boards = root.iter("BOARD")
    lines = {read(board, line, names) for board in boards for line in board.iter("TRAVELLER_LINE")}
    return (marks, lines), done.stderr.splitlines()


def read(board: ElementTree.Element, line: ElementTree.Element, names: dict[str, str]) -> Line:
    north_south, east_west = (names[text(line, f"{side}_PAIR_NUMBER")] for side in ("NS", "EW"))
    won, lost = (f"{float(text(line, f'{side}_MATCH_POINTS')):.2f}" for side in ("NS", "EW"))
    number, score = int(text(board, "BOARD_NUMBER")), int(text(line, "SCORE"))
    return Line(number, north_south, east_west, score, (won, lost))


def text(parent: ElementTree.Element, name: str) -> str:
    found = parent.findtext(name)
    assert found, name
    return found


def test_the_union_and_the_notice_board_have_the_same_figures(path):
    event, left_out = at_the_union(path)
    assert event == on_the_notice_board(path)
    marks, lines = event
    assert (len(marks), len(lines)) == (8, 28)  # of 32: one missing, two played again, one of none
    again, and_again, unnumbered = left_out
    assert again.startswith("left out: session 02005c0e9a02-3, board 7: 3NT W +1 does not count")
    assert and_again.startswith("left out: session 02005c0e9a04-4, board 7: 5♣ W = does not count")
    assert unnumbered == (
        "left out: session 02005c0e9a03-4: deal 1, 6♠ S =, has no board "
        "and is compared with nothing"
    )


def test_deals_without_any_board_are_no_event(tmp_path):
    where = tmp_path / "club.db"
    mitchell.take(str(where), {(1, 1): mitchell.ended(("4H N = vul=EW",))})
    done = scorepad("club", "export", "02005c0e9a01-1", "--format", "usebio", "--db", where)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no deal of these sessions has a board number" in done.stderr.splitlines()[-1]
