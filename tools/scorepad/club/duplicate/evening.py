"""An evening of duplicate, scored: all that is printed or written of it."""

from dataclasses import dataclass
from functools import cached_property

from scorepad.club.duplicate.against_plan import Doubt
from scorepad.club.duplicate.comparison import MATCHPOINTS, Comparison, compare_results
from scorepad.club.duplicate.directed import directed_field
from scorepad.club.duplicate.doubts import doubts
from scorepad.club.duplicate.field import Field
from scorepad.club.duplicate.gathering import Gathering, by_section
from scorepad.club.duplicate.ranking import Ranking, rankings
from scorepad.language import make_sentence, text


@dataclass(frozen=True)
class ScoredEvening:
    """The sessions with what follows from them; `rankings`: one list, or one a direction."""

    gathering: Gathering
    field: Field
    comparison: Comparison
    rankings: list[Ranking]

    @cached_property
    def doubts(self) -> list[Doubt]:
        """Return what is missing and what the director should ask about."""
        here = self.gathering
        tables = [table for movement in here.movements for table in movement.tables]
        if here.evening is None:  # of sessions that were named, only theirs
            tables = sorted({session.session.table for session in here.sessions})
        return doubts(self.field, here.sessions, here.event, tables)

    @property
    def decided(self) -> list[str]:
        """Return all that was decided about its sessions and about itself, a sentence each."""
        sessions = self.gathering.sessions
        theirs = [
            text("Session {session}: {what}", session=session.id, what=said)
            for session in sessions
            for said in session.decided.said
        ]
        return [*map(make_sentence, [*theirs, *self.field.notes])]


def reckon(
    gathering: Gathering, scoring: str | None = None, winners: int | None = None
) -> list[ScoredEvening]:
    """Return the evening, or each section of its event that is compared in itself, as planned.

    scoring: one of SCORINGS, instead of what is planned or else matchpoints; winners: 1 or 2
    lists, instead of what is planned or else as the pairs sat. Raise UserError for an amount that
    is nothing in IMPs.
    """
    planned = gathering.event.scoring if gathering.event else MATCHPOINTS
    return [_score(part, scoring or planned, winners) for part in by_section(gathering)]


def _score(gathering: Gathering, scoring: str, winners: int | None) -> ScoredEvening:
    field = directed_field(gathering.sessions, gathering.directed)
    comparison = compare_results(field, scoring)
    listed = rankings(comparison, winners or gathering.winners)
    return ScoredEvening(gathering, field, comparison, listed)
