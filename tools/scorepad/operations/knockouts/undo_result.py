from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.knockouts.common import Name, suggest_matches


@operation("club knockout undo")
class UndoResult(Decision):
    """Take back what was entered for a match

    MATCH is its number, as `scorepad club knockout show` has it. All that was entered for it by
    hand does not count any more, be it totals, a withdrawal, or which session it was; what a
    tablet has scored counts again, if it has.
    """

    examples = ('scorepad club knockout undo "Cup 2026" 3 --reason "of another match"',)

    name: Name
    match: Annotated[int, Param("Match", "its number", "3", low=1, suggests=suggest_matches)]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.knockout.decisions import undo

        return Done([undo(rows, self.name, self.match, self.by(context))])
