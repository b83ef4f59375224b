"""An evening of duplicate: ranking, travellers, and what is missing or doubtful."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from firmware.scoring.deal import EW, NS, SIDES
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from scorepad import wording
from scorepad.club.decisions.scores import NONE, Artificial, Score
from scorepad.club.duplicate.against_plan import Doubt
from scorepad.club.duplicate.comparison import MATCHPOINTS, Compared
from scorepad.club.duplicate.doubts import OF_A_TABLE
from scorepad.club.duplicate.evening import ScoredEvening
from scorepad.club.duplicate.field import Result, tables_shared
from scorepad.club.duplicate.gathering import Gathering
from scorepad.club.duplicate.hundredths import column, format_hundredths
from scorepad.club.duplicate.ranking import ALL, Place, Ranking
from scorepad.language import joined, text, text_counted
from scorepad.reports.content.report import Private, Report, Section, Table, layout


def report(evening: ScoredEvening, travellers: bool, doubts: bool) -> Report:
    """Return heading and ranking; optionally travellers, and missing or doubtful results."""
    sections = [_ranking(evening, ranking) for ranking in evening.rankings]
    if travellers:
        boards = evening.comparison.travellers.values()
        by_form = attrgetter("result.form")
        forms = (list(form) for lines in boards for _, form in groupby(lines, by_form))
        sections += [_traveller(evening, lines) for lines in forms]
    if decided := evening.decided:
        sections.append(Section(text("Decisions of the director"), lines=decided, told=True))
    if doubts:
        sections.append(_doubts(evening.doubts))
    return Report(_heading(evening), sections, list(_notes(evening)))


def join_sections(parts: list[Report]) -> Report:
    """Return the sections of an event as one report, each under its own heading."""
    if len(parts) == 1:
        return parts[0]
    listed = [
        section
        for part in parts
        for section in (Section(part.heading, lines=part.notes), *part.sections)
    ]
    return Report(text("Duplicate"), listed)


def _heading(evening: ScoredEvening) -> str:
    gathering, boards = evening.gathering, evening.comparison.travellers
    tables = len({session.session.table for session in gathering.sessions})
    tables += sum(len(theirs) - 1 for theirs in tables_shared(gathering.sessions).values())
    figures = (
        text_counted(tables, "{number} table", "{number} tables"),
        text_counted(len(boards), "{number} board", "{number} boards"),
    )
    scoring = text(evening.comparison.scoring)
    return joined([_which(gathering), scoring, *figures], " · ")


def _which(gathering: Gathering) -> str:
    if gathering.event:
        event = gathering.event.heading
        if gathering.section:
            letter = gathering.section
            return text("Duplicate, {event}, section {letter}", event=event, letter=letter)
        return text("Duplicate, {event}", event=event)
    if gathering.evening is None:
        return text("Duplicate, the sessions named")
    return text("Duplicate, evening of {evening}", evening=wording.day(gathering.evening))


def _notes(evening: ScoredEvening) -> Iterator[str]:
    sessions = evening.gathering.sessions
    tables = sorted(
        {club_session.session.table for club_session in sessions if club_session.state == "open"}
    )
    if tables:
        yield text_counted(
            len(tables),
            "Not finished, counted as it stands: table {tables}.",
            "Not finished, counted as they stand: tables {tables}.",
            tables=wording.ranges(tables),
        )
    if others := evening.gathering.others:
        said = text_counted(
            others,
            "Of another event or of none, and not counted here: {number} session; "
            "name it to score it.",
            "Of another event or of none, and not counted here: {number} sessions; "
            "name them to score them.",
        )
        yield Private(said)
    if evening.gathering.unplanned:
        yield text(
            "The club does not have the plan of this event: its pairs have numbers only, and "
            "nothing that was decided about it counts."
        )
    if undated := evening.gathering.undated:
        yield undated_sessions(undated)
    if not evening.comparison.has_compared:
        yield text("No board has two results yet: nothing is compared.")


def undated_sessions(number: int) -> str:
    """Return a sentence with the number of sessions without an evening."""
    return text_counted(
        number,
        "Of no evening, because the clock was not set: {number} session.",
        "Of no evening, because the clock was not set: {number} sessions.",
    )


def _ranking(evening: ScoredEvening, ranking: Ranking) -> Section:
    matchpoints = evening.comparison.scoring == MATCHPOINTS
    points = (text("Matchpoints"), "%") if matchpoints else (text("IMPs"), text("per board"))
    rank, *figures = text("Rank"), text("Boards"), *points
    title = "" if ranking.side == ALL else wording.account(SIDES[ranking.side])
    totals = column(place.total for place in ranking.places)
    given = column(place.given for place in ranking.places)
    marks = [format_hundredths(place.mark) for place in ranking.places]
    amounts = any(place.given for place in ranking.places)
    rows = [
        [_rank(place), place.pair.name, str(place.boards), *([got] * amounts), total, mark]
        for place, got, total, mark in zip(ranking.places, given, totals, marks, strict=True)
    ]
    numbers = figures if not amounts else [figures[0], Private(text("Given")), *figures[1:]]
    heads = layout(rank, text("Pair"), *numbers, numbers=(rank, *numbers))
    return Section(title, table=Table(heads, rows))


def _rank(place: Place) -> str:
    return f"{place.rank}{'=' if place.tied else ' '}"


def _traveller(evening: ScoredEvening, lines: list[Compared]) -> Section:
    """Return a board's traveller; of a fouled board that of one form."""
    board = lines[0].result.board
    said: str = text(
        "Board {board} · dealer {dealer} · vulnerable {sides}",
        board=board,
        dealer=wording.seat(board_dealer(board)),
        sides=wording.vulnerable(board_vulnerable(board)),
    )
    played = text("Contract"), text("By"), text("Result")
    points = [wording.account(side) for side in SIDES]
    unit = text("MP") if evening.comparison.scoring == MATCHPOINTS else text("IMPs")
    points += [joined((unit, side), " ") for side in points]
    if lines[0].result.form:
        tables = sorted({line.result.table for line in lines})
        which = {"tables": wording.ranges(tables)}
        here = text_counted(len(tables), "table {tables}", "tables {tables}", **which)
        said = joined((said, here), " · ")
    pairs = text("Pair N-S"), text("Pair E-W")
    heads = layout(*pairs, *played, *points, words=played, numbers=points)
    return Section(said, table=Table(heads, list(_lines(lines))))


