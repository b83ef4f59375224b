"""Decisions are only added: each gets the next number, and the time at which it was made."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision

Kind = TypeVar("Kind", bound=Decision)


@dataclass(frozen=True)
class Signature:
    """Who decides, and why; "" where nobody has said it."""

    author: str = ""
    reason: str = ""


def add(rows: Rows, decision: Decision) -> None:
    rows.add(numbered(rows, decision))
    rows.flush()


def numbered(rows: Rows, decision: Kind) -> Kind:
    """The decision as it would be added."""
    last = rows.value(f"SELECT max(id) FROM {decision.__tablename__}")
    decision.id, decision.made = (last or 0) + 1, datetime.now(UTC)
    return decision
