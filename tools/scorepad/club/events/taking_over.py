"""A tablet that takes another's place at a table of an event: where it goes on, what it closes."""

from datetime import datetime
from statistics import median_low
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import ImportRow, SessionRow
from scorepad.club.decisions.adding import Signature, add
from scorepad.club.decisions.consequences import derive_anew
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.kinds import TAKEN_OVER, decision
from scorepad.club.derived.replay import kept, replay, rounds_of
from scorepad.club.events import sends
from scorepad.club.events.event import Event


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
    Where nothing of it has come in, it is in the round that most other tables have come to.
    """
    sessions = _find_sessions(rows, SessionRow.event == event.number)
    last = {row.table_number: row for row in sessions}
    given = sends.of_event(rows, event.id).get(table)
    holder = last.get(table, given)
    if holder is None or holder.tablet == tablet:
        return FIRST
    if table in last:
        return _read_round(rows, last[table])
    rounds = [_read_round(rows, row).round for row in last.values()]
    return Reached(min(median_low(rounds or [1]), event.rounds))


def _read_round(rows: Rows, row: SessionRow) -> Reached:
    session = Corrections(rows, row.id).applied(replay(row.id, kept(rows, row.id))).session
    rounds = rounds_of(session)
    if not rounds.listed:
        return Reached(1)
    one = rounds.listed[rounds.current()]
    left = rounds.left(session, rounds.current())
    if not left:
        return Reached(one.round + 1)
    return Reached(one.round, () if one.overruled else tuple(left))


def close_others(rows: Rows, event: int, table: int) -> None:
    """Close what other tablets have open at a table of an event than the one that began last.

    What they still bring of it counts. `event`: its number on the tablets.
    """
    here = _find_sessions(rows, SessionRow.event == event, SessionRow.table_number == table)
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


def _find_sessions(rows: Rows, *which: ColumnElement[bool]) -> list[SessionRow]:
    """Return those that count, as they began; of one minute as they came in first."""
    first = select(func.min(ImportRow.id)).where(ImportRow.session == SessionRow.id)
    counting = SessionRow.state.in_(("open", "complete"))
    ordered = (SessionRow.started, first.scalar_subquery())
    return list(rows.scalars(select(SessionRow).where(*which, counting).order_by(*ordered)))