def _lines(lines: list[Compared]) -> Iterator[list[str]]:
    sides = [column(line.points[side] for line in lines) for side in (NS, EW)]
    for line, *points in zip(lines, *sides, strict=True):
        result = line.result
        names = [pair.name for pair in result.players]
        got = [got if result.counts_for(side) else "" for side, got in enumerate(points)]
        yield [*names, *_format_result(result), *got]


def _format_result(result: Result) -> list[str]:
    """Return the cells from contract to score; for an adjusted score those of each side."""
    if result.adjusted:
        ns, ew = (_format_adjusted(score) for score in result.adjusted)
        return [_add_star(text("adjusted"), result), "", "", ns, ew]
    contract = _add_star(wording.contract(result.deal), result)
    return [contract, *wording.format_play(result.deal), *_scores(result.score)]


def _add_star(said: str, result: Result) -> str:
    return Private(said + "*", said) if result.marks else said


def _format_adjusted(score: Score) -> str:
    """Return the name of an artificial score; assigned results are listed below."""
    if isinstance(score, Artificial):
        return text(score.name) if score.name == NONE else score.name
    return text("result") if len(score.parts) == 1 else text("weighted")


def _scores(score: int) -> tuple[str, str]:
    """Return the score in the column of the side that won points, as on a paper traveller."""
    return (str(score), "") if score >= 0 else ("", str(-score))


def _doubts(doubts: list[Doubt]) -> Section:
    if not doubts:
        return Section(lines=[text("Nothing is missing or doubtful.")], told=True)
    lines = [
        text(
            "{where}: {what}; {remedy}.", where=_where(doubt), what=doubt.what, remedy=doubt.remedy
        )
        for doubt in doubts
    ]
    return Section(text("Missing and doubtful results"), lines=lines, told=True)


def _where(doubt: Doubt) -> str:
    where = {"table": doubt.table, "session": doubt.session}
    if not doubt.session:
        return text("Table {number}", number=doubt.table)
    if doubt.kind in OF_A_TABLE:
        return text("Table {table}, session {session}", **where)
    if not doubt.board:
        return text("No board, table {table}, session {session}", **where)
    return text("Board {board}, table {table}, session {session}", board=doubt.board, **where)
