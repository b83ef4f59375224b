"""Score an evening of duplicate."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from scorepad.errors import UserError
from scorepad.language import marked, text, text_counted
from scorepad.operation import Context, Outcome, Param, Query, Report, Rows, operation
from scorepad.operations.common import list_left_out
from scorepad.operations.duplicate import common
from scorepad.operations.events.common import EventOf, event_of
from scorepad.operations.results.common import Without

if TYPE_CHECKING:
    from scorepad.club.duplicate.evening import ScoredEvening


@dataclass(frozen=True)
class Scored(Outcome):
    """An evening, or each section of its event that is scored by itself."""

    evenings: "Sequence[ScoredEvening]"
    damaged: Sequence[str]
    travellers: bool
    doubts: bool

    @property
    def notes(self) -> Sequence[str]:
        """Return what is left out."""
        return list_left_out(self.damaged)

    @property
    def hints(self) -> Sequence[str]:
        """Return how many questions there are for the director, if they are not listed."""
        number = sum(len(evening.doubts) for evening in self.evenings)
        if self.doubts or not number:
            return ()
        said = text_counted(
            number,
            "{number} result is missing or doubtful; --doubts shows it",
            "{number} results are missing or doubtful; --doubts shows them",
        )
        return [said]

    def parts(self) -> "list[Report]":
        """Return a report for each."""
        from scorepad.reports.content.events.duplicate import report

        return [report(evening, self.travellers, self.doubts) for evening in self.evenings]

    def for_paper(self) -> Report:
        """Return them all as one."""
        from scorepad.reports.content.events.duplicate import join_sections

        return join_sections(self.parts())

    def as_json(self) -> Any:
        """Return them, always with travellers and doubts."""
        from scorepad.exports.duplicate import for_programs

        return for_programs(list(self.evenings))


@operation("club duplicate")
class ScoreDuplicate(Query):
    """Score an evening of duplicate

    Takes the sessions that are named, else those of an evening, else of the latest
    evening that has any. What begins before 06:00, or what `scorepad club settings`
    says, belongs to the evening before. If the evening has an event, it is scored
    as that has planned it.

    A pair is two players of the roster wherever they sit; guests are the pair of a
    table and a side. What is missing or doubtful is for the director: one line on
    standard error says how much there is, and --doubts prints it after the ranking.
    Damaged sessions are left out, and named.
    """

    examples = (
        "scorepad club duplicate",
        "scorepad club duplicate --doubts",
        "scorepad club duplicate --evening 2026-11-20 --scoring cross-imps --travellers",
        "scorepad club duplicate --evening 2026-11-20 --format pdf --output board.pdf",
        "scorepad club duplicate 02005c0e9ad0-7 0200aa17c3f2-4 --json > evening.json",
    )
    printable = True

    ids: Annotated[
        tuple[str, ...],
        Param("Sessions", "its ID, or how it begins", positional=True, metavar="SESSION"),
    ] = ()
    evening: common.Evening | None = None
    event: EventOf | None = None
    without: Without = ()
    scoring: Annotated[
        common.Kind | None,
        replace(common.SCORING, hint=marked("default: the event's, else matchpoints")),
    ] = None
    winners: Annotated[
        Literal[1, 2] | None,
        Param(
            "Lists",
            "one list, or one each for N-S and E-W (default: two if no pair sat both ways)",
            choices={"1": "One list", "2": "One for N-S, one for E-W"},
        ),
    ] = None
    travellers: Annotated[bool, Param("Travellers", "print every board too")] = False
    doubts: Annotated[bool, Param("Doubts", "print what is missing or doubtful too")] = False

    def check(self) -> None:
        common.check_which(self.evening, self.event)
        if self.ids and (self.evening or self.event):
            raise UserError(text("Name sessions, or an evening or an event, not both."), "ids")

    def subjects(self, rows: Rows) -> Sequence[str]:
        from scorepad.club.duplicate import gathering
        from scorepad.club.events.loading import live

        if self.event:
            return [f"event:{event_of(rows, self.event).number}"]
        evening, *_ = gathering.find_evening(rows, self.evening)
        planned = [each.decision for each in live(rows)]
        here = [each.subject for each in planned if each.date == str(evening)]
        return [f"evening:{evening}", *here]

    def run(self, rows: Rows, context: Context) -> Scored:
        from scorepad.club.duplicate.evening import reckon
        from scorepad.club.duplicate.gathering import select_by_ids, without

        if self.ids:
            gathering = select_by_ids(rows, self.ids)
        else:
            gathering = common.gather(rows, self.evening, self.event)
        evenings = reckon(without(gathering, self.without), self.scoring, self.winners)
        return Scored(evenings, gathering.damaged, self.travellers, self.doubts)
