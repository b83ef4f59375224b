"""The score sheet of a session for the terminal, at most 80 characters wide."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from firmware.scoring.deal import SEATS
from firmware.session import Session
from scorepad import wording
from scorepad.reports.content.score_sheet import Columns, Dealt, Entry, Row, columns, deals
from scorepad.reports.drawing.terminal_table import NARROW, Table

if TYPE_CHECKING:  # a score without a club needs no database
    from scorepad.club.records.store import Evening

_LABEL = 26  # width of what points are for: "unfinished part-score" and a little more
_POINTS = 6
_SIDE = 1 + _LABEL + 1 + _POINTS + 1  # width of a column where there are two
_PLAYER = 19  # and where there are four

_MIDDLE = "┃"
_HEAVY, _LIGHT, _DOUBLE = "━╋", "─╂", "═╬"


def score_sheet(evening: "Evening") -> RenderableType:
    """Everything about a session: which it is, who played, the sheet, who won, the deals."""
    title = Text(f"Session {evening.id}", "bold")
    heading = Text(" · ".join(wording.heading(evening.session, evening.state)))
    return Group(title, heading, *_players(evening), Text(), scores(evening.session))


def scores(session: Session) -> RenderableType:
    """The sheet, who won, the deals; in a summary the deals are the sheet."""
    outcome = Text(wording.outcome(session), "bold")
    listed: list[RenderableType] = [_deals(session)] if session.deals else []
    if wording.on_paper(session):
        return Group(_Paper(session), Text(), outcome, *([Text(), *listed] if listed else []))
    premiums = [Text(said) for said in wording.premiums(session)]
    return Group(*listed, Text(), *premiums, outcome)


def _players(evening: "Evening") -> list[Text]:
    """Who sat where, if anybody is in the roster."""
    if not any(evening.session.players):
        return []
    seats = zip(SEATS, evening.called, strict=True)
    return [Text(" · ".join(f"{seat} {name}" for seat, name in seats))]


class _Paper:
    """The sheet, in columns of the same width, as wide as there is room."""

    def __init__(self, session: Session):
        self._session = session
        self._accounts = len(session.sheet.accounts)
        self._width = 0

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Text]:
        most = _SIDE if self._accounts == 2 else _PLAYER
        self._width = min(most, (options.max_width - self._accounts + 1) // self._accounts)
        sheet = self._session.sheet
        totals = [Entry(points, "total") for points in sheet.totals]
        yield self._heads([wording.head(name) for name in sheet.accounts])
        yield from self._body(columns(self._session))
        yield self._rule(_DOUBLE)
        yield self._row(totals, "bold")

    def _body(self, written: Columns) -> list[Text]:
        empty: Row = (None,) * self._accounts
        above = [self._row(row) for row in written.above or [empty]]
        lines = [*above, self._rule(_HEAVY, "bold")]
        games = [[self._row(row) for row in game or [empty]] for game in written.games]
        for game, _ in pairwise(games):
            lines += [*game, self._rule(_LIGHT)]
        return lines + games[-1]

    def _heads(self, names: list[str]) -> Text:
        if len(names) == 2:
            return Text(f"{names[0]:>{self._width - 1}} ┃ {names[1]}", "bold", no_wrap=True)
        return _line([f"{name:^{self._width}}" for name in names], "bold")

    def _row(self, row: Sequence[Entry | None], style: str = "") -> Text:
        """A row of all columns: two are mirrored, points next to the middle."""
        if len(row) > 2:
            return _line([f"{self._narrow(entry):{self._width}}" for entry in row], style)
        left, right = row
        half = f"{self._label(left)} {left.points:>{_POINTS}} " if left else ""
        here = f"{right.points:>{_POINTS}} {self._label(right)}" if right else ""
        return _line([f"{half:>{self._width}}", here], style)

    def _label(self, entry: Entry) -> str:
        return _cut(entry, self._width - _POINTS - 3).lstrip()

    def _narrow(self, entry: Entry | None) -> str:
        """In a column of four."""
        return f"{entry.points:>4}{_cut(entry, self._width - 4)}" if entry else ""

    def _rule(self, line: str, style: str = "") -> Text:
        return Text(line[1].join([line[0] * self._width] * self._accounts), style, no_wrap=True)


def _cut(entry: Entry, room: int) -> str:
    """What points are for; a long reason loses its last letters, not the number of the deal."""
    number = f" #{entry.number}" if entry.number else ""
    return f" {entry.reason}"[: room - len(number)] + number


def _line(columns: list[str], style: str) -> Text:
    return Text(_MIDDLE.join(columns).rstrip(" "), style, no_wrap=True)


def _deals(session: Session) -> Table:
    table = Table(NARROW)
    for head in wording.deal_heads(session):
        table.add_column(head, justify="right" if head == "#" else "left", no_wrap=True)
    for head in wording.point_heads(session):
        table.add_column(head, justify="right", no_wrap=True)
    if wording.on_paper(session):
        table.add_column("Why", overflow="fold")
    for row in deals(session):
        why = [row.why] if wording.on_paper(session) else []
        table.add_row(*_said(row), *row.amounts, *why, end_section=row.ruled)
    return table


def _said(row: Dealt) -> list[str | Text]:
    if not row.number:
        return [""] * 6
    declarer, result = wording.played(row.deal)
    return [str(row.number), row.where, row.vulnerable, _contract(row.deal), declarer, result]


def _contract(deal: int) -> Text:
    level, strain, doubling = wording.contract(deal)
    return Text.assemble(level, (strain, "red" if strain in wording.RED else ""), doubling)
