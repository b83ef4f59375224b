"""Decisions are only added: each gets the next number, and the time at which it was made."""

from datetime import UTC, datetime
from typing import TypeVar

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow, EventSendRow, MergeRow
from scorepad.club.log import next_number

Kind = TypeVar("Kind", bound=Decision)

_SUBJECTS = {"competition": "knockout", "session": "session", "evening": "evening"}


def add(rows: Rows, decision: Decision) -> None:
    """Add a decision; its subject has changed."""
    rows.add(numbered(rows, decision))
    rows.flush()
    if not isinstance(decision, EventSendRow):  # what a tablet fetches is no reason to look again
        rows.touch(subject_of(decision))


def subject_of(decision: Decision) -> str:
    """Return what a decision of one of the older tables is about."""
    for column, kind in _SUBJECTS.items():
        if which := getattr(decision, column, ""):
            return f"{kind}:{which}"
    return "players" if isinstance(decision, MergeRow) else "club"


def numbered(rows: Rows, decision: Kind) -> Kind:
    """The decision as it would be added."""
    last = rows.value(f"SELECT max(id) FROM {decision.__tablename__}")
    number = next_number(rows) if isinstance(decision, DecisionRow) else (last or 0) + 1
    decision.id, decision.made = number, datetime.now(UTC)
    return decision
