"""Parameters of operations about sessions, and what may be chosen for them."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.language import text
from scorepad.operation import Param, Suggestion
from scorepad.operations.common import given_of

if TYPE_CHECKING:
    from scorepad.club.database.rows import Rows

SUGGESTED = 500  # with more a page would be long to load
MOST_DEALS = 9999
# Of each day by the clock of the world when the first and the last session began. From each day
# the index leads to the one before: what is read is as many as are asked for.
_DAYS = """\
WITH RECURSIVE days (latest, place) AS (
    SELECT max(started), 1 FROM sessions
    UNION ALL
    SELECT (SELECT max(started) FROM sessions WHERE started < latest / 1440 * 1440), place + 1
    FROM days WHERE latest IS NOT NULL AND place < :most
)
SELECT (SELECT min(started) FROM sessions WHERE started >= latest / 1440 * 1440), latest
FROM days WHERE latest IS NOT NULL ORDER BY place
"""
_NEWEST_SESSIONS = (
    "SELECT id, table_number, started FROM sessions "
    "ORDER BY started DESC, tablet DESC, number DESC LIMIT :most"
)
_NEWEST_EVENTS = "SELECT id, name, date FROM events ORDER BY id DESC LIMIT :most"


def _newest(rows: "Rows", asked: str) -> Any:
    from sqlalchemy import text as sql

    return rows.execute(sql(asked), {"most": SUGGESTED})


def suggest_sessions(rows: "Rows", given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the newest sessions, each with its table and time."""
    from scorepad import wording

    for id, table, started in _newest(rows, _NEWEST_SESSIONS):
        yield id, text("Table {table}, {when}", table=table, when=wording.clock(started))


def suggest_deals(rows: "Rows", given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the deals of the session as they are now."""
    from scorepad import wording
    from scorepad.club.decisions.correcting import session_decided
    from scorepad.club.decisions.corrections import deal_text
    from scorepad.errors import UserError

    try:
        session = session_decided(rows, given_of(given, "session")).session
    except UserError:
        return
    for number in range(1, len(session.deals) + 1):
        yield str(number), f"{number}: {wording.in_symbols(deal_text(session, number))}"


def suggest_evenings(rows: "Rows", given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the evenings of sessions, the newest first; at last that of those without a date."""
    from scorepad import wording
    from scorepad.club.records.evenings import NONE, evening_of

    spans = _newest(rows, _DAYS)  # of no day are there three evenings
    found = dict.fromkeys(evening_of(each) for span in spans for each in reversed(span))
    yield from ((str(evening), wording.day(evening)) for evening in found if evening)
    if None in found:
        yield NONE, text("without a date")


def suggest_events(rows: "Rows", given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the newest events of duplicate, by their ids."""
    from scorepad import wording

    for id, name, when in _newest(rows, _NEWEST_EVENTS):
        yield f"id={id}", f"{name} · {wording.dated(when)}"


def suggest_waiting(rows: "Rows", given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the sessions that wait for the director."""
    from scorepad.club.waiting import waiting

    for one in waiting(rows):
        yield one.row.session, one.row.session


def read_evening(given: str) -> date:
    """Return the evening of a date. Raise UserError."""
    from scorepad.club.records.evenings import day

    return day(given)


Session = Annotated[
    str,
    Param("Session", "its id, or how it begins", "02005c0e9ad0-7", suggests=suggest_sessions),
]
Deal = Annotated[
    int,
    Param(
        "Deal", "its number in the session", "3", low=1, high=MOST_DEALS, suggests=suggest_deals
    ),
]
Waiting = Annotated[
    str, Param("Waiting session", "its id, or how it begins", suggests=suggest_waiting)
]
