"""The stakes that were given."""

from collections.abc import Sequence
from typing import Any

from scorepad import wording
from scorepad.club.log import Entry
from scorepad.club.money.stakes import Stake, shown
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(stakes: Sequence[tuple[Entry, Stake]]) -> Report:
    per_100 = text("Per 100")
    heads = layout(text("Said"), per_100, text("For"), numbers=(per_100,))
    rows = [[wording.local(entry.made), shown(of.per_100), _what(of)] for entry, of in stakes]
    return Report(text("Stakes"), [Section(table=Table(heads, rows))])


def _what(stake: Stake) -> str:
    if stake.session:
        return text("session {session}", session=stake.session)
    if not stake.evening:
        return text("default")
    return text("the evening of {evening}", evening=wording.dated(stake.evening))


def for_programs(stakes: Sequence[tuple[Entry, Stake]]) -> list[dict[str, Any]]:
    """Return the stakes, in hundredths; a default has neither session nor evening."""
    return [
        {
            "made": entry.made,
            "per_100": stake.per_100,
            "session": stake.session or None,
            "evening": stake.evening or None,
        }
        for entry, stake in stakes
    ]
