"""All that was decided about an event, and by whom."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import (
    Authored,
    EventPairRow,
    EventPlanRow,
    EventRow,
    EventRulingRow,
)
from scorepad.club.events.loading import BACK, DROP, LEAVE, Called


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
    assert row
    plans = rows.scalars(select(EventPlanRow).where(EventPlanRow.event == event))
    later = [(plan, "another movement") for plan in sorted(plans, key=lambda plan: plan.id)[1:]]
    said = [(row, "planned"), *later, *_pairs(rows, event), *_rulings(rows, event)]
    listed = [TrailEntry(one.made, one.author, what, one.reason) for one, what in said]
    return sorted(listed, key=lambda one: one.made)


def _pairs(rows: Rows, event: int) -> list[tuple[Authored, str]]:
    mine = select(EventPairRow).where(EventPairRow.event == event).order_by(EventPairRow.id)
    entered = list(rows.scalars(mine))
    called = Called(rows, entered)
    listed = list[tuple[Authored, str]]()
    for row in entered:
        since = f" from round {row.since} on" if row.since > 1 else ""
        names = " & ".join(player.called for player in called.players(row))
        listed.append((row, f"pair {row.pair}{since}: {names}"))
    return listed


_SAID = {
    LEAVE: "pair {pair} leaves from round {round} on",
    BACK: "pair {pair} is back",
    DROP: "dropped",
}


def _rulings(rows: Rows, event: int) -> list[tuple[Authored, str]]:
    mine = select(EventRulingRow).where(EventRulingRow.event == event).order_by(EventRulingRow.id)
    return [
        (row, _SAID.get(row.kind, row.kind).format(pair=row.pair, round=row.round))
        for row in rows.scalars(mine)
    ]
