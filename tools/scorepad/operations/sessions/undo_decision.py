from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from scorepad.operation import Context, Done, Param, Rows, Suggestion, operation
from scorepad.operations.common import SUGGESTED, Decision, given_of


def suggest_decisions(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the decisions that can be taken back, all or of a session, the newest first."""
    from scorepad.club.decision_list import list_decisions
    from scorepad.errors import UserError
    from scorepad.language import joined

    try:
        found = list_decisions(rows, given_of(given, "session") or None)
    except UserError:
        return
    for decision in [decision for decision in reversed(found) if decision.undoable][:SUGGESTED]:
        yield str(decision.number), joined((str(decision.number), decision.what), ": ")


@operation("club undo")
class UndoDecision(Decision):
    """Take a decision back

    `scorepad club decisions` has the numbers. The undoing is a decision too: undo it,
    and what it took back counts again. Refused if another decision cannot stand then;
    undo that one first.
    """

    examples = ('scorepad club undo 12 --reason "it was right"',)

    number: Annotated[
        int,
        Param(
            "Decision",
            "its number in the list of decisions",
            "12",
            low=1,
            suggests=suggest_decisions,
        ),
    ]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.log import undo

        return Done([undo(rows, self.number, self.by(context))])
