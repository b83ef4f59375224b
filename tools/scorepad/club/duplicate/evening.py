"""An evening of duplicate, scored: all that is printed or written of it."""

from dataclasses import dataclass

from scorepad.club.duplicate.against_plan import Doubt
from scorepad.club.duplicate.comparison import Comparison, compared
from scorepad.club.duplicate.directed import directed_field
from scorepad.club.duplicate.doubts import doubts
from scorepad.club.duplicate.field import Field
from scorepad.club.duplicate.gathering import Gathering
from scorepad.club.duplicate.ranking import Ranking, rankings
from scorepad.language import say


@dataclass(frozen=True)
class ScoredEvening:
    """The sessions with what follows from them; `rankings`: one list, or one a direction."""

    gathering: Gathering
    field: Field
    comparison: Comparison
    rankings: list[Ranking]
    doubts: list[Doubt]

    @property
    def decided(self) -> list[str]:
        """All that was decided about its sessions and about itself, in words, a line each."""
        sessions = self.gathering.sessions
        theirs = [
            say("Session {id}, {what}", id=one.id, what=said)
            for one in sessions
            for said in one.decided.said
        ]
        return [*theirs, *(f"{said[0].upper()}{said[1:]}" for said in self.field.notes)]


def scored(gathering: Gathering, scoring: str, winners: int | None = None) -> ScoredEvening:
    """`scoring`: one of SCORINGS; `winners`: 1 or 2 lists, None: as the pairs sat."""
    field = directed_field(gathering.sessions, gathering.directed)
    comparison = compared(field, scoring)
    return ScoredEvening(
        gathering,
        field,
        comparison,
        rankings(comparison, winners),
        doubts(field, gathering.sessions, gathering.event, _tables(gathering)),
    )


def _tables(gathering: Gathering) -> list[int]:
    """Those of the event, or of the section of it; of sessions that were named, only theirs."""
    if gathering.evening is None:
        return sorted({one.session.table for one in gathering.sessions})
    return [table for movement in gathering.movements for table in movement.tables]
