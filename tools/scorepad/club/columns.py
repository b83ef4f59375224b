"""The two columns of the paper score sheet as rows from the top to the bottom of the page."""

from dataclasses import dataclass
from itertools import zip_longest

from firmware.scoring.paper import Paper
from firmware.session import Session


@dataclass(frozen=True)
class Entry:
    """Points in one column, and what they are for."""

    points: int
    label: str


Row = tuple[Entry | None, ...]  # one per account


@dataclass(frozen=True)
class Columns:
    """`above`: the rows above the line; `games`: per game those below, a line after each game."""

    above: list[Row]
    games: list[list[Row]]


def columns(session: Session) -> Columns:
    """The sheet of a session, without an empty game at its end."""
    paper = Paper(len(session.sheet.accounts), session.rows())
    games = [_rows(game) for game in paper.games]
    if len(games) > 1 and not games[-1]:
        games.pop()
    return Columns(_rows(paper.above)[::-1], games)


def _rows(written: list[list[tuple[int, int, str]]]) -> list[Row]:
    """Rows from the line outwards."""
    entries = [[_entry(*posting) for posting in column] for column in written]
    return list(zip_longest(*entries))


def _entry(points: int, number: int, reason: str) -> Entry:
    return Entry(points, f"{reason} #{number}" if number else reason)
