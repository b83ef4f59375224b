"""An evening of duplicate for the terminal."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from firmware.scoring.deal import EW, NS, SEATS, SIDES
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from scorepad.club import wording
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared
from scorepad.club.duplicate.doubts import SAME_TABLE, Doubt
from scorepad.club.duplicate.evening import Scored
from scorepad.club.duplicate.field import tables_shared
from scorepad.club.duplicate.hundredths import column, written
from scorepad.club.duplicate.ranking import ALL, Ranking

_LEFT = ("Pair", "Pair N-S", "Pair E-W", "Contract", "By", "Result")  # columns of words


def printed(evening: Scored, travellers: bool) -> list[RenderableType]:
    """Heading, ranking, travellers if they are wanted, and what is missing or doubtful."""
    parts: list[RenderableType] = [Text(_heading(evening), "bold"), *_notes(evening)]
    for ranking in evening.rankings:
        parts += [Text(), *_ranking(evening, ranking)]
    if travellers:
        for board in evening.comparison.travellers:
            parts += [Text(), *_traveller(evening, board)]
    return [*parts, Text(), *_doubts(evening.doubts)]


def _heading(evening: Scored) -> str:
    gathering, boards = evening.gathering, evening.comparison.travellers
    which = f"evening of {gathering.evening}" if gathering.evening else "the sessions named"
    tables = len({session.session.table for session in gathering.sessions})
    tables += sum(len(theirs) - 1 for theirs in tables_shared(gathering.sessions).values())
    counted = _count(tables, "table"), _count(len(boards), "board")
    return " · ".join([f"Duplicate, {which}", evening.comparison.scoring, *counted])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _notes(evening: Scored) -> Iterator[Text]:
    """What to know before the list is read."""
    for session in evening.gathering.sessions:
        if session.state == "open":
            where = f"session {session.id} at table {session.session.table}"
            yield Text(f"Not finished, counted as it stands: {where}.")
    if evening.gathering.undated:
        undated = _count(evening.gathering.undated, "session")
        yield Text(f"Of no evening, because the clock was not set: {undated}.")
    if all(len(lines) < 2 for lines in evening.comparison.travellers.values()):
        yield Text("No board has two results yet: nothing is compared.")


def _ranking(evening: Scored, ranking: Ranking) -> Iterator[RenderableType]:
    matchpoints = evening.comparison.scoring == MATCHPOINTS
    heads = ("Matchpoints", "%") if matchpoints else ("IMPs", "per board")
    if ranking.side != ALL:
        yield Text(wording.account(SIDES[ranking.side]), "bold")
    table = _table("Rank", "Pair", "Boards", *heads)
    totals = column(place.total for place in ranking.places)
    for place, total in zip(ranking.places, totals, strict=True):
        rank = f"{place.rank}{'=' if place.tied else ' '}"
        table.add_row(rank, place.pair.name, str(place.boards), total, written(place.mark))
    yield table


def _traveller(evening: Scored, board: int) -> Iterator[RenderableType]:
    dealer, sides = SEATS[board_dealer(board)], board_vulnerable(board)
    said = f"Board {board} · dealer {dealer} · vulnerable {wording.vulnerable(sides)}"
    yield Text(said, "bold")
    unit = "MP" if evening.comparison.scoring == MATCHPOINTS else "IMPs"
    points = f"{unit} N-S", f"{unit} E-W"
    pairs = "Pair N-S", "Pair E-W"
    table = _table(*pairs, "Contract", "By", "Result", "N-S", "E-W", *points)
    for row in _lines(evening.comparison.travellers[board]):
        table.add_row(*row)
    yield table


def _lines(lines: list[Compared]) -> Iterator[list[str]]:
    sides = [column(line.points[side] for line in lines) for side in (NS, EW)]
    for line, *points in zip(lines, *sides, strict=True):
        result = line.result
        by, taken = wording.played(result.deal)
        names = [pair.name for pair in result.pairs]
        contract = "".join(wording.contract(result.deal))
        yield [*names, contract, by, taken, *_scores(result.score), *points]


def _scores(score: int) -> tuple[str, str]:
    """As on a paper traveller: in the column of the side that won points."""
    return (str(score), "") if score >= 0 else ("", str(-score))


def _doubts(doubts: list[Doubt]) -> Iterator[Text]:
    if not doubts:
        yield Text("Nothing is missing or doubtful.")
        return
    yield Text("Missing and doubtful results", "bold")
    for doubt in doubts:
        yield Text(f"{_where(doubt)}: {doubt.what}; {doubt.remedy}.")


def _where(doubt: Doubt) -> str:
    where = f"table {doubt.table}, session {doubt.session}"
    if doubt.kind == SAME_TABLE:
        return where.capitalize()
    return f"Board {doubt.board}, {where}" if doubt.board else f"No board, {where}"


def _table(*heads: str) -> Table:
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for head in heads:
        words = head in _LEFT
        table.add_column(
            head, justify="left" if words else "right", overflow="fold", no_wrap=not words
        )
    return table
