"""The cards of a movement: one to lie on each table, or one for each pair to carry."""

from collections.abc import Iterator
from functools import partial

from scorepad import wording
from scorepad.language import text
from scorepad.movement.following import find_next_table, find_tables
from scorepad.movement.model import Meeting, Movement
from scorepad.reports.content.events.movement import heading
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.wording import ranges

_NOBODY = "-"


def table_cards(movements: list[Movement]) -> Report:
    """Return a card for each table: who plays which boards, and where they go next."""
    played = wording.account("NS"), wording.account("EW"), text("Boards")
    heads = *played, text("N-S go to"), text("E-W go to"), text("Boards go to")
    cards = [
        _card(text("Table {number}", number=table), heads, list(_at_table(movement, table)))
        for movement in movements
        for table in movement.tables
    ]
    return Report(text("Table cards: {what}", what=heading(movements)), cards)


def pair_cards(movements: list[Movement]) -> Report:
    """Return a card for each pair: its seat, opponents and boards in each round."""
    heads = text("Table"), text("Seat"), text("Against"), text("Boards")
    cards = [
        _card(text("Pair {number}", number=pair), heads, list(_of_pair(movement, pair)))
        for movement in movements
        for pair in movement.pairs
    ]
    return Report(text("Guide cards: {what}", what=heading(movements)), cards)


def _card(title: str, heads: tuple[str, ...], rows: list[list[str]]) -> Section:
    every = text("Round"), *heads
    return Section(title, table=Table(layout(*every, words=every), rows))


def _at_table(movement: Movement, table: int) -> Iterator[list[str]]:
    playing = {meeting.round: meeting for meeting in movement.schedule if meeting.table == table}
    for number in range(1, movement.rounds + 1):
        meeting = playing.get(number)
        if meeting is None:
            yield [str(number), *[_NOBODY] * 3, *[""] * 3]
            continue
        to = partial(_next, movement, meeting)
        going = [to(meeting.ns), to(meeting.ew), _boards_next(movement, meeting)]
        last = number == movement.rounds
        played = [str(meeting.ns), str(meeting.ew), ranges(meeting.boards)]
        yield [str(number), *played, *([""] * 3 if last else going)]


def _next(movement: Movement, meeting: Meeting, pair: int) -> str:
    """Return where a pair goes after a round."""
    following = movement.meetings.get((meeting.round + 1, pair))
    if following is None:
        return text("sit out")
    here, there = _seat(meeting, pair), _seat(following, pair)
    if (following.table, there) == (meeting.table, here):
        return text("stay")
    return f"{following.table} " + there


def _seat(meeting: Meeting, pair: int) -> str:
    return wording.account("NS" if meeting.ns == pair else "EW")


def _boards_next(movement: Movement, meeting: Meeting) -> str:
    tables = find_tables(movement, meeting.boards, meeting.round + 1)
    if tables:
        return ", ".join(map(str, tables))
    rest = find_next_table(movement, meeting.boards, meeting.round)
    return text("rest") if rest else text("done")


def _of_pair(movement: Movement, pair: int) -> Iterator[list[str]]:
    for number in range(1, movement.rounds + 1):
        meeting = movement.meetings.get((number, pair))
        if meeting is None:
            yield [str(number), _NOBODY, text("sits out"), _NOBODY, _NOBODY]
            continue
        (other,) = {*meeting.pairs} - {pair}
        boards = ranges(meeting.boards)
        yield [str(number), str(meeting.table), _seat(meeting, pair), str(other), boards]
