"""All that was decided about an event, and by whom."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import (
    Authored,
    DecisionRow,
    EventPairRow,
    EventPlanRow,
    EventRow,
    EventRulingRow,
)
from scorepad.club.decisions.standing import name_of, undone
from scorepad.club.events.event import pair_names
from scorepad.club.events.loading import BACK, DROP, LEAVE, Called
from scorepad.language import marked, say


@dataclass(frozen=True)
class TrailEntry:
    """One decision. `what`: in words; `author`, `reason`: "" where nobody has said it."""

    made: datetime
    author: str
    what: str
    reason: str


def trail(rows: Rows, event: int) -> list[TrailEntry]:
    """As they were made."""
    row = rows.get(EventRow, event)
    if row is None:  # it was only tried
        return []
    gone = undone(rows)
    listed = [
        TrailEntry(one.made, one.author, _standing(what, gone.get(name_of(one))), one.reason)
        for one, what in in_words(rows, row)
    ]
    return sorted(listed, key=lambda one: one.made)


def _standing(what: str, by: DecisionRow | None) -> str:
    return say("{what} (undone by {name})", what=what, name=name_of(by)) if by else what


def in_words(rows: Rows, row: EventRow) -> list[tuple[Authored, str]]:
    """All decisions about an event, with what they are to people."""
    plans = select(EventPlanRow).where(EventPlanRow.event == row.id).order_by(EventPlanRow.id)
    later = [(plan, say("another movement")) for plan in list(rows.scalars(plans))[1:]]
    return [(row, say("planned")), *later, *_pairs(rows, row.id), *_rulings(rows, row.id)]


def _pairs(rows: Rows, event: int) -> list[tuple[Authored, str]]:
    mine = select(EventPairRow).where(EventPairRow.event == event).order_by(EventPairRow.id)
    entered = list(rows.scalars(mine))
    called = Called(rows, entered)
    listed = list[tuple[Authored, str]]()
    for row in entered:
        about = {"pair": row.pair, "number": row.since, "names": pair_names(called.players(row))}
        later = say("pair {pair} from round {number} on: {names}", **about)
        listed.append((row, later if row.since > 1 else say("pair {pair}: {names}", **about)))
    return listed


_SAID = {
    LEAVE: marked("pair {pair} leaves from round {number} on"),
    BACK: marked("pair {pair} is back"),
    DROP: marked("dropped"),
}


def _rulings(rows: Rows, event: int) -> list[tuple[Authored, str]]:
    mine = select(EventRulingRow).where(EventRulingRow.event == event).order_by(EventRulingRow.id)
    return [
        (row, say(_SAID.get(row.kind, row.kind), pair=row.pair, number=row.round))
        for row in rows.scalars(mine)
    ]
