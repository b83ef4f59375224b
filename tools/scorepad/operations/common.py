"""Parameters and outcomes that several operations have."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from scorepad.language import Text, text
from scorepad.operation import PAGE, TERMINAL, Change, Context, Outcome, Param, Report, plain

if TYPE_CHECKING:
    from scorepad.club.log import Signature

SUGGESTED = 500  # with more a page would be long to load
# No program may let in others, look for them, or take away what people have played.
BY_PEOPLE = frozenset((TERMINAL, PAGE))

Reason = Annotated[str, Param("Reason", "why, for the record", metavar="TEXT")]
Author = Annotated[str, Param("Who decides it", "your name, for the record", metavar="NAME")]
Score = Annotated[str, Param("Score", "of both sides, or of N-S", "A+")]
OtherScore = Annotated[
    str, Param("Score of E-W", "of E-W", "A-", positional=True, metavar="SCORE")
]


@dataclass(frozen=True)
class Found(Outcome):
    """The result of a query, as a report and as JSON.

    none: the text if nothing was found
    above, below: texts that are shown with the report
    """

    found: Any
    report: Callable[[Any], Report]
    for_programs: Callable[[Any], Any] = plain
    none: str = ""
    notes: Sequence[str] = ()
    headed: bool = False
    above: Sequence[str] = ()
    below: Sequence[str] = ()

    def parts(self) -> Iterable[Report | str]:
        if not self.found and self.none:
            return [self.none]
        report = self.report(self.found)
        shown = report if self.headed else report.unheaded
        return [*self.above, shown, *self.below]

    def as_json(self) -> Any:
        return self.for_programs(self.found)


@dataclass(frozen=True)
class Answer(Outcome):
    """Sentences and reports; `known`: the same for programs."""

    said: Sequence[Report | str] = ()
    known: Any = None
    notes: Sequence[str] = ()
    status: int = 0

    def parts(self) -> Sequence[Report | str]:
        return self.said

    def as_json(self) -> Any:
        return plain(self.known)


class Lines(Answer):
    """Lines of which each stays one. Without any: the end."""

    in_lines: ClassVar[bool] = True


def list_left_out(names: Iterable[str]) -> list[Text]:
    """Return what people are told of what is not in a file or a report."""
    return [text("left out: {what}", what=each) for each in names]


def given_of(given: Mapping[str, Any], name: str) -> str:
    """Return what was given for a parameter, "" for nothing."""
    return str(given.get(name) or "")


@dataclass(frozen=True, kw_only=True)
class Decision(Change):
    """Base of operations that are kept with who has decided so, and why."""

    reason: Reason = ""
    author: Author = ""

    def by(self, context: Context) -> "Signature":
        """Return the author, by default the user, and the reason."""
        from scorepad.club.log import Signature

        return Signature(self.author or context.user, self.reason, context.now())
