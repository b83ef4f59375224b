"""What a score sheet shows, as rows from the top to the bottom of the page.

`columns`: those of the paper sheet. `deals`: the list of the deals, which is a summary's sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from firmware.scoring.deal import SEATS, hcp
from firmware.scoring.paper import Paper
from firmware.scoring.place import MAX_BOARD
from firmware.session import RUBBER_ENDS, Session
from scorepad import wording


@dataclass(frozen=True)
class Entry:
    """Points in one column, what they are for, and in which deal; 0 = in none."""

    points: int
    reason: str
    number: int = 0

    @property
    def label(self) -> str:
        """What for, as it is written beside the points."""
        return f"{self.reason} #{self.number}" if self.number else self.reason


Row = tuple[Entry | None, ...]  # one per account


@dataclass(frozen=True)
class Columns:
    """`above`: the rows above the line; `games`: per game those below, a line after each game."""

    above: list[Row]
    games: list[list[Row]]


def columns(session: Session) -> Columns:
    """The paper sheet of a session, without an empty game at its end."""
    paper = Paper(len(session.sheet.accounts), session.rows())
    games = [_rows(game) for game in paper.games]
    if len(games) > 1 and not games[-1]:
        games.pop()
    return Columns(_rows(paper.above)[::-1], games)


def _rows(written: list[list[tuple[int, int, str]]]) -> list[Row]:
    """Rows from the line outwards."""
    entries = [[Entry(n, why, number) for n, number, why in column] for column in written]
    return list(zip_longest(*entries))


@dataclass(frozen=True)
class Dealt:
    """A row of the list of deals; `number` 0: what was scored when the players stopped.

    `amounts`: high-card points where they are entered, per account the points of this deal and,
    in a summary, the totals after it. `ruled`: a line is drawn beneath.
    """

    number: int
    deal: int
    where: str
    vulnerable: str
    amounts: list[str]
    why: str
    ruled: bool


def deals(session: Session) -> Iterator[Dealt]:
    """The list of deals; lines are beneath games, in a summary beneath rubbers and wheels."""
    totals = [0] * len(session.sheet.accounts)
    summary = not wording.on_paper(session)
    for row in session.rows():
        points = wording.scores(row.postings, len(totals))
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        amounts = [_held(row.deal)] * wording.has_hcp(session)
        amounts += [str(n or "") for n in points] + [str(n) for n in totals if summary]
        where = _board(row.place) if wording.has_boards(session) else SEATS[row.dealer]
        ruled = row.line == RUBBER_ENDS or (row.line > 0 and not summary)
        if row.number or row.postings:
            said = where, wording.vulnerable(row.vulnerable), amounts, wording.why(row.postings)
            yield Dealt(row.number, row.deal, *said, ruled)


def _held(deal: int) -> str:
    return str(hcp(deal)) if hcp(deal) >= 0 else ""


def _board(place: int) -> str:
    return str(place) if place <= MAX_BOARD else ""
