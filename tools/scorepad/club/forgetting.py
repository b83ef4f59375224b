"""Forgets a tablet: takes away what it has brought, with all that follows from it.

What people have decided about its sessions stays, and counts again if those are imported.
"""

from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import Session as Rows

from scorepad import wording
from scorepad.club.database.schema import (
    IN_ORDER,
    TABLET,
    DecisionRow,
    EventSendRow,
    ImportRow,
    RecordRow,
    ReplacementRow,
    ReseatingRow,
    RulingRow,
    SecretRow,
    SessionRow,
    SetAsideRow,
    StakeRow,
    TabletTotalRow,
)
from scorepad.club.decisions.adding import Signature
from scorepad.club.decisions.kinds import TAKEN_OVER
from scorepad.club.decisions.standing import name_of, standing
from scorepad.club.derived import ranking_rows
from scorepad.club.money.stakes import Stakes, evening_of
from scorepad.club.releasing import released
from scorepad.club.tablet_keys import forget_key
from scorepad.club.undoing import undo
from scorepad.errors import UserError
from scorepad.language import counted, say

_DECIDED = (DecisionRow, ReseatingRow, StakeRow, RulingRow)


@dataclass(frozen=True)
class KnownTablet:
    """A tablet of which the club has something. `id`: in hexadecimal; `phone`: is in a page.

    `table`: of its last session, 0 = none; `last`: the evening of that, "" = unknown.
    """

    id: str
    phone: bool
    table: int = 0
    sessions: int = 0
    deals: int = 0
    last: str = ""


def known_tablets(rows: Rows) -> list[KnownTablet]:
    """Return all that have brought a session, or a key as tablets in pages do, by their ids."""
    phones = set(rows.scalars(select(SecretRow.name).where(SecretRow.kind == TABLET)))
    found = {tablet: KnownTablet(tablet, True) for tablet in phones}
    every = rows.scalars(select(SessionRow).order_by(SessionRow.tablet, *IN_ORDER))
    for tablet, sessions in groupby(every, lambda row: row.tablet):
        its = list(sessions)
        counts = its[-1].table_number, len(its), sum(one.played for one in its)
        last = evening_of(its[-1].started)
        found[tablet] = KnownTablet(tablet, tablet in phones, *counts, last)
    return [found[tablet] for tablet in sorted(found)]


def tablet_meant(rows: Rows, given: str) -> str:
    """Return the id of the only tablet whose id begins so. Raises UserError."""
    found = [one.id for one in known_tablets(rows) if one.id.startswith(given.lower())]
    if len(found) != 1:
        many = f"{len(found)} tablets begin so" if found else "there is no such tablet"
        raise UserError(f"{given!r}: {many}; `scorepad club tablet list` shows them")
    return found[0]


def describe_loss(rows: Rows, tablet: str) -> list[str]:
    """Return what goes when a tablet is forgotten, a line for each of its evenings."""
    lines = list[str]()
    stakes, shown = Stakes(rows), {str(one.evening) for one in released(rows)}
    its = rows.scalars(select(SessionRow).where(SessionRow.tablet == tablet).order_by(*IN_ORDER))
    for evening, sessions in groupby(its, lambda row: evening_of(row.started)):
        here = list(sessions)
        said = [
            counted(len(here), "{number} session", "{number} sessions"),
            counted(sum(one.played for one in here), "{number} deal", "{number} deals"),
        ]
        said += [say("released to the room")] * (evening in shown)
        paid = any(stakes.of(one.id, evening, one.rules) for one in here)
        said += [say("played for money")] * paid
        lines.append(f"{wording.dated(evening) or say('without a date')}: {', '.join(said)}")
    theirs = (
        select(func.count()).select_from(kind).where(kind.session.startswith(f"{tablet}-"))
        for kind in _DECIDED
    )
    if number := sum(rows.scalars(one).one() for one in theirs):
        stay = counted(
            number,
            "{number} decision about these stays, and counts again if they are imported.",
            "{number} decisions about these stay, and count again if they are imported.",
        )
        lines.append(stay)
    return lines


def forget(rows: Rows, tablet: str, by: Signature) -> None:
    """Take away all that a tablet has brought; a phone comes in again by a new code only.

    A session of another tablet that it has closed by taking over its table is open again.
    """
    begin = f"{tablet}-"
    closed = DecisionRow.kind == TAKEN_OVER, DecisionRow.said.startswith(begin)
    for row in standing(rows, DecisionRow, *closed):
        undo(rows, name_of(row), by)
    aside = exists().where(SetAsideRow.replacement == ReplacementRow.id)
    copies = select(ReplacementRow.id).where(ReplacementRow.session.startswith(begin), aside)
    replaced = list(rows.scalars(copies))
    rows.execute(delete(SetAsideRow).where(SetAsideRow.replacement.in_(replaced)))
    rows.execute(delete(ReplacementRow).where(ReplacementRow.id.in_(replaced)))
    ranking_rows.forget(rows, SessionRow.tablet == tablet)
    rows.execute(delete(SessionRow).where(SessionRow.tablet == tablet))
    for kind in (RecordRow, ImportRow, TabletTotalRow):
        rows.execute(delete(kind).where(kind.session.startswith(begin)))
    rows.execute(delete(EventSendRow).where(EventSendRow.tablet == tablet))
    forget_key(rows, tablet)
    ranking_rows.catch_up(rows)
