from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.duplicate import common
from scorepad.operations.duplicate.common import EveningDecision


@operation("club fouled")
class DivideBoard(EveningDecision):
    """Say that a board had several forms

    TABLES are those that had the board in another form than the rest, as 4, 4-6 or
    4,6: with other cards, or another dealer. Say more TABLES for a third form. The
    results of each form are compared with each other only, and are factored like
    those of a board with fewer results. [Law 87]
    """

    examples = (
        'scorepad club fouled 7 4-6 --reason "two cards changed hands in round 3"',
        "scorepad club fouled 7 4 6,8 --event Tuesday",
    )

    board: common.Board
    tables: Annotated[tuple[str, ...], Param("Tables", "of each other form, as 4-6", "4-6")]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.duplicate.directing import divide

        return self.direct(rows, context, divide, board=self.board, tables=self.tables)
