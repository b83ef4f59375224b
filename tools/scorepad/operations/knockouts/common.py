"""Parameters and outcomes of operations about knock-outs."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.operation import Param, Rows, Suggestion
from scorepad.operations.common import Found

if TYPE_CHECKING:
    from scorepad.club.knockout.competition import Competition


def standing(competition: "Competition") -> Found:
    """Return how a knock-out stands: its summary sheet, and what is to be known of it."""
    from scorepad.reports.content.events.knockout import for_programs, report

    notes = competition.notes
    space = [""] if notes else []
    return Found(competition, report, for_programs, headed=True, below=[*space, *notes])


def suggest_knockouts(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield all knock-outs, the newest first."""
    from scorepad.club.knockout.kinds import load_live

    yield from ((knockout.name, knockout.name) for knockout in reversed(load_live(rows)))


NAME = Param("Knock-out", "its name", "Cup 2026", suggests=suggest_knockouts)
Name = Annotated[str, NAME]
