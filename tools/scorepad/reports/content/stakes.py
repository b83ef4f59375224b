"""The stakes that were given."""

from collections.abc import Sequence
from typing import Any

from scorepad import wording
from scorepad.club.database.schema import StakeRow
from scorepad.club.money.stakes import shown
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(stakes: Sequence[StakeRow]) -> Report:
    per_100 = text("Per 100")
    heads = layout(text("Said"), per_100, text("For"), numbers=(per_100,))
    rows = [[wording.local(row.made), shown(row.per_100), _what(row)] for row in stakes]
    return Report(text("Stakes"), [Section(table=Table(heads, rows))])


def _what(row: StakeRow) -> str:
    if row.session:
        return text("session {session}", session=row.session)
    if not row.evening:
        return text("default")
    return text("the evening of {evening}", evening=wording.dated(row.evening))


def for_programs(stakes: Sequence[StakeRow]) -> list[dict[str, Any]]:
    """Money in hundredths; a default has neither session nor evening."""
    return [
        {
            "made": row.made,
            "per_100": row.per_100,
            "session": row.session or None,
            "evening": row.evening or None,
        }
        for row in stakes
    ]
