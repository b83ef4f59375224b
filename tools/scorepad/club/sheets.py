"""The classic score sheet of a session for the terminal, at most 80 characters wide."""

from collections.abc import Sequence
from itertools import pairwise

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from firmware.scoring.deal import SEATS
from firmware.session import Session
from scorepad.club import wording
from scorepad.club.columns import Columns, Entry, Row, columns
from scorepad.club.store import Evening

_LABEL = 26  # width of what points are for: "unfinished part-score" and a little more
_POINTS = 6
_COLUMN = 1 + _LABEL + 1 + _POINTS + 1

_HEAVY, _LIGHT, _DOUBLE = "━╋━", "─╂─", "═╬═"


def score_sheet(evening: Evening) -> RenderableType:
    """Everything about a session: which it is, who played, the sheet, who won, the deals."""
    title = Text(f"Session {evening.id}", "bold")
    heading = Text(" · ".join(wording.heading(evening.session, evening.state)))
    return Group(title, heading, *_players(evening), Text(), scores(evening.session))


def scores(session: Session) -> RenderableType:
    """The sheet, who won, the deals."""
    outcome = Text(wording.outcome(session), "bold")
    parts = [*_paper(session), Text(), outcome]
    return Group(*parts, Text(), _deals(session)) if session.deals else Group(*parts)


def _players(evening: Evening) -> list[Text]:
    """Who sat where, if anybody is in the roster."""
    if not any(evening.players):
        return []
    seats = zip(SEATS, evening.players, strict=True)
    return [Text(" · ".join(f"{seat} {wording.player(name)}" for seat, name in seats))]


def _paper(session: Session) -> list[Text]:
    """The sheet line by line, points next to the middle."""
    sheet = session.sheet
    heads = [wording.head(name) for name in sheet.accounts]
    totals = [Entry(points, "total") for points in sheet.totals]
    middle = _body(columns(session))
    return [_heads(heads), *middle, _rule(_DOUBLE), _row(totals, "bold")]


def _body(written: Columns) -> list[Text]:
    above = [_row(row) for row in written.above or [_EMPTY]]
    lines = [*above, _rule(_HEAVY, "bold")]
    games = [[_row(row) for row in game or [_EMPTY]] for game in written.games]
    for game, _ in pairwise(games):
        lines += [*game, _rule(_LIGHT)]
    return lines + games[-1]


_EMPTY: Row = (None, None)


def _heads(names: list[str]) -> Text:
    return Text(f"{names[0]:>{_COLUMN - 1}} ┃ {names[1]}", "bold", no_wrap=True)


def _row(row: Sequence[Entry | None], style: str = "") -> Text:
    """Both columns, mirrored: what for, points, the middle, points, what for."""
    left, right = row
    text = _half(left)
    here = f"{right.points:>{_POINTS}} {right.label}" if right else ""
    return Text(f"{text:>{_COLUMN - 1}} ┃{here}".rstrip(" "), style, no_wrap=True)


def _half(entry: Entry | None) -> str:
    return f"{entry.label} {entry.points:>{_POINTS}}" if entry else ""


def _rule(line: str, style: str = "") -> Text:
    return Text(line[0] * _COLUMN + line[1] + line[2] * _COLUMN, style, no_wrap=True)


def _deals(session: Session) -> Table:
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for head in ("#", "Dealer", "Vul.", "Contract", "By", "Result"):
        table.add_column(head, justify="right" if head == "#" else "left", no_wrap=True)
    for name in session.sheet.accounts:
        table.add_column(wording.account(name), justify="right", no_wrap=True)
    table.add_column("Why")
    for number, deal, _, dealer, vulnerable, postings, line in session.rows():
        points = wording.scores(postings, len(session.sheet.accounts))
        shown = [str(score or "") for score in points] + [wording.why(postings)]
        said = _deal(number, deal, dealer, vulnerable) if number else [""] * 6
        table.add_row(*said, *shown, end_section=line)
    return table


def _deal(number: int, deal: int, dealer: int, vulnerable: int) -> list[str | Text]:
    declarer, result = wording.played(deal)
    who = wording.vulnerable(vulnerable)
    return [str(number), SEATS[dealer], who, _contract(deal), declarer, result]


def _contract(deal: int) -> Text:
    level, strain, doubling = wording.contract(deal)
    return Text.assemble(level, (strain, "red" if strain in wording.RED else ""), doubling)
