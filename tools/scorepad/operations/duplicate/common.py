"""Parameters of operations about evenings of duplicate."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

from firmware.scoring.deal import MAX_BOARD
from scorepad.club.evenings import day
from scorepad.errors import Unknown, UserError
from scorepad.language import Text, marked, text
from scorepad.operation import Context, Done, Param, Rows, Suggestion
from scorepad.operations.common import Decision, given_of
from scorepad.operations.events.common import EventOf, event_of
from scorepad.operations.results.common import EVENING

if TYPE_CHECKING:
    from scorepad.club.duplicate.directing import Evening as Played
    from scorepad.club.duplicate.gathering import Gathering


def suggest_pairs(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the pairs of the evening or the event; pair 2 is before pair 10."""
    for pair in sorted((pair.name for pair in _load_evening(rows, given).pairs), key=_sort_key):
        yield pair, pair


def suggest_boards(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the boards that were played on the evening or in the event."""
    for board in sorted({result.board for result in _load_evening(rows, given).results} - {0}):
        yield str(board), str(board)


def _load_evening(rows: Rows, given: Mapping[str, Any]) -> "Played":
    from scorepad.club.duplicate.directing import evening_of

    evening = given_of(given, "evening")
    gathering = gather(rows, day(evening) if evening else None, given_of(given, "event"))
    return evening_of(gathering)


def _sort_key(name: str) -> list[int | str]:
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


Kind = Literal["matchpoints", "cross-imps", "butler", "cross-imps-mean", "butler-trimmed"]
SCORING = Param(
    "Scoring",
    "matchpoints, cross-imps, butler, cross-imps-mean, butler-trimmed",
    hint="default: matchpoints",
    metavar="KIND",
)
Scoring = Annotated[Kind, SCORING]
Evening = Annotated[
    date, replace(EVENING, help=marked("default: the latest"), hint=None, read=day)
]
Board = Annotated[
    int,
    Param("Board", "its number", low=1, high=MAX_BOARD, suggests=suggest_boards),
]
Pair = Annotated[str, Param("Pair", "which", "Ann & Bob", suggests=suggest_pairs)]
Amount = Annotated[str, Param("Amount", "as 10% or '3 IMPs'", "10%")]


def check_which(evening: object, event: object) -> None:
    """Raise UserError if an evening is named and an event, too."""
    if evening and event:
        raise UserError(text("Name an evening or an event, not both."), "event")


def gather(rows: Rows, evening: Any, event: str | None) -> "Gathering":
    """Return the sessions of the event or the evening, else of the latest. Raise UserError."""
    from scorepad.club.duplicate import gathering

    if event:
        return gathering.of_event(rows, event_of(rows, event))
    return gathering.of_evening(rows, evening)


@dataclass(frozen=True, kw_only=True)
class EveningDecision(Decision):
    """Base of what is decided about an evening of duplicate, or an event."""

    evening: Evening | None = None
    event: EventOf | None = None

    @classmethod
    def prefill(cls, rows: Rows, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the latest evening: before the form is sent a newer one may come in."""
        from scorepad.club.duplicate.gathering import find_evening

        if given_of(given, "evening") or given_of(given, "event"):
            return {}
        try:
            return {"evening": find_evening(rows, None)[0]}
        except Unknown:
            return {}

    def check(self) -> None:
        check_which(self.evening, self.event)

    def direct(
        self, rows: Rows, context: Context, work: Callable[..., Text], **about: Any
    ) -> Done:
        """Return what was done: `work` decides about the evening. Raise UserError."""
        from scorepad.club.duplicate.directing import evening_of

        evening = evening_of(gather(rows, self.evening, self.event))
        return Done([work(rows, evening=evening, by=self.by(context), **about)])


def amount_of(given: str, sign: int) -> Any:
    """Return an amount that is given (1) or taken (-1). Raise UserError."""
    from scorepad.club.duplicate.amounts import Amount as Given
    from scorepad.club.duplicate.amounts import amount

    said = amount(given)
    if said.number <= 0:
        over = text("{given}: an amount without a sign, over 0", given=given)
        raise UserError(over, "amount")
    return Given(sign * said.number, said.unit)
