"""Forgets a tablet: takes away what it has brought, with all that follows from it.

What people have decided about its sessions stays, and counts again if those are imported.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.tables import PAGE_TABLET, TABLET
from scorepad.club.derived import ranking_rows
from scorepad.club.log import Signature, load_kind, undo
from scorepad.club.money.stakes import Stakes, evening_of
from scorepad.club.releasing import released
from scorepad.club.sessions.kinds import TakeOver
from scorepad.club.tablet_keys import forget_key
from scorepad.errors import Unknown, remedy
from scorepad.language import Text, joined, text, text_counted

_THEIRS = """\
SELECT id, started, rules, played FROM sessions WHERE tablet = :tablet ORDER BY started, number
"""
_KNOWN = """\
SELECT brought.tablet, sessions, deals, last.id, table_number, started, name FROM (
    SELECT tablet, max(number) AS newest, count(*) AS sessions, sum(played) AS deals
    FROM sessions GROUP BY tablet
) AS brought LEFT JOIN sessions AS last ON last.id = brought.tablet || '-' || newest
LEFT JOIN seats ON seats.session = last.id
LEFT JOIN round_seats AS first ON first.session = last.id AND turn = 0 AND first.seat = seats.seat
LEFT JOIN players ON players.id = coalesce(nullif(seats.player, 0), first.player)
ORDER BY brought.tablet, seats.seat
"""


@dataclass(frozen=True)
class KnownTablet:
    """A tablet that has brought sessions, or a key as those in pages do (`phone`).

    `cable`: its id is a board's. Of its last session there are the id, the table, the evening, if
    its clock was set, and the names of members: in an event those of its first round.
    """

    id: str
    phone: bool
    cable: bool = False
    sessions: int = 0
    deals: int = 0
    last: str | None = None
    table: int | None = None
    evening: str | None = None
    players: Sequence[str] = ()


def known_tablets(rows: Rows) -> list[KnownTablet]:
    """Return all of which the club has something, by their ids in hexadecimal."""
    keys = rows.all("SELECT name FROM secrets WHERE kind = :kind", kind=TABLET)
    phones = {row.name for row in keys}
    found = {tablet: KnownTablet(tablet, True) for tablet in phones}
    for tablet, seated in groupby(rows.all(_KNOWN), lambda row: row.tablet):
        seats = list(seated)
        names = [row.name for row in seats if row.name]
        _, sessions, deals, last, table, started, _ = seats[0]
        where = last, table, evening_of(rows, started or 0) or None, names
        cable = not re.fullmatch(PAGE_TABLET, tablet)
        found[tablet] = KnownTablet(tablet, tablet in phones, cable, sessions, deals, *where)
    return [found[one] for one in sorted(found)]


def tablet_meant(rows: Rows, given: str) -> str:
    """Return the id of the only tablet whose id begins so. Raise Unknown."""
    found = [tablet.id for tablet in known_tablets(rows) if tablet.id.startswith(given.lower())]
    if len(found) != 1:
        about = {"number": len(found), "begin": repr(given)}
        said = text("{number} tablets have an id that begins with {begin}.", **about)
        if not found:
            said = text("No tablet has an id that begins with {begin}.", begin=repr(given))
        raise Unknown(said, "tablet", [remedy("club tablet list")])
    return found[0]


def describe_loss(rows: Rows, tablet: str) -> list[Text]:
    """Return what goes when a tablet is forgotten, a line for each of its evenings."""
    lines = list[Text]()
    stakes, shown = Stakes(rows), {str(one.evening) for one in released(rows)}
    its = rows.all(_THEIRS, tablet=tablet)
    for evening, sessions in groupby(its, lambda row: evening_of(rows, row.started)):
        here = list(sessions)
        paid = any(stakes.of(history.id, evening, history.rules) for history in here)
        said = [
            text_counted(len(here), "{number} session", "{number} sessions"),
            text_counted(
                sum(history.played for history in here), "{number} deal", "{number} deals"
            ),
            *[text("released to the room")] * (evening in shown),
            *[text("played for money")] * paid,
        ]
        when = wording.dated(evening) or text("without a date")
        lines.append(joined((when, joined(said)), ": "))
    waits = "SELECT count(*) FROM waiting WHERE session LIKE :ids"
    number = rows.value(waits, ids=f"{tablet}-%")
    about = "SELECT count(*) FROM decisions WHERE subject LIKE :subjects"
    decided = rows.value(about, subjects=f"session:{tablet}-%")
    if number:
        lines.append(
            text_counted(
                number, "{number} session of a phone waits", "{number} sessions of phones wait"
            )
        )
    if decided:
        stay = text_counted(
            decided,
            "{number} decision about these sessions is kept, and counts again after an import.",
            "{number} decisions about these sessions are kept, and count again after an import.",
        )
        lines.append(stay)
    return lines


def forget(rows: Rows, tablet: str, by: Signature) -> None:
    """Take away all that a tablet has brought; a phone comes in again by a new code only.

    A session of another tablet that it has closed by taking over its table is open again.
    """
    ids = f"{tablet}-%"
    for entry, taken in load_kind(rows, TakeOver):
        if taken.by.startswith(f"{tablet}-"):
            undo(rows, entry.number, by)
    theirs = "SELECT number FROM decisions WHERE subject LIKE :subjects"
    aside = f"DELETE FROM set_aside WHERE replacement IN ({theirs})"
    rows.run(aside, subjects=f"session:{ids}")
    ranking_rows.forget(rows, "tablet = :tablet", tablet=tablet)
    for table in ("sessions", "event_sends"):
        rows.run(f"DELETE FROM {table} WHERE tablet = :tablet", tablet=tablet)
    for table in ("records", "imports", "tablet_totals", "waiting"):
        rows.run(f"DELETE FROM {table} WHERE session LIKE :ids", ids=ids)
    forget_key(rows, tablet)
    ranking_rows.catch_up(rows)
