"""What is said of an evening of duplicate, for a terminal and on paper alike."""

from collections.abc import Iterator

from firmware.scoring.deal import EW, NS, SEATS, SIDES
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from scorepad import wording
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared
from scorepad.club.duplicate.doubts import SAME_TABLE, Doubt
from scorepad.club.duplicate.evening import Scored
from scorepad.club.duplicate.field import tables_shared
from scorepad.club.duplicate.hundredths import column, written
from scorepad.club.duplicate.ranking import ALL, Place, Ranking
from scorepad.reports.content.report import Block, Notice, Table

_WORDS = ("Pair", "Pair N-S", "Pair E-W", "Contract", "By", "Result")  # columns of words


def notice(evening: Scored, travellers: bool) -> Notice:
    """Heading, ranking, travellers if they are wanted, and what is missing or doubtful."""
    blocks = [_ranking(evening, ranking) for ranking in evening.rankings]
    if travellers:
        blocks += [_traveller(evening, board) for board in evening.comparison.travellers]
    return Notice(_heading(evening), [*blocks, _doubts(evening.doubts)], list(_notes(evening)))


def _heading(evening: Scored) -> str:
    gathering, boards = evening.gathering, evening.comparison.travellers
    which = f"evening of {gathering.evening}" if gathering.evening else "the sessions named"
    tables = len({session.session.table for session in gathering.sessions})
    tables += sum(len(theirs) - 1 for theirs in tables_shared(gathering.sessions).values())
    counted = _count(tables, "table"), _count(len(boards), "board")
    return " · ".join([f"Duplicate, {which}", evening.comparison.scoring, *counted])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _notes(evening: Scored) -> Iterator[str]:
    """What to know before the list is read."""
    for session in evening.gathering.sessions:
        if session.state == "open":
            where = f"session {session.id} at table {session.session.table}"
            yield f"Not finished, counted as it stands: {where}."
    if evening.gathering.undated:
        undated = _count(evening.gathering.undated, "session")
        yield f"Of no evening, because the clock was not set: {undated}."
    if all(len(lines) < 2 for lines in evening.comparison.travellers.values()):
        yield "No board has two results yet: nothing is compared."


def _ranking(evening: Scored, ranking: Ranking) -> Block:
    matchpoints = evening.comparison.scoring == MATCHPOINTS
    heads = ("Matchpoints", "%") if matchpoints else ("IMPs", "per board")
    title = "" if ranking.side == ALL else wording.account(SIDES[ranking.side])
    totals = column(place.total for place in ranking.places)
    rows = [
        [_rank(place), place.pair.name, str(place.boards), total, written(place.mark)]
        for place, total in zip(ranking.places, totals, strict=True)
    ]
    return Block(title, Table(("Rank", "Pair", "Boards", *heads), _WORDS, rows))


def _rank(place: Place) -> str:
    return f"{place.rank}{'=' if place.tied else ' '}"


def _traveller(evening: Scored, board: int) -> Block:
    dealer, sides = SEATS[board_dealer(board)], board_vulnerable(board)
    said = f"Board {board} · dealer {dealer} · vulnerable {wording.vulnerable(sides)}"
    unit = "MP" if evening.comparison.scoring == MATCHPOINTS else "IMPs"
    points = f"{unit} N-S", f"{unit} E-W"
    heads = ("Pair N-S", "Pair E-W", "Contract", "By", "Result", "N-S", "E-W", *points)
    rows = list(_lines(evening.comparison.travellers[board]))
    return Block(said, Table(heads, _WORDS, rows))


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


def _doubts(doubts: list[Doubt]) -> Block:
    if not doubts:
        return Block(lines=["Nothing is missing or doubtful."])
    lines = [f"{_where(doubt)}: {doubt.what}; {doubt.remedy}." for doubt in doubts]
    return Block("Missing and doubtful results", lines=lines)


def _where(doubt: Doubt) -> str:
    where = f"table {doubt.table}, session {doubt.session}"
    if doubt.kind == SAME_TABLE:
        return where.capitalize()
    return f"Board {doubt.board}, {where}" if doubt.board else f"No board, {where}"
