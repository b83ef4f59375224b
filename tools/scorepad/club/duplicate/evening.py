"""An evening of duplicate, scored: all that is printed or written of it."""

from dataclasses import dataclass

from scorepad.club.duplicate.comparison import Comparison, compared
from scorepad.club.duplicate.doubts import Doubt, doubts
from scorepad.club.duplicate.field import field_of
from scorepad.club.duplicate.gathering import Gathering
from scorepad.club.duplicate.ranking import Ranking, rankings


@dataclass(frozen=True)
class ScoredEvening:
    """The sessions with what follows from them; `rankings`: one list, or one a direction."""

    gathering: Gathering
    comparison: Comparison
    rankings: list[Ranking]
    doubts: list[Doubt]


def scored(gathering: Gathering, scoring: str, winners: int | None = None) -> ScoredEvening:
    """`scoring`: one of SCORINGS; `winners`: 1 or 2 lists, None: as the pairs sat."""
    field = field_of(gathering.sessions)
    comparison = compared(field, scoring)
    return ScoredEvening(
        gathering,
        comparison,
        rankings(comparison, winners),
        doubts(field, gathering.sessions, gathering.event, _tables(gathering)),
    )


def _tables(gathering: Gathering) -> list[int]:
    """Those of the event, or of the section of it; of sessions that were named, only theirs."""
    if gathering.evening is None:
        return sorted({one.session.table for one in gathering.sessions})
    return [table for movement in gathering.movements for table in movement.tables]
