"""The stakes that were given, for people and for programs."""

from collections.abc import Sequence
from typing import Any

from scorepad.club.database.schema import StakeRow
from scorepad.club.money.stakes import shown
from scorepad.reports.drawing.terminal_table import Table


def as_table(stakes: Sequence[StakeRow]) -> Table:
    """When each was said, how much it is, and for what."""
    table = Table()
    for head in ("Said (UTC)", "Per 100", "For"):
        table.add_column(head, justify="right" if head == "Per 100" else "left", overflow="fold")
    for row in stakes:
        table.add_row(f"{row.made:%Y-%m-%d %H:%M}", shown(row.per_100), _what(row))
    return table


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
