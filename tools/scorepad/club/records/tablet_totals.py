"""Sessions of which the tablet has said another total than its records: both are kept and shown.

Of a session the last total alone is kept: a tablet that says another one each time leaves one.

What counts, in every list, is what the records say: they are what the table has entered.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import Replay, kept, replay, totals_text
from scorepad.language import text

_SAID = "SELECT session, tablet_totals.crc, tablet_totals.totals, complete FROM tablet_totals"
_OF_THESE_RECORDS = f"""\
{_SAID} JOIN sessions ON sessions.id = session AND sessions.crc = tablet_totals.crc
WHERE fault = '' AND tablet_totals.id IN (SELECT max(id) FROM tablet_totals GROUP BY session)
{{which}}
"""


@dataclass(frozen=True)
class TabletTotal:
    """The total that a tablet gives for the records with this CRC-32: `NS=300 EW=1620`."""

    session: str
    crc: int
    totals: str
    complete: bool


def said_last(rows: Rows, session: str) -> TabletTotal | None:
    """Return what the tablet has said of a session, if that was kept."""
    mine = f"{_SAID} WHERE session = :session ORDER BY id DESC LIMIT 1"
    row = rows.first(mine, session=session)
    return _read(*row) if row else None


def _read(session: str, crc: int, totals: str, complete: int) -> TabletTotal:
    return TabletTotal(session, crc, totals, bool(complete))


def is_new(rows: Rows, said: TabletTotal, differs: bool) -> bool:
    """Return True if it differs from the records, or from the last total, and must be kept."""
    last = said_last(rows, said.session)
    if last is None:
        return differs
    return said != last


def keep(rows: Rows, said: TabletTotal) -> None:
    """Keeps what a tablet has said, in place of what it has said before."""
    rows.run("DELETE FROM tablet_totals WHERE session = :session", session=said.session)
    rows.insert("tablet_totals", [{"made": datetime.now(UTC), **vars(said)}])


def differing(rows: Rows, session: str | None = None) -> dict[str, str]:
    """Return the tablet's total of each session, or of this one, that differs from its records."""
    which, values = ("", {}) if session is None else ("AND session = :id", {"id": session})
    said = [_read(*row) for row in rows.all(_OF_THESE_RECORDS.format(which=which), **values)]
    remarks = {
        total.session: _describe_difference(
            total, replay(total.session, kept(rows, total.session))
        )
        for total in said
    }
    return {name: remark for name, remark in remarks.items() if remark}


def _describe_difference(there: TabletTotal, recorded: Replay) -> str:
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
