"""Sessions of which the tablet has said another total than its records: both are kept and shown.

Of a session the last total alone is kept: a tablet that says another one each time leaves one.

What counts, in every list, is what the records say: they are what the table has entered.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, func, select

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SessionRow, TabletTotalRow
from scorepad.club.derived.replay import Replay, kept, replay, totals_text
from scorepad.language import text


@dataclass(frozen=True)
class TabletTotal:
    """What a tablet says of a session whose records have this CRC-32: `NS=300 EW=1620`."""

    session: str
    crc: int
    totals: str
    complete: bool


def said_last(rows: Rows, session: str) -> TabletTotalRow | None:
    """Return what the tablet has said of a session, if that was kept."""
    mine = select(TabletTotalRow).where(TabletTotalRow.session == session)
    return rows.scalar(mine.order_by(TabletTotalRow.id.desc()).limit(1))


def is_new(rows: Rows, said: TabletTotal, differs: bool) -> bool:
    """Whether it must be kept: it differs from the records, or from what was said last."""
    last = said_last(rows, said.session)
    if last is None:
        return differs
    return said != TabletTotal(last.session, last.crc, last.totals, last.complete)


def keep(rows: Rows, said: TabletTotal) -> None:
    """Keeps what a tablet has said, in place of what it has said before."""
    rows.execute(delete(TabletTotalRow).where(TabletTotalRow.session == said.session))
    rows.add(TabletTotalRow(made=datetime.now(UTC), **vars(said)))


def differing(rows: Rows, session: str | None = None) -> dict[str, str]:
    """What the tablet says of each session, or of this one, where its records say otherwise."""
    which = [] if session is None else [TabletTotalRow.session == session]
    newest = select(func.max(TabletTotalRow.id)).where(*which).group_by(TabletTotalRow.session)
    last = select(TabletTotalRow, SessionRow).join(
        SessionRow,
        (SessionRow.id == TabletTotalRow.session) & (SessionRow.crc == TabletTotalRow.crc),
    )
    found = rows.execute(last.where(TabletTotalRow.id.in_(newest), SessionRow.fault == ""))
    remarks = {h.id: _said(there, replay(h.id, kept(rows, h.id))) for there, h in found}
    return {name: remark for name, remark in remarks.items() if remark}


def _said(there: TabletTotalRow, recorded: Replay) -> str:
    """The difference in words, whatever the club has decided; "" if there is none any more."""
    totals, state = totals_text(recorded.session), recorded.state
    if there.totals != totals:
        return text(
            "the tablet says {totals}, its records say {others}, and what the records say counts",
            totals=there.totals,
            others=totals,
        )
    if there.complete != (state == "complete"):
        return text(
            "the tablet says it is {state}, its records say it is {other}, "
            "and what the records say counts",
            state=wording.state("complete" if there.complete else "open"),
            other=wording.state(state),
        )
    return ""
