"""The stakes that were given."""

from collections.abc import Sequence
from typing import Any

from scorepad.club.database.schema import StakeRow
from scorepad.club.money.stakes import shown
from scorepad.reports.content.report import Report, Section, Table, layout


def report(stakes: Sequence[StakeRow]) -> Report:
    """When each was said, how much it is, and for what."""
    heads = layout("Said (UTC)", "Per 100", "For", numbers=("Per 100",))
    rows = [[f"{row.made:%Y-%m-%d %H:%M}", shown(row.per_100), _what(row)] for row in stakes]
    return Report("Stakes", [Section(table=Table(heads, rows))])


def _what(row: StakeRow) -> str:
    if row.session:
        return f"session {row.session}"
    return f"the evening of {row.evening}" if row.evening else "default"


def for_programs(stakes: Sequence[StakeRow]) -> list[dict[str, Any]]:
    """Money in hundredths; a default has neither session nor evening."""
    return [_stake(row) for row in stakes]


def _stake(row: StakeRow) -> dict[str, Any]:
    return {
        "made": row.made,
        "per_100": row.per_100,
        "session": row.session or None,
        "evening": row.evening or None,
    }
