"""Decisions are only added: each gets the next number, and the time at which it was made."""

from datetime import UTC, datetime
from typing import TypeVar

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow
from scorepad.club.log import next_number

Kind = TypeVar("Kind", bound=Decision)


def add(rows: Rows, decision: Decision) -> None:
    rows.add(numbered(rows, decision))
    rows.flush()


def numbered(rows: Rows, decision: Kind) -> Kind:
    """The decision as it would be added."""
    last = rows.value(f"SELECT max(id) FROM {decision.__tablename__}")
    number = next_number(rows) if isinstance(decision, DecisionRow) else (last or 0) + 1
    decision.id, decision.made = number, datetime.now(UTC)
    return decision
