"""Which sessions the club has: one question to any database, whoever has opened it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorepad.club.records.evenings import END, FIRST, span

Ask = Callable[[str, dict[str, Any]], Iterable[Sequence[Any]]]  # the rows of an SQL statement

_COLUMNS = (
    "id, tablet, number, table_number, rules, state, records, crc, started, fault, played, totals"
)
# One `or` would lead past the index.
_UNDATED = (
    "id IN (SELECT id FROM sessions WHERE started < :first"
    " UNION ALL SELECT id FROM sessions WHERE started >= :beyond)"
)


@dataclass(frozen=True)
class Asked:
    """Which sessions are meant; None: all. `evening`: a date, or "" for those without one.

    `player`: the id of a person; `limit`: only so many, those that began last.
    """

    evening: date | str | None = None
    player: int | None = None
    rules: str | None = None
    limit: int | None = None


@dataclass(frozen=True)
class ListedSession:
    """A session, as schema.SessionRow has it; `played`: deals; `totals`: points by account."""

    id: str
    tablet: str
    number: int
    table_number: int
    rules: str
    state: str
    records: int
    crc: int
    started: int
    fault: str
    played: int
    totals: dict[str, int]


def listed(ask: Ask, asked: Asked) -> list[ListedSession]:
    """The sessions that are meant, as they began."""
    where, values = _meant(asked)
    found = list(ask(f"SELECT {_COLUMNS} FROM sessions{where}", values))
    ordered = found if asked.limit is None else reversed(found)
    return [ListedSession(*[*row[:-1], points_of(row[-1])]) for row in ordered]


def points_of(totals: str) -> dict[str, int]:
    """What `NS=300 EW=1620` says, by account."""
    pairs = (pair.split("=") for pair in totals.split())
    return {account: int(points) for account, points in pairs}


def _meant(asked: Asked) -> tuple[str, dict[str, Any]]:
    """What follows the name of the table, and the values in it."""
    parts, values = list[str](), dict[str, Any]()
    if isinstance(asked.evening, date):
        parts.append("started >= :first AND started < :beyond")
        values["first"], values["beyond"] = span(asked.evening)
    elif asked.evening is not None:
        parts.append(_UNDATED)
        values |= {"first": FIRST, "beyond": END}
    if asked.rules is not None:
        parts.append("rules = :rules")
        values["rules"] = asked.rules
    if asked.player is not None:
        parts.append("id IN (SELECT session FROM seats WHERE player = :player)")
        values["player"] = asked.player
    where = f" WHERE {' AND '.join(parts)}" if parts else ""
    if asked.limit is None:
        return f"{where} ORDER BY started, tablet, number", values
    last = " ORDER BY started DESC, tablet DESC, number DESC LIMIT :limit"
    return where + last, {**values, "limit": asked.limit}
