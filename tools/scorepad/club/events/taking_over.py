"""A tablet that takes another's place at a table of an event: where it goes on, what it closes."""

from datetime import datetime
from statistics import median_low
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select

from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import ImportRow, SessionRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.consequences import derive_anew
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.kinds import TAKEN_OVER, decision
from scorepad.club.derived.replay import kept, replay, rounds_of
from scorepad.club.events import sends
from scorepad.club.events.event import Event
from scorepad.club.log import Signature


class Reached(NamedTuple):
    """The round that a table has come to, after the last one if it is through.

    `round`: 0 for the tablet that has the table. `boards`: those that are left of it, none = all.
    """

    round: int = 0
    boards: tuple[int, ...] = ()


FIRST = Reached()


def reached(rows: Rows, event: Event, table: int, tablet: str) -> Reached:
    """Return where another tablet than that of the table would go on there.

    A table has the tablet that has begun last there or, before play, that was given its part.
    Where nothing of it has come in, half of the other tables have come to that round or a later.
    """
    here = _find_begun(rows, event.number, SessionRow.table_number == table)
    given = sends.of_event(rows, event.id).get(table)
    holder = here[-1].row if here else given
    if holder is None or holder.tablet == tablet:
        return FIRST
    if here:
        return _read_round(here[-1].session)
    last = {one.row.table_number: one.session for one in _find_begun(rows, event.number)}
    rounds = [_read_round(session).round for session in last.values()]
    return Reached(min(median_low(rounds or [1]), event.rounds))


def _read_round(session: Session) -> Reached:
    rounds = rounds_of(session)
    one = rounds.listed[rounds.current_index()]
    left = rounds.boards_left(session, rounds.current_index())
    if not left:
        return Reached(one.round + 1)
    return Reached(one.round, () if one.overruled else tuple(left))


def close_others(rows: Rows, event: int, table: int) -> None:
    """Close what other tablets have open at a table of an event than the one that began last.

    What they still bring of it counts. `event`: its number on the tablets.
    """
    here = [one.row for one in _find_begun(rows, event, SessionRow.table_number == table)]
    for row in here[:-1]:
        if row.state == "open" and row.tablet != here[-1].tablet:
            by, about = Signature(f"tablet {here[-1].tablet}"), {"records": row.records}
            add(rows, decision(by, TAKEN_OVER, session=row.id, said=here[-1].id, **about))
            derive_anew(rows, row.id)


def last_deal(rows: Rows, tablet: str) -> datetime | None:
    """Return when something of a session with deals came in from a tablet, by the local clock."""
    theirs = ImportRow.session == SessionRow.id, SessionRow.tablet == tablet, SessionRow.played > 0
    last = rows.scalar(select(func.max(ImportRow.taken)).where(*theirs))
    return last.astimezone() if last else None


class _Begun(NamedTuple):
    """A session that has begun a round, `round` as its first."""

    row: SessionRow
    session: Session
    round: int


def _find_begun(rows: Rows, event: int, *which: ColumnElement[bool]) -> list[_Begun]:
    """Return the sessions that count and have begun a round, in the order in which they began.

    That is the order of the rounds that they began with: a tablet that is found again may bring
    later what it has played before. Of one round their clocks say it if all are set, else which
    came in first.
    """
    first = select(func.min(ImportRow.id)).where(ImportRow.session == SessionRow.id)
    counting = SessionRow.event == event, SessionRow.state.in_(("open", "complete"))
    found = select(SessionRow).where(*counting, *which).order_by(first.scalar_subquery())
    begun = []
    for row in rows.scalars(found):
        replayed = replay(row.id, kept(rows, row.id))
        session = Corrections(rows, row.id).applied(replayed).session
        for first_round in rounds_of(session).listed[:1]:
            begun.append(_Begun(row, session, first_round.round))
    clocks = all(one.row.started for one in begun)
    return sorted(begun, key=lambda one: (one.round, one.row.started if clocks else 0))
