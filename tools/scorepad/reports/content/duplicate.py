"""An evening of duplicate: ranking, travellers, and what is missing or doubtful."""

from collections.abc import Iterator

from firmware.scoring.deal import EW, NS, SEATS, SIDES
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from scorepad import wording
from scorepad.club.decisions.scores import Artificial, Score
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared
from scorepad.club.duplicate.doubts import SAME_TABLE, Doubt
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.field import Result, tables_shared
from scorepad.club.duplicate.hundredths import column, written
from scorepad.club.duplicate.ranking import ALL, Place, Ranking
from scorepad.reports.content.report import Report, Section, Table, layout


def report(evening: ScoredEvening, travellers: bool) -> Report:
    """Heading, ranking, travellers if they are wanted, and what is missing or doubtful."""
    sections = [_ranking(evening, ranking) for ranking in evening.rankings]
    if travellers:
        sections += [_traveller(evening, board) for board in evening.comparison.travellers]
    decided = [f"{said}." for said in evening.decided]
    sections += [Section("Decisions of the director", lines=decided)] if decided else []
    listed = [*sections, _doubts(evening.doubts)]
    return Report(_heading(evening), listed, list(_notes(evening)))


def _heading(evening: ScoredEvening) -> str:
    gathering, boards = evening.gathering, evening.comparison.travellers
    which = f"evening of {gathering.evening}" if gathering.evening else "the sessions named"
    tables = len({session.session.table for session in gathering.sessions})
    tables += sum(len(theirs) - 1 for theirs in tables_shared(gathering.sessions).values())
    counted = wording.counted(tables, "table"), wording.counted(len(boards), "board")
    return " · ".join([f"Duplicate, {which}", evening.comparison.scoring, *counted])


def _notes(evening: ScoredEvening) -> Iterator[str]:
    """What to know before the list is read."""
    for session in evening.gathering.sessions:
        if session.state == "open":
            where = f"session {session.id} at table {session.session.table}"
            yield f"Not finished, counted as it stands: {where}."
    if evening.gathering.undated:
        undated = wording.counted(evening.gathering.undated, "session")
        yield f"Of no evening, because the clock was not set: {undated}."
    if all(len(lines) < 2 for lines in evening.comparison.travellers.values()):
        yield "No board has two results yet: nothing is compared."


def _ranking(evening: ScoredEvening, ranking: Ranking) -> Section:
    matchpoints = evening.comparison.scoring == MATCHPOINTS
    heads = ("Matchpoints", "%") if matchpoints else ("IMPs", "per board")
    title = "" if ranking.side == ALL else wording.account(SIDES[ranking.side])
    totals = column(place.total for place in ranking.places)
    given = column(place.given for place in ranking.places)
    marks = [written(place.mark) for place in ranking.places]
    amounts = any(place.given for place in ranking.places)
    rows = [
        [_rank(place), place.pair.name, str(place.boards), *([got] * amounts), total, mark]
        for place, got, total, mark in zip(ranking.places, given, totals, marks, strict=True)
    ]
    numbers = ("Boards", *["Given"] * amounts, *heads)
    columns = layout("Rank", "Pair", *numbers, numbers=("Rank", *numbers))
    return Section(title, table=Table(columns, rows))


def _rank(place: Place) -> str:
    return f"{place.rank}{'=' if place.tied else ' '}"


def _traveller(evening: ScoredEvening, board: int) -> Section:
    dealer, sides = SEATS[board_dealer(board)], board_vulnerable(board)
    said = f"Board {board} · dealer {dealer} · vulnerable {wording.vulnerable(sides)}"
    unit = "MP" if evening.comparison.scoring == MATCHPOINTS else "IMPs"
    played, points = ("Contract", "By", "Result"), ("N-S", "E-W", f"{unit} N-S", f"{unit} E-W")
    heads = layout("Pair N-S", "Pair E-W", *played, *points, words=played, numbers=points)
    return Section(said, table=Table(heads, list(_lines(evening.comparison.travellers[board]))))


def _lines(lines: list[Compared]) -> Iterator[list[str]]:
    sides = [column(line.points[side] for line in lines) for side in (NS, EW)]
    for line, *points in zip(lines, *sides, strict=True):
        result = line.result
        names = [pair.name for pair in result.pairs]
        got = [got if result.counts_for(side) else "" for side, got in enumerate(points)]
        yield [*names, *_played(result), *got]


def _played(result: Result) -> list[str]:
    """From the contract to the score; of an adjusted score what was given to each side."""
    star = "*" * bool(result.marks)
    if result.adjusted:
        ns, ew = (_given(one) for one in result.adjusted)
        return [f"adjusted{star}", "", "", ns, ew]
    by, taken = wording.played(result.deal)
    return ["".join(wording.contract(result.deal)) + star, by, taken, *_scores(result.score)]


def _given(score: Score) -> str:
    """An artificial score by its name; results stand beneath."""
    if isinstance(score, Artificial):
        return score.name
    return "result" if len(score.parts) == 1 else "weighted"


def _scores(score: int) -> tuple[str, str]:
    """As on a paper traveller: in the column of the side that won points."""
    return (str(score), "") if score >= 0 else ("", str(-score))


def _doubts(doubts: list[Doubt]) -> Section:
    if not doubts:
        return Section(lines=["Nothing is missing or doubtful."])
    lines = [f"{_where(doubt)}: {doubt.what}; {doubt.remedy}." for doubt in doubts]
    return Section("Missing and doubtful results", lines=lines)


def _where(doubt: Doubt) -> str:
    where = f"table {doubt.table}, session {doubt.session}"
    if doubt.kind == SAME_TABLE:
        return where.capitalize()
    return f"Board {doubt.board}, {where}" if doubt.board else f"No board, {where}"
