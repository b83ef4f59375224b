"""A tablet that takes another's place at a table of an event: where it goes on, what it closes."""

from datetime import datetime
from statistics import median_low
from typing import NamedTuple

from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import rounds_of
from scorepad.club.events import sends
from scorepad.club.events.event import Event
from scorepad.club.history import SessionHistory, load_histories
from scorepad.club.log import Signature, decide
from scorepad.club.sessions.kinds import TakeOver


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
    begun = _find_begun(rows, event.number)
    here = [one for one in begun if one.session.table == table]
    given = sends.of_event(rows, event.id).get(table)
    holder = here[-1].recorded if here else given
    if holder is None or holder.tablet == tablet:
        return FIRST
    if here:
        return _read_round(here[-1].session)
    last = {one.session.table: one.session for one in begun}
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
    here = _find_begun(rows, event, table)
    for history in here[:-1]:
        last = here[-1].recorded
        if history.state == "open" and history.recorded.tablet != last.tablet:
            decide(
                rows, history, TakeOver(history.id, last.id), Signature(f"tablet {last.tablet}")
            )


def last_deal(rows: Rows, tablet: str) -> datetime | None:
    """Return when something of a session with deals came in from a tablet, by the local clock."""
    came = (
        "SELECT max(taken) FROM imports JOIN sessions ON sessions.id = imports.session "
        "WHERE tablet = :tablet AND played > 0"
    )
    last = rows.value(came, tablet=tablet)
    return datetime.fromisoformat(last).astimezone() if last else None


def _find_begun(rows: Rows, event: int, table: int | None = None) -> list[SessionHistory]:
    """Return the sessions that count and have begun a round, in the order in which they began.

    That is the order of the rounds that they began with: a tablet that is found again may bring
    later what it has played before. Of one round their clocks say it if all are set, else which
    came in first. `table`: only those at this one.
    """
    counting = "event = :event AND state IN ('open', 'complete')"
    if table is not None:
        counting += " AND table_number = :table"
    came = "(SELECT min(imports.id) FROM imports WHERE imports.session = sessions.id)"
    wanted = f"SELECT id FROM sessions WHERE {counting} ORDER BY {came}"
    ids = [row.id for row in rows.all(wanted, event=event, table=table)]
    begun = [history for history in load_histories(rows, ids) if rounds_of(history.session).listed]
    clocks = all(one.session.started for one in begun)

    def place(one: SessionHistory) -> tuple[int, int]:
        first = rounds_of(one.session).listed[0].round
        return first, one.session.started if clocks else 0

    return sorted(begun, key=place)
